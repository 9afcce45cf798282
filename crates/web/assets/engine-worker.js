// The worker of the page's engine.

import * as module from "./parlor.js";
import { answer } from "./engine-loop.js";

answer(module);

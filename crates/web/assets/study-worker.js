// The worker of the second module's engine.

import * as module from "./study.js";
import { answer } from "./engine-loop.js";

answer(module);

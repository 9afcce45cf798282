// The worker that reviews a game, in the second module.

import { initSync, review, review_on } from "./study.js";
import { answer } from "./engine-loop.js";

answer({ ask: review, initSync, think: review_on });

// Runs inside the engine's worker: makes an engine and hands it each question from the page.
//
// The first message is the page's own module, compiled: the engine is in it. The engine thinks in
// short steps; between two of them a newer question gets its turn.

import { Thinker, initSync } from "./parlor.js";

let engine;
let asked = 0;

self.addEventListener("message", async ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    initSync({ module: data });
    engine = new Thinker();
    return;
  }
  const number = ++asked;
  engine.ask(data);
  for (let answer = engine.step(); answer !== undefined; answer = engine.step()) {
    self.postMessage(answer);
    await new Promise((resume) => setTimeout(resume));
    if (number !== asked) return;
  }
});

// Runs inside the engine's worker: loads the engine and hands it each question from the page.
//
// The listener is there before the engine is, so that no early question is lost. The engine thinks
// in short steps; between two of them a newer question gets its turn.

import load, { Thinker } from "./engine.js";

const thinker = load({ module_or_path: new URL("./engine.wasm", import.meta.url) }).then(
  () => new Thinker(),
);
let asked = 0;

self.addEventListener("message", async (event) => {
  const number = ++asked;
  const engine = await thinker;
  if (number !== asked) return;
  engine.ask(event.data);
  for (let answer = engine.step(); answer !== undefined; answer = engine.step()) {
    self.postMessage(answer);
    await new Promise((resume) => setTimeout(resume));
    if (number !== asked) return;
  }
});

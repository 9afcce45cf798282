// Runs inside the engine's worker: loads the engine and hands it each message from the page.
//
// The listener is there before the engine is, so that no early message is lost.

import load, { ask } from "./engine.js";

const loaded = load({ module_or_path: new URL("./engine.wasm", import.meta.url) });

self.addEventListener("message", async (event) => {
  await loaded;
  ask(event.data, (answer) => self.postMessage(answer));
});

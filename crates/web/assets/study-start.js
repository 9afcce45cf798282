// Starts the second module, with its style sheet, and has the service worker keep both for later.

import load, { close, drag, open, openFile, save, show } from "./study.js";

const style = () => new Promise((loaded, failed) => {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = new URL("./study.css", import.meta.url).href;
  sheet.addEventListener("load", loaded);
  sheet.addEventListener("error", failed);
  document.head.append(sheet);
});

const module = load({ module_or_path: new URL("./study.wasm", import.meta.url) });
await Promise.all([module, style()]);
const [worker, reviewer] = [new URL("./study-worker.js", import.meta.url), new URL("./study-reviewer.js", import.meta.url)];
open(worker.href, reviewer.href);
navigator.serviceWorker?.ready.then(({ active }) => active.postMessage("keep study"));

export { close, drag, openFile, save, show };

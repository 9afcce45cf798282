// Starts the app, and then looks out for new versions of it.

import load, { open } from "./parlor.js";
import { offerNotices } from "./notices.js";
import { offerStudy } from "./on-demand.js";
import { lookOutForUpdates } from "./updates.js";

// A panic stops the module in the middle of something: it cannot be trusted to go on. The console has
// the error; every game is kept, and found again after a reload.
addEventListener("error", ({ error }) => {
  if (error instanceof WebAssembly.RuntimeError) {
    document.getElementById("stopped").hidden = false;
  }
});
offerNotices();
offerStudy();
document.getElementById("reload").addEventListener("click", () => location.reload());

// A page that can be seen without the program is painted first: the program is nine tenths of all that
// is fetched, and would keep a slow connection and a slow phone from that. A hidden page is not painted.
const painted = () => new Promise((resume) => {
  new PerformanceObserver(resume).observe({ type: "paint", buffered: true });
  setTimeout(resume, 1000);
});

try {
  if (document.documentElement.dataset.opening && !document.hidden) await painted();
  await load({ module_or_path: new URL("./parlor.wasm", import.meta.url) });
  // Between two tasks the page can answer.
  await new Promise((resume) => setTimeout(resume));
  open();
} catch (error) {
  delete document.documentElement.dataset.opening;
  document.getElementById("opening").remove();
  document.getElementById("could-not-start").hidden = false;
  throw error;
}
// A first visit has better things to do: what comes next time can wait until the page rests.
const atRest = self.requestIdleCallback ?? setTimeout;
atRest(() => lookOutForUpdates());

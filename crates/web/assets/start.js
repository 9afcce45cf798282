// Starts the app, and then looks out for new versions of it.

import start from "./page.js";
import { lookOutForUpdates } from "./updates.js";

try {
  await start({ module_or_path: new URL("./page.wasm", import.meta.url) });
} catch (error) {
  document.getElementById("could-not-start").hidden = false;
  throw error;
}
await lookOutForUpdates();

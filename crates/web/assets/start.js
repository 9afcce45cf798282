// Starts the app, and then looks out for new versions of it.

import load, { open } from "./parlor.js";
import { lookOutForUpdates } from "./updates.js";

try {
  await load({ module_or_path: new URL("./parlor.wasm", import.meta.url) });
  open();
} catch (error) {
  document.getElementById("could-not-start").hidden = false;
  throw error;
}
await lookOutForUpdates();

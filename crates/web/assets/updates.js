// Installs the service worker and tells the page about new versions.
//
// When one is ready, the document's root element gets `data-update="ready"` and the event
// `parlor-update-ready`. The page offers it to the player and, when they accept, sends the event
// `parlor-update` to the document; then the new version takes over and this page is loaded again.

export async function lookOutForUpdates() {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register("sw.js");

  if (registration.waiting) offer();
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker.addEventListener("statechange", () => {
      // Without a controller this is the first version, which is not offered.
      if (worker.state === "installed" && navigator.serviceWorker.controller) offer();
    });
  });

  document.addEventListener("parlor-update", () => {
    const reload = () => location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
    registration.waiting?.postMessage("take over");
  });

  // An installed app can stay open for weeks.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) registration.update().catch(() => {});
  });
}

function offer() {
  document.documentElement.dataset.update = "ready";
  document.documentElement.dispatchEvent(new Event("parlor-update-ready", { bubbles: true }));
}

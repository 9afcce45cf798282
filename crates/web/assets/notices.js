// Shows notifications of the system's own to a person who looks at something else while waiting.
//
// The document's root element has `data-notices` with what the person allows ("default", "granted" or
// "denied"); where a browser has no notifications, it has none. The page sends `parlor-ask-for-notices`
// to the document when a person turns them on, and hears `parlor-notices` when that is answered; it sends
// `parlor-notice` with two lines, a title and what there is to say.

const root = document.documentElement;

export function offerNotices() {
  if (!isSecureContext || !("Notification" in window)) return;
  document.addEventListener("parlor-ask-for-notices", async () => {
    if (Notification.permission === "default") await Notification.requestPermission();
    root.dataset.notices = Notification.permission;
    root.dispatchEvent(new Event("parlor-notices", { bubbles: true }));
  });
  document.addEventListener("parlor-notice", ({ detail }) => show(...detail.split("\n")));
  root.dataset.notices = Notification.permission;
}

// The service worker shows it where there is one: phones know no other way.
async function show(title, body) {
  const icon = new URL("./icon-192.png", import.meta.url).href;
  const options = { body, icon, tag: "turn", data: location.href };
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) return registration.showNotification(title, options);
  const notice = new Notification(title, options);
  notice.addEventListener("click", () => {
    window.focus();
    notice.close();
  });
}

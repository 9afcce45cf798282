// Keeps the app on the player's machine, so that it opens without a network.
//
// Each version has a cache of its own and answers from that alone. A new version is fetched in the
// background and waits: a page that is open goes on with the version that it was opened with, until
// the player accepts the new one. The build fills in the version and the list of files. A typeface is not
// among them: it is kept when the look has been shown that is written in it. Neither is the second module,
// which is kept, in every version from then on, when the page has asked for one of its screens.

const VERSION = "{{version}}";
const FILES = ["{{files}}"];
const STUDY = ["{{study}}"];

const SCOPE = self.registration.scope;
const FAMILY = `parlor ${SCOPE} `;
const CACHE = FAMILY + VERSION;

self.addEventListener("install", (event) => event.waitUntil(fetchEverything()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  if (event.data === "keep study") event.waitUntil(keep(STUDY));
});
self.addEventListener("fetch", (event) => {
  const name = nameOf(event.request);
  if (name !== null) event.respondWith(answer(event, name));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(bringBack(event.notification.data));
});

async function fetchEverything() {
  await keep((await isStudyKept()) ? [...FILES, ...STUDY] : FILES);
}

// Files in `assets` change their name with their contents; only the others have to be asked for anew.
async function keep(names) {
  const requests = names.map((name) => {
    const cache = name.startsWith("assets/") ? "default" : "no-cache";
    return new Request(addressOf(name), { cache });
  });
  await (await caches.open(CACHE)).addAll(requests);
}

// Whether an earlier version has kept the second module.
async function isStudyKept() {
  const family = (await caches.keys()).filter((name) => name.startsWith(FAMILY));
  const kept = await Promise.all(family.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().some(({ url }) => url.startsWith(`${SCOPE}assets/study`));
}

// The cache before this one stays: another tab may still be showing that version, and would miss a
// file that it has not loaded yet.
async function takeOver() {
  const family = (await caches.keys()).filter((name) => name.startsWith(FAMILY) && name !== CACHE);
  await Promise.all(family.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

// The name of the file that a request is for, or null if it is none of the app's own business.
function nameOf(request) {
  const url = new URL(request.url);
  url.search = url.hash = "";
  if (request.method !== "GET" || !url.href.startsWith(SCOPE)) return null;
  const name = url.href.slice(SCOPE.length) || "index.html";
  return FILES.includes(name) || name.startsWith("assets/") ? name : null;
}

// Some hosts redirect `index.html` to its folder, and browsers open no page from a redirected answer.
function addressOf(name) {
  return new URL(name === "index.html" ? "./" : name, SCOPE);
}

async function answer(event, name) {
  const cache = await caches.open(CACHE);
  const own = await cache.match(addressOf(name));
  if (own) return own;
  const found = (await caches.match(event.request)) ?? (await fetch(event.request));
  if (found.ok && name.endsWith(".woff2")) event.waitUntil(cache.put(event.request, found.clone()));
  return found;
}

// Shows the page again that a notice came from; one that has been closed meanwhile is opened.
async function bringBack(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((page) => page.url === address);
  await (page ? page.focus() : self.clients.openWindow(address));
}

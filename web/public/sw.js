// Keeps the client's own files, so that Freehold opens without a network. Nothing of a game is kept: it is played on the
// server, and the client says so when it cannot be reached.

const KEPT = "freehold-client";
const FRONT = "/";
const ASSETS = "/assets/"; // their names contain a digest, so what is kept is never out of date
const ANSWERED = 300; // milliseconds in which a window says where it is

self.addEventListener("install", (event) => {
  event.waitUntil(fetch(FRONT, { cache: "no-cache" }).then(keepFront).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// the files that a page had loaded before this worker was there
self.addEventListener("message", (event) => {
  const wanted = Array.isArray(event.data) ? event.data : [];
  const own = wanted.filter((path) => typeof path === "string" && path.startsWith(ASSETS));
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(own)));
});

// Web Push: the server says that it is somebody's turn (server/notify/notifier.py)
self.addEventListener("push", (event) => {
  const { title = "Freehold", body = "", path = FRONT } = event.data?.json() ?? {};
  event.waitUntil(self.registration.showNotification(title, { body, tag: path, icon: "/icon-192.png", data: path }));
});

// a notification of one's turn: back to the window of the game
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data ?? "";
  const windows = self.clients.matchAll({ type: "window", includeUncontrolled: true });
  event.waitUntil(
    windows.then(async (open) => {
      const places = await Promise.all(open.map(placeOf));
      const own = open.find((_, k) => places[k].endsWith(path));
      return own?.focus() ?? self.clients.openWindow(path || FRONT);
    }),
  );
});

/** The address of a window by now: a client's `url` is the one that it was opened with. */
function placeOf(client) {
  return new Promise((tell) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => tell(String(data));
    setTimeout(() => tell(client.url), ANSWERED); // it sleeps, or is of an older version
    client.postMessage("where", [port2]);
  });
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(page(request, pathname));
  else if (pathname.startsWith(ASSETS)) event.respondWith(asset(request));
});

async function page(request, pathname) {
  try {
    const answer = await fetch(request);
    if (pathname === FRONT && answer.ok) await keepFront(answer.clone());
    return answer;
  } catch {
    return (await caches.match(FRONT)) ?? Response.error();
  }
}

/** A new version of the client: the files of the old one go. */
async function keepFront(answer) {
  if (!answer.ok) return;
  const before = await caches.match(FRONT);
  const [old, now] = [await before?.text(), await answer.clone().text()];
  if (old === now) return;
  await caches.delete(KEPT);
  const kept = await caches.open(KEPT);
  await kept.put(FRONT, answer);
}

async function asset(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request, answer.clone());
  return answer;
}

// Registers the service worker (public/sw.js), which keeps the client's files for when there is no network, and tells it
// where this window is when it asks.

export async function register(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.onmessage = ({ ports: [worker] }) => worker?.postMessage(location.href);
  try {
    await navigator.serviceWorker.register("/sw.js");
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
    active?.postMessage(loaded.filter((path) => path.startsWith("/assets/")));
  } catch {
    // without it Freehold needs a network to open, as before
  }
}

// The browser's subscription to Web Push: one for this site, whatever the number of tables.

export type Device = { endpoint: string; p256dh: string; auth: string };

/** What the server needs to know; null if there is no subscription. */
export async function subscription(): Promise<Device | null> {
  const worker = await navigator.serviceWorker.ready;
  return deviceOf(await worker.pushManager.getSubscription());
}

/** Subscribe by the server's key. A subscription to another key, of an earlier database, is replaced. */
export async function subscribe(key: string): Promise<Device | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const wish = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return deviceOf(await pushManager.subscribe(wish));
  } catch {
    await (await pushManager.getSubscription())?.unsubscribe();
    return deviceOf(await pushManager.subscribe(wish));
  }
}

function deviceOf(found: PushSubscription | null): Device | null {
  const { endpoint, keys } = found?.toJSON() ?? {};
  const { p256dh, auth } = keys ?? {};
  return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : null;
}

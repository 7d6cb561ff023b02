// Local storage; what the browser does not let us store is kept in memory until the window is closed.

const held = new Map<string, string>();

export function load(key: string): string | null {
  const text = held.get(key);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    held.delete(key);
  } catch {
    held.set(key, text);
  }
}

/** Whether an item outlasts this window. */
export const isKept = (key: string): boolean => !held.has(key);

/** Remove the items whose keys begin like this, except some. */
export function tidy(prefix: string, except: (key: string) => boolean): void {
  const old = (key: string): boolean => key.startsWith(prefix) && !except(key);
  for (const key of [...held.keys()].filter(old)) held.delete(key);
  try {
    for (const key of Object.keys(localStorage).filter(old)) localStorage.removeItem(key);
  } catch {
    // storage is not available
  }
}

let asked = false;

/** Ask the browser not to delete what is stored here when it needs room, or after some days without a visit. */
export function persist(): void {
  if (asked || !navigator.storage?.persist) return; // not available without https
  asked = true;
  void navigator.storage.persist().catch(() => undefined);
}

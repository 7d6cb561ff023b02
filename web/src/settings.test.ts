// Settings that two windows of a browser change.

import { expect, test, vi } from "vitest";

const kept = new Map<string, string>();
vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});

async function browserWindow() {
  vi.resetModules();
  return (await import("./settings.svelte")).settings;
}

test("a change in one window stays when another one changes something else", async () => {
  const [one, other] = [await browserWindow(), await browserWindow()];
  one.keep({ sound: false });
  other.keep({ pace: "fast" });
  const later = await browserWindow();
  expect([later.sound, later.pace]).toEqual([false, "fast"]);
});

import { beforeEach, expect, it, vi } from "vitest";
import { backup, restore } from "./backup";
import { places, remember } from "./keys";

const store = new Map<string, string>();

beforeEach(() => {
  store.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
});

it("seats come back with the passphrase, and with no other; the dice stay where they are", async () => {
  remember({ id: "abc", edition: "classic", keys: ["the key of a seat"], host: "the host's" });
  store.set("freehold.dice.abc", "the seed of a chain");
  const text = await backup("correct horse");
  expect(text).not.toContain("key of a seat");
  store.clear();
  expect(await restore(text, "wrong horse")).toBeNull();
  expect(await restore("{}", "correct horse")).toBeNull();
  expect(
    await restore(
      text.replace(/"data":"(.)/, (_, first) => `"data":"${first === "0" ? "1" : "0"}`),
      "correct horse",
    ),
  ).toBeNull();
  expect(places()).toEqual([]);
  expect(await restore(text, "correct horse")).toBe(1);
  expect(places()).toMatchObject([{ id: "abc", keys: ["the key of a seat"], host: "the host's" }]);
  expect([...store.keys()]).toEqual(["freehold.places"]);
});

it("a key that was here already stays", async () => {
  remember({ id: "abc", keys: ["one"] });
  const text = await backup("p");
  store.clear();
  remember({ id: "abc", keys: ["two"] });
  await restore(text, "p");
  expect(places()[0]?.keys).toEqual(["two", "one"]);
});

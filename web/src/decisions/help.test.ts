// The list of the keyboard shortcuts, in both languages.

import { render } from "svelte/server";
import { expect, test, vi } from "vitest";
import raw from "../generated/sentences.json?raw";
import { language } from "../i18n/language.svelte";
import type { Edition, Lang, View } from "../types";
import Help from "./Help.svelte";

const edition = (JSON.parse(raw) as { editions: Record<string, Edition> }).editions.classic as Edition;
const view = { prices: {} } as View;

test.each<[Lang, string]>([
  ["en", "Take back"],
  ["fr", "Annuler le coup"],
])("every key is explained in the language of the screen: %s", (lang, words) => {
  language.now = lang;
  const { body } = render(Help, { props: { edition, view, onclose: vi.fn() } });
  expect(body).toContain(`<kbd>Z</kbd></dt><dd>${words}</dd>`);
});

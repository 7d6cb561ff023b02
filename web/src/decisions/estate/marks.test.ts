import { expect, test } from "vitest";
import { CASES } from "../../game/cases";
import { LANGUAGES } from "../../i18n/texts";
import { groupMarks } from "./marks";

const editions = [...new Map(CASES.map(({ edition }) => [edition.id, edition])).values()];

test.each(editions.flatMap((edition) => LANGUAGES.map((lang) => [edition.id, lang, edition] as const)))(
  "%s, %s: the marks of the groups are short and differ",
  (_, lang, edition) => {
    const marks = [...groupMarks(edition, lang).values()];
    expect(new Set(marks).size).toBe(edition.groups.length);
    expect(marks.filter((mark) => mark.length > 2)).toEqual([]);
  },
);

test("colours with the same initial get a second letter that tells them apart", () => {
  const colours = ["Bleu ciel", "Bleu foncé", "Rose", "Rouge", "Orange"];
  const groups = colours.map((fr) => ({ id: fr, printed_colour: { en: fr, fr } }));
  const edition = { groups } as unknown as Parameters<typeof groupMarks>[0];
  expect([...groupMarks(edition, "fr").values()]).toEqual(["Bc", "Bf", "Rs", "Ru", "O"]);
});

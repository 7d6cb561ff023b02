// Price tags: the cell of this edition and number of players, the nearest one, or none.

import { expect, it } from "vitest";
import { priceTags, tagOf } from "./price_tags";

it("finds the tag of a rule, and says nothing where there is none", async () => {
  const all = await priceTags();
  const pot = tagOf(all, "free-parking-pot", "classic", 4);
  expect(pot).toMatchObject({ house: ["free-parking-pot"], edition: "classic", players: 4 });
  expect(pot?.text.en).toMatch(/on: \d+% longer on average; luck counts/);
  expect(pot?.text.fr).toMatch(/\d+\s?% de plus/);
  expect(tagOf(all, "free-parking-pot", "disney-parks", 3)).not.toBeNull();
  expect(tagOf(all, "no-such-rule", "classic", 4)).toBeNull();
  expect(tagOf(null, "free-parking-pot", "classic", 4)).toBeNull();
});

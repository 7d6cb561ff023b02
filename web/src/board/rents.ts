// The rows of a title deed: the rent for each state of the lot, and which of them holds now.

import { language, say } from "../i18n/language.svelte";
import { money } from "../i18n/money";
import type { Edition, Rent, Square, View } from "../types";
import { buildings, LARGE } from "./words";

export type RentRow = { label: string; value: string; on: boolean };

export function rentRows(edition: Edition, view: View, square: Square, rent: Rent | null | undefined): RentRow[] {
  const sum = (amount: number): string => money(edition, amount, language.now);
  const owned = (values: readonly string[]): RentRow[] =>
    values.map((value, k) => ({
      label: say("board.the-owner-has-n", { n: k + 1 }),
      value,
      on: rent?.count === k + 1,
    }));
  if (square.kind === "utility") return owned(square.dice_multipliers.map((n) => say("board.n-the-throw", { n })));
  if (square.kind === "station") return owned(square.rents.map(sum));
  const after = view.prices.hotel_after;
  const bare = square.rents[0] ?? 0;
  const is = (row: Rent["row"], count = 0): boolean => rent?.row === row && rent.count === count;
  return [
    { label: say("board.rent-of-the-bare-lot"), value: sum(bare), on: is("lot") },
    { label: say("board.the-whole-group-no-buildings"), value: sum(2 * bare), on: is("group") },
    ...square.rents.flatMap((amount, count) =>
      count === 0 || (count > after && count < LARGE)
        ? []
        : [
            {
              label: say("board.with-what", { what: buildings(edition, count, language.now) }),
              value: sum(amount),
              on: is("buildings", count),
            },
          ],
    ),
  ];
}

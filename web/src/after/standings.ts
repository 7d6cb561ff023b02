// The final standings from the public view: the same computation as in rules/money.py.

import type { Edition, Seat, Standing, View } from "../types";

const HOTEL = 5;

/** Cash, printed prices (half under a mortgage) and buildings at their cost. */
export function worthOf(edition: Edition, view: View, seat: Seat): number {
  const short = view.variant === "short" ? (edition.short?.["hotel_after"] as number | undefined) : undefined;
  const large = (short ?? HOTEL - 1) + 1; // a hotel counts as the houses before it plus itself
  let total = view.players[seat]?.cash ?? 0;
  for (const [at, deed] of Object.entries(view.deeds)) {
    const square = edition.squares[Number(at)];
    if (deed.owner !== seat || !square) continue;
    total += deed.mortgaged ? Math.floor(square.price / 2) : square.price;
    total += (deed.buildings === HOTEL ? large : deed.buildings) * square.house_cost;
  }
  return total;
}

/** Best first; equal worth shares a place; bankrupts come last, whoever failed last before the others. */
export function standingsOf(edition: Edition, view: View): Standing[] {
  const rows = view.players.map((player, seat) => ({
    seat,
    name: player.name,
    worth: player.bankrupt ? null : worthOf(edition, view, seat),
    bankrupt: player.bankrupt,
    place: 0,
    order: player.bankrupt_order ?? 0,
  }));
  rows.sort(
    (one, other) =>
      Number(one.bankrupt) - Number(other.bankrupt) ||
      (other.worth ?? 0) - (one.worth ?? 0) ||
      other.order - one.order ||
      one.seat - other.seat,
  );
  rows.forEach((row, k) => {
    const before = rows[k - 1];
    row.place = before && !row.bankrupt && before.worth === row.worth ? before.place : k + 1;
  });
  return rows.map(({ order: _, ...row }) => row);
}

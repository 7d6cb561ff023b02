// How many scarce buildings a seat could take, by its lots and its cash: the most it may ask for.

import type { Edition, Lot, Seat, View } from "../types";
import * as rules from "./rules";

export function appetite(edition: Edition, view: View, seat: Seat, lot: Lot): number {
  const after = rules.hotelAfter(edition, view);
  let cash = view.players[seat]?.cash ?? 0;
  let wanted = 0;
  for (const { id: group } of edition.groups) {
    const lots = rules.members(edition, group);
    if (!rules.owns(view, edition, group, seat) || lots.some((square) => rules.isMortgaged(view, square))) continue;
    const cost = rules.squareOf(edition, lots[0] ?? 0).house_cost;
    const standing = lots.map((square) => rules.buildingsOn(view, square));
    const open = standing.filter((here) => here !== rules.HOTEL);
    const ready = standing.every((here) => rules.levelOf(after, here) >= after);
    const room = lot === "hotel" ? (ready ? open.length : 0) : open.reduce((sum, here) => sum + after - here, 0);
    const taken = Math.min(room, cost > 0 ? Math.floor(cash / cost) : room);
    cash -= taken * cost;
    wanted += taken;
  }
  return wanted;
}

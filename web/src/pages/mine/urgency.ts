// The order of one's tables: where one is waited for first, by the deadline; then those in play; the finished ones last.

import type { MyTable } from "../../generated/messages";

export const isWaitedFor = (table: MyTable): boolean =>
  table.status === "playing" && !table.paused && table.awaited.some((seat) => table.yours.includes(seat));

const STATUS: Record<MyTable["status"], number> = { playing: 1, lobby: 2, over: 3 };

const rank = (table: MyTable): number => (isWaitedFor(table) ? 0 : STATUS[table.status]);

export const byUrgency = (tables: readonly MyTable[]): MyTable[] =>
  [...tables].sort(
    (one, other) =>
      rank(one) - rank(other) || (one.deadline ?? Number.MAX_VALUE) - (other.deadline ?? Number.MAX_VALUE),
  );

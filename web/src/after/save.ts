// Download of a game's log. The file can be opened here again, or given to `freehold verify`.

import type { Log } from "../generated/messages";

export function saveLog(log: Log): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(log)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `freehold-${log.header.edition}-${log.header.game}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

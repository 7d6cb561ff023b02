// Downloads: a picture, or a game's log. That file can be opened here again, or given to `freehold verify`.

import type { Log } from "../generated/messages";

export const saveLog = (log: Log): void =>
  saveBlob(
    new Blob([JSON.stringify(log)], { type: "application/json" }),
    `freehold-${log.header.edition}-${log.header.game}.json`,
  );

export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

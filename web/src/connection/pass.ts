// This browser's credentials for viewing a table: one of its keys, or an invitation.

import { keysOf, place } from "../storage/keys";
import type { Pass } from "./api";

export function passOf(id: string, invite?: string): Pass {
  const found = place(id);
  const key = keysOf(found)[0];
  const word = invite ?? found?.invite;
  return { ...(key ? { key } : {}), ...(word ? { invite: word } : {}) };
}

// The typed HTTP client. A refusal becomes a `Refused` with its stable code; a network error has one too.

import type {
  Created,
  CutEntry,
  Fault,
  Join,
  Joined,
  Log,
  NewTable,
  PastPage,
  Report,
  Review,
  Statistics,
  TableInfo,
  Withdrawn,
} from "../generated/messages";
import { curled } from "../i18n/curled";
import type { Edition } from "../types";

const NOT_YET = 202; // the answer is being prepared

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly detail = "",
  ) {
    super(code);
  }
}

/** Credentials for viewing a private table: a seat's or the host's key, or the invitation. */
export type Pass = { key?: string; invite?: string };

async function ask<T>(method: string, path: string, body?: unknown, pass: Pass = {}): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (pass.key) headers["x-freehold-key"] = pass.key;
  if (pass.invite) headers["x-freehold-invite"] = pass.invite;
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused("no-connection");
  }
  const told: unknown = await answer.json().catch(() => null);
  if (!answer.ok || answer.status === NOT_YET) {
    const fault = told as Fault | null;
    throw new Refused(fault?.code ?? "trouble", fault?.detail ?? "");
  }
  return told as T;
}

/** Names and texts with typographic apostrophes. */
function withCurls<T>(told: T): T {
  return JSON.parse(JSON.stringify(told), (_, value: unknown) =>
    typeof value === "string" ? curled(value) : value,
  ) as T;
}

const kept = new Map<string, Promise<unknown>>();

/** Caches responses that do not change while the server runs; failures are not cached. */
export function once<T>(path: string): Promise<T> {
  const found = kept.get(path);
  if (found) return found as Promise<T>;
  const asked = ask<T>("GET", path).then(withCurls);
  kept.set(path, asked);
  asked.catch(() => kept.delete(path));
  return asked;
}

export const get = <T>(path: string, pass?: Pass): Promise<T> => ask<T>("GET", path, undefined, pass);
export const send = <T>(path: string, body: unknown): Promise<T> => ask<T>("POST", path, body);

/** A picture of a finished game. */
export async function picture(id: string, pass: Pass): Promise<Blob> {
  const headers: Record<string, string> = {};
  if (pass.key) headers["x-freehold-key"] = pass.key;
  if (pass.invite) headers["x-freehold-invite"] = pass.invite;
  const answer = await fetch(`/api/tables/${id}/picture`, { headers }).catch(() => null);
  if (!answer) throw new Refused("no-connection");
  if (!answer.ok) throw new Refused("trouble");
  return answer.blob();
}

export const api = {
  edition: (id: string) => once<Edition>(`/api/editions/${encodeURIComponent(id)}`),
  tables: () => get<{ tables: TableInfo[] }>("/api/tables").then((told) => told.tables),
  create: (wish: NewTable) => ask<Created>("POST", "/api/tables", wish),
  table: (id: string, pass: Pass) => get<TableInfo>(`/api/tables/${id}`, pass),
  join: (id: string, wish: Join) => ask<Joined>("POST", `/api/tables/${id}/join`, wish),
  seat: (id: string, ticket: string) => ask<Joined>("POST", `/api/tables/${id}/seat`, { ticket }),
  withdraw: (id: string, keys: string[]) => ask<Withdrawn>("POST", `/api/tables/${id}/withdraw`, { keys }),
  log: (id: string, pass: Pass) => get<Log>(`/api/tables/${id}/log`, pass),
  cut: (id: string, pass: Pass) => get<CutEntry[]>(`/api/tables/${id}/cut`, pass),
  past: (id: string, after: number, most: number, pass: Pass) =>
    get<PastPage>(`/api/tables/${id}/past?after=${after}&most=${most}`, pass),
  statistics: (id: string, pass: Pass) => get<Statistics>(`/api/tables/${id}/statistics`, pass),
  review: (id: string, pass: Pass) => get<Review>(`/api/tables/${id}/review`, pass),
  verify: (id: string, pass: Pass) => get<Report>(`/api/tables/${id}/verify`, pass),
};

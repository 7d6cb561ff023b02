// The router: routes are in the URL's fragment, so that an invitation never reaches a server's log.
//   #/            the home page;  #/house/NAME/RULE/RULE…/CHECK  with a set of house rules and a checksum of it
//   #/t/ID        a table (in the lobby, in play or over);  #/t/ID/INVITE with an invitation
//   #/r/ID, /r/ID  the replay of a game (a path for links that are shown to others);  #/r/ID/@N after action N;
//   #/p/LINK, /p/LINK  a position;  #/p/LINK/edit in the editor;  #/p/  a new one;  /p/LINK#CLAUSE with a clause opened
//   #/b/ID/N/BRANCH  a game from action N on, beside what was played on from there
//   #/mine        all tables of this browser
//   #/box         a new table around a real box
//   #/rules[/EDITION[/CLAUSE]] the rulebook
//   #/s/ID/TICKET[/HOST/DICE]  a seat that goes on here: a link that works once, the host's key, what the dice need
//   #/k/LANG/ID/EDITION/HOST/KEY…  a table that `freehold play` has made for this browser, with its keys

/** A named set of house rules. One without rules comes from a damaged link. */
export type RuleSet = { name: string; rules: string[] };

export const MOST_RULES = 50;

export type Route =
  | { page: "home"; house?: RuleSet }
  | { page: "box" | "mine" }
  | { page: "table"; id: string; invite?: string }
  | { page: "replay"; id: string; invite?: string; at?: number }
  | { page: "position"; link: string; clause?: string; edit?: boolean }
  | { page: "branches"; id: string; at: number; branch: string }
  | { page: "rules"; edition?: string; clause?: string }
  | KeysRoute
  | SeatRoute;

export type SeatRoute = { page: "seat"; id: string; ticket: string; host: string; dice: string };

export type KeysRoute = { page: "keys"; lang: string; id: string; edition: string; host: string; keys: string[] };

export function read(hash: string, path = ""): Route {
  const shared = /^\/r\/([a-z0-9]{1,32})$/.exec(path)?.[1];
  const moment = /^#?(@\d+)?$/.exec(hash);
  if (shared && moment) return { page: "replay", id: shared, ...(moment[1] ? { at: Number(moment[1].slice(1)) } : {}) };
  const position = /^\/p\/([\w-]{1,4000})$/.exec(path)?.[1];
  if (position && !hash.startsWith("#/")) {
    const clause = hash.slice(1);
    return { page: "position", link: position, ...(clause ? { clause } : {}) };
  }
  const parts = hash.replace(/^#\/?/, "").split("/").map(decoded);
  const [page, id, third] = parts;
  if (page === "t" && id) return { page: "table", id, ...(third ? { invite: third } : {}) };
  if (page === "r" && id && third && /^@\d+$/.test(third)) return { page: "replay", id, at: Number(third.slice(1)) };
  if (page === "r" && id) return { page: "replay", id, ...(third ? { invite: third } : {}) };
  if (page === "rules") return { page: "rules", ...(id ? { edition: id } : {}), ...(third ? { clause: third } : {}) };
  if (page === "house") return { page: "home", house: readSet(parts.slice(1)) };
  if (page === "p") return { page: "position", link: id ?? "", ...(third === "edit" ? { edit: true } : {}) };
  if (page === "b" && id && third && parts[3])
    return { page: "branches", id, at: Number(third) || 0, branch: parts[3] };
  if (page === "box" || page === "mine") return { page };
  if (page === "s" && id && third)
    return { page: "seat", id, ticket: third, host: parts[3] ?? "", dice: parts[4] ?? "" };
  if (page === "k") return readKeys(parts);
  return { page: "home" };
}

function readKeys([, lang, id, edition, host, ...keys]: string[]): Route {
  return lang && id && edition && host ? { page: "keys", lang, id, edition, host, keys } : { page: "home" };
}

function readSet(parts: string[]): RuleSet {
  const [name = "", ...rules] = parts.slice(0, -1);
  const whole = parts.at(-1) === checksum([name, ...rules]) && rules.length <= MOST_RULES;
  return { name, rules: whole ? rules : [] };
}

/** A link that was cut off or changed does not have it: FNV-1a, in base 36. */
function checksum(parts: string[]): string {
  let hash = 0x811c9dc5;
  for (const letter of parts.join("/")) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  return (hash >>> 0).toString(36);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // an invalid % escape in a typed URL
  }
}

export const linkTo = {
  home: () => "#/",
  house: ({ name, rules }: RuleSet) =>
    `#/house/${[name, ...rules, checksum([name, ...rules])].map(encodeURIComponent).join("/")}`,
  box: () => "#/box",
  mine: () => "#/mine",
  table: (id: string, invite?: string) => `#/t/${id}${invite ? `/${invite}` : ""}`,
  seat: (id: string, ticket: string, host = "", dice = "") => `#/s/${id}/${ticket}${dice ? `/${host}/${dice}` : ""}`,
  replay: (id: string, at?: number) => `#/r/${id}${at ? `/@${at}` : ""}`,
  shared: (id: string) => `${location.origin}/r/${id}`,
  replayAddress: (id: string, at: number, open: boolean) =>
    `${location.origin}/${open ? `r/${id}#@${at}` : `#/r/${id}/@${at}`}`,
  position: (link: string, edit = false) => `#/p/${link}${edit ? "/edit" : ""}`,
  branches: ({ id, at }: { id: string; at: number }, branch: string) => `#/b/${id}/${at}/${branch}`,
  positionAddress: (link: string, clause?: string) => `${location.origin}/p/${link}${clause ? `#${clause}` : ""}`,
  rules: (edition?: string, clause?: string) =>
    `#/rules${edition ? `/${edition}` : ""}${edition && clause ? `/${clause}` : ""}`,
};

class Where {
  now = $state.raw<Route>({ page: "home" });

  constructor() {
    this.now = read(location.hash, location.pathname);
    addEventListener("hashchange", () => (this.now = read(location.hash, location.pathname)));
  }

  go(hash: string): void {
    location.hash = hash;
  }

  /** Navigate and replace the history entry. */
  replace(hash: string): void {
    location.replace(hash);
  }
}

export const where = new Where();

// Where one is: a page after the # of the address, so that an invitation in it never reaches a server's log.
//   #/            the home page
//   #/t/ID        a table (in the lobby, in play or over);  #/t/ID/INVITE with an invitation
//   #/r/ID        the replay of a game;                     #/rules[/EDITION] the rulebook

export type Route =
  | { page: "home" }
  | { page: "table"; id: string; invite?: string }
  | { page: "replay"; id: string; invite?: string }
  | { page: "rules"; edition?: string };

export function read(hash: string): Route {
  const [page, id, invite] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  if (page === "t" && id) return { page: "table", id, ...(invite ? { invite } : {}) };
  if (page === "r" && id) return { page: "replay", id, ...(invite ? { invite } : {}) };
  if (page === "rules") return { page: "rules", ...(id ? { edition: id } : {}) };
  return { page: "home" };
}

export const linkTo = {
  home: () => "#/",
  table: (id: string, invite?: string) => `#/t/${id}${invite ? `/${invite}` : ""}`,
  replay: (id: string) => `#/r/${id}`,
  rules: (edition?: string) => `#/rules${edition ? `/${edition}` : ""}`,
};

class Where {
  now = $state.raw<Route>({ page: "home" });

  constructor() {
    this.now = read(location.hash);
    addEventListener("hashchange", () => (this.now = read(location.hash)));
  }

  go(hash: string): void {
    location.hash = hash;
  }
}

export const where = new Where();

import { afterEach, expect, it, vi } from "vitest";
import { api } from "./api";

afterEach(() => vi.unstubAllGlobals());

const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => null,
    (error: { code: string }) => error.code,
  );

it("only a request that nobody answers says that the server cannot be reached", async () => {
  const answers: (() => Promise<Response>)[] = [
    () => Promise.reject(new TypeError("Failed to fetch")),
    () => Promise.resolve(new Response("<h1>500</h1>", { status: 500 })),
    () => Promise.resolve(Response.json({ code: "no-such-table" }, { status: 404 })),
  ];
  vi.stubGlobal("fetch", () => answers.shift()?.());
  expect(await codeOf(api.table("abc", {}))).toBe("no-connection");
  expect(await codeOf(api.table("abc", {}))).toBe("trouble");
  expect(await codeOf(api.table("abc", {}))).toBe("no-such-table");
});

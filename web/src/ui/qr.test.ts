// The code of an address that only this computer can open.

import { render } from "svelte/server";
import { expect, test } from "vitest";
import Qr from "./Qr.svelte";

const shown = (text: string): string => render(Qr, { props: { text, label: "" } }).body;

test("what is to be started instead has the port of this page", () => {
  expect(shown("http://127.0.0.1:8123/#/t/abc")).toContain("--port 8123");
  expect(shown("http://localhost:8123/#/t/abc")).toContain("http://192.168.1.20:8123,");
  expect(shown("http://localhost/#/t/abc")).toContain("--port 80”");
  expect(shown("http://192.168.1.20:8123/#/t/abc")).not.toContain("--port");
});

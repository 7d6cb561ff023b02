/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// What every page needs comes in one file: many small ones compress badly.
const BASE =
  /src\/(i18n\/(?!clauses)|ui\/(Lazy|Dialog)|settings|route|storage\/(keys|local)|connection\/(api|pass|socket))/;
// The same for what the table and the pages that are loaded beside it share.
const SHARED =
  /src\/(game\/|log\/hidden|decisions\/shortcuts|art\/(SeatMark|seats|Die|Face|face)|board\/layout|coach\/figures|fairness\/finding)/;

// The built client goes into the Python package, which serves it: `npm run dev` talks to a server on port 8000.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/freehold/server/static",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: "es2022",
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "base", test: BASE },
            { name: "shared", test: SHARED },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  test: {
    include: ["src/**/*.test.ts"],
    environment: "node",
    css: true,
    setupFiles: ["src/i18n/loaded.ts"],
    testTimeout: 120_000, // a test that hangs fails; a busy machine does not decide
    hookTimeout: 120_000,
  },
});

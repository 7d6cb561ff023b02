import { expect, it } from "vitest";
import { arrange, BAND, feet, isCorner, neighbour, PRICE, place, SQUARES, STRIP, SUM, side } from "./layout";

const all = Array.from({ length: SQUARES }, (_, index) => index);

it("lays forty squares around the board, none over another", () => {
  const area = all.map(place).reduce((sum, box) => sum + box.w * box.h, 0);
  const hole = 100 - 2 * place(0).w;
  expect(area).toBeCloseTo(100 * 100 - hole * hole, 5);
  for (const one of all)
    for (const other of all.slice(one + 1)) {
      const [a, b] = [place(one), place(other)];
      const wide = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
      const tall = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
      expect(wide > 0.001 && tall > 0.001, `${one} and ${other}`).toBe(false);
    }
});

it("stands eight tokens side by side on any square, within it", () => {
  for (const index of all)
    for (const how of [{}, { deed: false }, { jailed: true }, { mini: true }]) {
      const box = place(index);
      for (const spot of arrange(8, feet(index, how), 3.9)) {
        expect(spot.x).toBeGreaterThan(box.x);
        expect(spot.x).toBeLessThan(box.x + box.w);
        expect(spot.y).toBeGreaterThan(box.y);
        expect(spot.y).toBeLessThan(box.y + box.h);
      }
    }
});

it("leaves the price or the rent of a square free of tokens", () => {
  for (const index of all.filter((found) => !isCorner(found))) {
    const box = place(index);
    const strip = side(index) === 0 ? STRIP : side(index) === 2 ? BAND : 0; // below the price
    for (const count of [1, 2, 3, 8])
      for (const { x, y, size } of arrange(count, feet(index), 3.9)) {
        const over = count > 3 ? 0.5 : 0;
        const above = y + size / 2 <= box.y + box.h - strip - PRICE + over;
        // on the sides the price is along the rim
        const right = side(index) === 1 && x - size / 2 >= box.x + STRIP + SUM - over;
        const left = side(index) === 3 && x + size / 2 <= box.x + box.w - STRIP - SUM + over;
        expect(above || right || left, `${count} on ${index}`).toBe(true);
      }
  }
});

it("leads the arrow keys along the track, and across the board", () => {
  expect(neighbour(0, "ArrowLeft")).toBe(1);
  expect(neighbour(5, "ArrowRight")).toBe(4);
  expect(neighbour(15, "ArrowUp")).toBe(16);
  expect(neighbour(25, "ArrowRight")).toBe(26);
  expect(neighbour(35, "ArrowDown")).toBe(36);
  expect(neighbour(3, "ArrowUp")).toBe(27);
  expect(neighbour(27, "ArrowDown")).toBe(3);
  expect(neighbour(12, "ArrowRight")).toBe(38);
  expect(neighbour(38, "ArrowLeft")).toBe(12);
  expect(neighbour(3, "ArrowDown")).toBeNull();
  expect(neighbour(17, "Home")).toBe(0);
});

it("reaches every square with one key each way", () => {
  for (const index of all) {
    const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => neighbour(index, key));
    expect(keys).toContain((index + 1) % SQUARES);
    expect(keys).toContain((index + SQUARES - 1) % SQUARES);
  }
});

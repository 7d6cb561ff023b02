import { describe, expect, it } from "vitest";
import { qr } from "./qr";

// Read back by a decoder when it was written.
const HELLO = `
#######..##...#######
#.....#..##...#.....#
#.###.#..#..#.#.###.#
#.###.#...##..#.###.#
#.###.#..##.#.#.###.#
#.....#.#..##.#.....#
#######.#.#.#.#######
...........##........
#..#.##.##...#.#.....
..#.##....#...#....##
...##.####..##...##.#
###.##..#..#.....#.##
.##.#.##..#.#.#.#....
........##.#...##.#.#
#######...#..#.#.###.
#.....#.#.####.##....
#.###.#....#..###...#
#.###.#.##.#...#.####
#.###.#..##.#...#.#.#
#.....#..##..##......
#######.#####..#.#.#.
`;

describe("a QR code", () => {
  it("is drawn as a reader expects it", () => {
    const rows = qr("hello")?.map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));
    expect(rows).toEqual(HELLO.trim().split("\n"));
  });

  it("grows with its text, up to a limit", () => {
    expect(qr("x".repeat(100))?.length).toBe(41);
    expect(qr("x".repeat(213))?.length).toBe(57);
    expect(qr("x".repeat(214))).toBeNull();
  });
});

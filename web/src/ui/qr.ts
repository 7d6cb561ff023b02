// A QR code of a short text: bytes, error correction M, versions 1 to 10 (213 bytes). Written here because an invitation
// must not be sent to a service that draws one, and a library would be larger than these tables.

/** By version: error-correction bytes of a block, and the data bytes of each block. */
const BLOCKS: readonly [number, readonly number[]][] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
/** By version: the middle alignment pattern; the others are at 6 and at the far end. */
const MIDDLE = [0, 0, 0, 0, 0, 0, 22, 24, 26, 28];

const total = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

// Arithmetic in GF(256).
const EXP: number[] = [];
const LOG: number[] = [];
for (let k = 0, value = 1; k < 255; k++) {
  EXP[k] = value;
  LOG[value] = k;
  value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
}
const times = (one: number, other: number): number =>
  one && other ? (EXP[((LOG[one] ?? 0) + (LOG[other] ?? 0)) % 255] ?? 0) : 0;

/** The error-correction bytes of a block (Reed–Solomon). */
function correction(data: readonly number[], length: number): number[] {
  let generator = [1];
  for (let k = 0; k < length; k++) {
    const next = [...generator, 0];
    generator.forEach((factor, at) => {
      next[at + 1] = (next[at + 1] ?? 0) ^ times(factor, EXP[k] ?? 0);
    });
    generator = next;
  }
  const rest = [...data, ...Array<number>(length).fill(0)];
  for (let k = 0; k < data.length; k++) {
    const factor = rest[k] ?? 0;
    generator.forEach((coefficient, at) => {
      rest[k + at] = (rest[k + at] ?? 0) ^ times(coefficient, factor);
    });
  }
  return rest.slice(data.length);
}

/** The bytes of a version, with padding and error correction, interleaved. */
function codewords(text: Uint8Array, version: number): number[] {
  const [length, sizes] = BLOCKS[version - 1] ?? [0, []];
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let k = count - 1; k >= 0; k--) bits.push((value >> k) & 1);
  };
  put(4, 4);
  put(text.length, version < 10 ? 8 : 16);
  for (const byte of text) put(byte, 8);
  const room = total(sizes) * 8;
  put(0, Math.min(4, room - bits.length));
  while (bits.length % 8) bits.push(0);
  const bytes = Array.from({ length: bits.length / 8 }, (_, k) =>
    bits.slice(8 * k, 8 * k + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  );
  for (let pad = 0xec; bytes.length < room / 8; pad ^= 0xec ^ 0x11) bytes.push(pad);
  const blocks = sizes.map((size, k) => {
    const from = total(sizes.slice(0, k));
    return bytes.slice(from, from + size);
  });
  const checks = blocks.map((block) => correction(block, length));
  const woven = (rows: number[][]): number[] =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, k) =>
      rows.flatMap((row) => (k < row.length ? [row[k] ?? 0] : [])),
    ).flat();
  return [...woven(blocks), ...woven(checks)];
}

/** A number followed by its BCH check bits. */
function checked(value: number, polynomial: number, bits: number): number {
  let rest = value << bits;
  const top = 1 << bits;
  for (let k = 31 - Math.clz32(rest); rest >= top; k = 31 - Math.clz32(rest)) rest ^= polynomial << (k - bits);
  return (value << bits) | rest;
}

const MASKS: ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

type Grid = (boolean | null)[][];

/** The fixed patterns; null where data goes. */
function frame(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const set = (row: number, column: number, dark: boolean): void => {
    const line = grid[row];
    if (line && column >= 0 && column < size) line[column] = dark;
  };
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const)
    for (let row = -1; row <= 7; row++)
      for (let column = -1; column <= 7; column++) {
        const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3));
        set(top + row, left + column, ring !== 2 && ring <= 3);
      }
  const far = size - 7;
  const middle = MIDDLE[version - 1];
  const places = version === 1 ? [] : middle ? [6, middle, far] : [6, far];
  for (const row of places)
    for (const column of places) {
      if ((row === 6 && column !== middle) || (column === 6 && row !== middle)) continue; // a finder is there, or nothing
      for (let y = -2; y <= 2; y++)
        for (let x = -2; x <= 2; x++) set(row + y, column + x, Math.max(Math.abs(x), Math.abs(y)) !== 1);
    }
  for (let k = 8; k < size - 8; k++) {
    set(6, k, k % 2 === 0);
    set(k, 6, k % 2 === 0);
  }
  for (let k = 0; k < 9; k++) {
    if (grid[8]?.[k] === null) set(8, k, false);
    if (grid[k]?.[8] === null) set(k, 8, false);
    if (k < 8) {
      set(8, size - 1 - k, false);
      set(size - 1 - k, 8, false);
    }
  }
  set(size - 8, 8, true);
  if (version >= 7) {
    const bits = checked(version, 0x1f25, 12);
    for (let k = 0; k < 18; k++) {
      const dark = ((bits >> k) & 1) === 1;
      set(Math.floor(k / 3), size - 11 + (k % 3), dark);
      set(size - 11 + (k % 3), Math.floor(k / 3), dark);
    }
  }
  return grid;
}

function filled(version: number, bytes: readonly number[], mask: number): boolean[][] {
  const grid = frame(version);
  const size = grid.length;
  let bit = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let k = 0; k < size; k++)
      for (const column of [right, right - 1]) {
        const row = ((right + 1) & 2) === 0 ? size - 1 - k : k;
        const line = grid[row];
        if (!line || line[column] !== null) continue;
        const dark = (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        line[column] = dark !== MASKS[mask]?.(row, column);
        bit++;
      }
  }
  const format = checked(mask, 0x537, 10) ^ 0x5412; // level M is 00
  for (let k = 0; k < 15; k++) {
    const dark = ((format >> k) & 1) === 1;
    const [row, column] = [k < 6 ? k : k < 8 ? k + 1 : size - 15 + k, k < 8 ? size - 1 - k : k < 9 ? 7 : 14 - k];
    (grid[row] as boolean[])[8] = dark;
    (grid[8] as boolean[])[column] = dark;
  }
  return grid as boolean[][];
}

/** The evenness of a mask: long runs and an uneven share of dark modules are hard to read. */
function penalty(grid: boolean[][]): number {
  let sum = 0;
  for (const lines of [grid, grid.map((_, k) => grid.map((row) => row[k] === true))])
    for (const line of lines)
      for (const run of line
        .map((dark) => (dark ? "1" : "0"))
        .join("")
        .match(/0{5,}|1{5,}/g) ?? [])
        sum += run.length - 2;
  const dark = grid.flat().filter(Boolean).length / grid.length ** 2;
  return sum + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
}

/** The modules of the code, row by row, true where they are dark; null if the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex(([, sizes], k) => total(sizes) >= bytes.length + (k < 9 ? 2 : 3)) + 1;
  if (version === 0) return null;
  const all = codewords(bytes, version);
  const grids = MASKS.map((_, mask) => filled(version, all, mask));
  return grids.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best));
}

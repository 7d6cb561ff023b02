// The layout of the board in hundredths of its width: squares, tokens, the middle.
// GO is at the bottom right; the order is clockwise.

export type Box = { x: number; y: number; w: number; h: number };
export type Spot = { x: number; y: number; size: number };

export const SQUARES = 40;
export const GO = 0;
export const JAIL = 10;
/** The height of a square; a corner is as wide. */
export const DEPTH = 13.4;
export const BREADTH = (100 - 2 * DEPTH) / 9;
/** The colour band with the buildings. */
export const BAND = 2.3;
/** The owner's strip along the rim. */
export const STRIP = 1.75;
/** Replaces both on squares that cannot be owned: the sign, beside or above the name. */
export const SIGN = 3.6;
export const HEAD = 5;
export const PRICE = 1.6;
/** Room for the price along the rim where tokens stand beside it. */
export const SUM = 5.6;
/** Room for tokens between a square's name and its price; less on the sides, where squares are low. */
export const feetRoom = (index: number): number => (side(index) % 2 === 0 ? 2.1 : 2);

/** 0 the bottom, 1 the left, 2 the top, 3 the right. */
export const side = (index: number): number => Math.floor(index / 10) % 4;
export const isCorner = (index: number): boolean => index % 10 === 0;

export function place(index: number): Box {
  const step = index % 10;
  const far = 100 - DEPTH;
  const back = far - step * BREADTH;
  const along = DEPTH + (step - 1) * BREADTH;
  if (step === 0) {
    const corners = [
      [far, far],
      [0, far],
      [0, 0],
      [far, 0],
    ] as const;
    const [x, y] = corners[side(index)] ?? corners[0];
    return { x, y, w: DEPTH, h: DEPTH };
  }
  switch (side(index)) {
    case 0:
      return { x: back, y: far, w: BREADTH, h: DEPTH };
    case 1:
      return { x: 0, y: back, w: DEPTH, h: BREADTH };
    case 2:
      return { x: along, y: 0, w: BREADTH, h: DEPTH };
    default:
      return { x: far, y: along, w: DEPTH, h: BREADTH };
  }
}

/** The cell, towards the middle of the board; visitors walk around it. */
export function cell(): Box {
  const box = place(JAIL);
  return { x: box.x + DEPTH * 0.32, y: box.y, w: DEPTH * 0.68, h: DEPTH * 0.66 };
}

/** The area for tokens: below the name; above the price or the rent, or beside it where squares are low. */
export function feet(index: number, { jailed = false, deed = true, mini = false } = {}): Box {
  const box = place(index);
  if (index === JAIL) {
    const bars = cell();
    if (jailed) return { x: bars.x + 0.3, y: bars.y + bars.h * 0.3, w: bars.w - 0.6, h: bars.h * 0.7 - 0.3 };
    return { x: box.x + 0.2, y: box.y + 0.3, w: bars.x - box.x - 0.4, h: bars.h - 0.3 };
  }
  if (mini) return { x: box.x + 0.3, y: box.y + 0.3, w: box.w - 0.6, h: box.h - 0.6 };
  if (isCorner(index)) {
    const top = box.h * (index === GO ? 0.57 : 0.62); // GO has its salary below its name, both higher up
    return { x: box.x + 0.5, y: box.y + top, w: box.w - 1, h: box.h * 0.98 - top };
  }
  const upright = side(index) % 2 === 0;
  const outer = deed ? STRIP : 0;
  if (!upright) {
    const left = side(index) === 1 ? outer + SUM : 0.2;
    return { x: box.x + left, y: box.y + box.h - 4.2, w: box.w - outer - SUM - 0.2, h: 4 };
  }
  const below = side(index) === 0 ? outer : deed ? BAND : HEAD;
  const h = 3.3;
  return { x: box.x + 0.2, y: box.y + box.h - below - PRICE - h - 0.7, w: box.w - 0.4, h };
}

/** Centres for a number of tokens in a box, and the size with which they fit side by side. */
export function arrange(count: number, box: Box, largest: number, smallest = largest * 0.62): Spot[] {
  let size = 0;
  let rows = 1;
  for (let tried = 1; tried <= count; tried++) {
    const fits = Math.min(box.w / Math.ceil(count / tried), box.h / tried);
    if (fits > size + 0.01) [size, rows] = [fits, tried];
  }
  // Many tokens may overlap slightly, so that they stay large enough.
  size = Math.min(Math.max(size, smallest), largest);
  const columns = Math.ceil(count / rows);
  const across = Math.min(box.w / columns, size * 1.04);
  const down = Math.min(box.h / rows, size * 1.02);
  return Array.from({ length: count }, (_, k) => {
    const row = Math.floor(k / columns);
    const inRow = Math.min(columns, count - row * columns);
    const x = box.x + box.w / 2 + ((k % columns) - (inRow - 1) / 2) * across;
    const y = box.y + box.h / 2 + (row - (rows - 1) / 2) * down;
    return { x, y, size };
  });
}

/** The target of an arrow key: along the track in that direction, otherwise across the board. */
export function neighbour(index: number, key: string): number | null {
  const next = (index + 1) % SQUARES;
  const last = (index + SQUARES - 1) % SQUARES;
  const here = middle(index);
  const ways: Record<string, (box: Spot) => number> = {
    ArrowLeft: (to) => here.x - to.x,
    ArrowRight: (to) => to.x - here.x,
    ArrowUp: (to) => here.y - to.y,
    ArrowDown: (to) => to.y - here.y,
  };
  if (key === "Home") return 0;
  if (key === "End") return SQUARES - 1;
  const way = ways[key];
  if (!way) return null;
  if (way(middle(next)) > 1) return next;
  if (way(middle(last)) > 1) return last;
  const opposite = isCorner(index) ? index : (SQUARES + (side(index) % 2 === 0 ? 30 : 50) - index) % SQUARES;
  return way(middle(opposite)) > 1 ? opposite : null;
}

function middle(index: number): Spot {
  const box = place(index);
  return { x: box.x + box.w / 2, y: box.y + box.h / 2, size: 0 };
}

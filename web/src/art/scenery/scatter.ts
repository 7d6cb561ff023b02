// Pseudo-random but fixed positions: stars, windows, trees.

export const GOLDEN = (Math.sqrt(5) - 1) / 2;

export type Place = { x: number; y: number; size: number };

export function scatter(count: number, wide: number, tall: number, from = 1): Place[] {
  return Array.from({ length: count }, (_, k) => ({
    x: round(((k + from) * GOLDEN * wide) % wide),
    y: round(((k + from) * 0.7548776662 * tall) % tall),
    size: ((k + from) * 0.569840291) % 1,
  }));
}

export const round = (value: number): number => Math.round(value * 10) / 10;

export type Block = { x: number; top: number; wide: number; kind: number };

/** Blocks side by side from the left edge to the right one. */
export function blocks(count: number, horizon: number, lowest: number, tallest: number, from = 0.35): Block[] {
  const wide = 1000 / count;
  return Array.from({ length: count }, (_, k) => ({
    x: round(k * wide),
    top: round(horizon - lowest - (tallest - lowest) * ((k * GOLDEN + from) % 1)),
    wide: round(wide),
    kind: Math.floor(((k * 0.7548776662 + from) % 1) * 5),
  }));
}

/** Lit windows of blocks, as one path. */
export function windows(all: Block[], horizon: number, step: number, share: number, w = 5, h = 7): string {
  let d = "";
  all.forEach((block, k) => {
    const columns = Math.max(1, Math.floor((block.wide - 8) / step));
    const inset = (block.wide - columns * step + step - w) / 2;
    for (let row = 0; block.top + 12 + row * step * 1.3 < horizon - 10; row++)
      for (let column = 0; column < columns; column++)
        if ((k * 7 + row * 5 + column * 3 + ((row * column) % 4)) % 10 < share * 10)
          d += `M${round(block.x + inset + column * step)} ${round(block.top + 12 + row * step * 1.3)}h${w}v${h}h-${w}z`;
  });
  return d;
}

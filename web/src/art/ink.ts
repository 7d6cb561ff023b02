// Contrast of text on a colour.

function light(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast ratio of two colours (#rrggbb), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [high = 1, low = 1] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** White or near black, whichever has more contrast. */
export const inkOn = (hex: string): string =>
  contrast(hex, "#ffffff") >= contrast(hex, "#14171c") ? "#ffffff" : "#14171c";

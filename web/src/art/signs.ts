// The signs of squares without a colour group, in one ink, in boxes of 24 by 24; a theme may have its own.

import type { Square } from "../types";

const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

const TRAIN = `M3 15V8.6H4.6V4H8.4V8.6H12V5H20.6V15ZM14 7.2V10.4H18.6V7.2ZM2 16.4H22V17.6H2Z${disc(6.4, 19.6, 2.2)}${disc(12, 19.6, 2.2)}${disc(17.8, 19.6, 2.2)}`;
const BULB = "M12 1.6A7 7 0 0 0 8.2 14.4L8.8 17.2H15.2L15.8 14.4A7 7 0 0 0 12 1.6ZM9 18.4H15V20H9ZM10 21.2H14V22.6H10Z";
const DROP =
  "M12 1.6C16 6.4 19 10.6 19 14.6A7 7.4 0 0 1 5 14.6C5 10.6 8 6.4 12 1.6ZM8 14.4C8 17.4 9.8 19.2 12 19.6V18C10.6 17.6 9.6 16.4 9.6 14.4Z";
const BOLT = "M14.4 1L4.4 13.6H10.6L8.4 23L19.6 9.4H13.2L17.4 1Z";
const CHEST = "M2.6 11V20.6H21.4V11H14.4V14H9.6V11ZM2.6 9.6C2.6 3 5 3 12 3C19 3 21.4 3 21.4 9.6H14.4V8.4H9.6V9.6Z";
const QUESTION =
  "M6.6 8C6.6 4 9 1.6 12.4 1.6C16 1.6 18.2 3.8 18.2 7C18.2 9.6 16.8 11 15.2 12.2C14 13.1 13.6 13.8 13.6 15.6H9.8C9.8 12.8 10.6 11.6 12.2 10.3C13.6 9.2 14.2 8.5 14.2 7.2C14.2 5.9 13.5 5.1 12.4 5.1C11.1 5.1 10.5 6.1 10.5 8ZM9.4 17.6H14V22.2H9.4Z";
const COINS = `M3 13.4C3 11.6 6 10.4 9.6 10.4S16.2 11.6 16.2 13.4V19C16.2 20.8 13.2 22 9.6 22S3 20.8 3 19ZM5 13.6C5.6 14.8 7.4 15.4 9.6 15.4S13.6 14.8 14.2 13.6C13.6 12.8 11.8 12.2 9.6 12.2S5.6 12.8 5 13.6Z${disc(17, 6.4, 4.6)}M16.2 4H17.8V8.8H16.2Z`;
const SHIP =
  "M12 0.8C14.4 4 15 7.6 15 11L21.6 16.4V19.4L15 17.6L14.2 20.6L16 22.4V23.4H8V22.4L9.8 20.6L9 17.6L2.4 19.4V16.4L9 11C9 7.6 9.6 4 12 0.8ZM12 5.6L10.8 10H13.2Z";
const STAR = "M12 0.8L14 8L20 4L16 10L23.2 12L16 14L20 20L14 16L12 23.2L10 16L4 20L8 14L0.8 12L8 10L4 4L10 8Z";
const MOON = "M12 0.8L23.2 12L12 23.2L0.8 12ZM14 7A5.4 5.4 0 1 0 14 17A4.6 5 0 0 1 14 7Z";
const LAMP =
  "M1.6 9C4 8.6 5.4 9.6 6.8 11.4H16C18 11.4 18.6 9.4 20.4 9.4C22.4 9.4 23 11.6 21.6 12.8C20.8 13.6 19.6 13.2 19.2 14C18.2 16.8 15.6 18 13.4 18.4L15.4 21.4H7.4L9.4 18.4C6.4 17.6 5.4 14.6 4.4 12.4C3.8 11 2.8 10 1.6 9ZM8.6 10C8.8 7.4 10 6.4 11.2 6.4S13.6 7.4 13.8 10ZM10.4 5.4A0.9 0.9 0 1 1 12.2 5.4A0.9 0.9 0 1 1 10.4 5.4Z";
const WELL =
  "M12 1L22 8H19.4V13H21V21.6H3V13H4.6V8H2ZM6.6 8V13H11.2V8ZM12.8 8V13H17.4V8ZM5 15V16.2H19V15ZM5 18.2V19.4H19V18.2Z";
const SPARK =
  "M12 1L14.4 9.6L23 12L14.4 14.4L12 23L9.6 14.4L1 12L9.6 9.6ZM19.4 2L20.2 4.6L22.8 5.4L20.2 6.2L19.4 8.8L18.6 6.2L16 5.4L18.6 4.6Z";
const WEB =
  "M11.4 1H12.6V7L16.6 2.8L17.6 3.4L13.8 9.2L21.6 6.4L22.2 7.6L14.6 11.4H23V12.6H14.6L22.2 16.4L21.6 17.6L13.8 14.8L17.6 20.6L16.6 21.2L12.6 17V23H11.4V17L7.4 21.2L6.4 20.6L10.2 14.8L2.4 17.6L1.8 16.4L9.4 12.6H1V11.4H9.4L1.8 7.6L2.4 6.4L10.2 9.2L6.4 3.4L7.4 2.8L11.4 7Z";
const MASK =
  "M2 6C6 3.4 18 3.4 22 6C23 13 18 20 12 21.6C6 20 1 13 2 6ZM5 9.4C5 13 7.4 14.6 10.6 14C10.6 11 8.4 9.4 5 9.4ZM19 9.4C15.6 9.4 13.4 11 13.4 14C16.6 14.6 19 13 19 9.4Z";
const BANNER =
  "M5 1.6H19V22.4L12 17.4L5 22.4ZM12 5L13.8 8.8L17.6 9.2L14.8 12L15.6 16L12 14L8.4 16L9.2 12L6.4 9.2L10.2 8.8Z";
const THRONE =
  "M11.2 1H12.8L13.4 12H10.6ZM7 2.6L9.6 12H7.6ZM17 2.6L14.4 12H16.4ZM3 6L6.8 12.6L5 13.4ZM21 6L17.2 12.6L19 13.4ZM4.6 13.6H19.4V16.8H18.4V23H15.4V16.8H8.6V23H5.6V16.8H4.6Z";
const COIN = `${disc(12, 12, 10.4)}M12 4L13.8 9.6L19.6 9.8L15 13.2L16.8 18.8L12 15.4L7.2 18.8L9 13.2L4.4 9.8L10.2 9.6Z`;
const SUN = `${disc(12, 12, 5)}M11 1H13V5H11ZM11 19H13V23H11ZM1 11H5V13H1ZM19 11H23V13H19ZM3.6 5L5 3.6L7.8 6.4L6.4 7.8ZM16.2 17.6L17.6 16.2L20.4 19L19 20.4ZM19 3.6L20.4 5L17.6 7.8L16.2 6.4ZM6.4 16.2L7.8 17.6L5 20.4L3.6 19Z`;
const BRICKS =
  "M1.6 4H10V9H1.6ZM11.4 4H22.4V9H11.4ZM1.6 10.4H6V15.4H1.6ZM7.4 10.4H16V15.4H7.4ZM17.4 10.4H22.4V15.4H17.4ZM1.6 16.8H12V21.8H1.6ZM13.4 16.8H22.4V21.8H13.4Z";
const PAGE =
  "M4 2H20V22H4ZM6.4 4.6V8H17.6V4.6ZM6.4 10V15H11.4V10ZM13 10V11.4H17.6V10ZM13 13V14.4H17.6V13ZM6.4 17V18.4H17.6V17Z";
const FLASK =
  "M8.6 1.6H15.4V3.6H14.4V9L20.6 19.4C21.6 21.2 20.6 22.6 18.8 22.6H5.2C3.4 22.6 2.4 21.2 3.4 19.4L9.6 9V3.6H8.6ZM8.4 14.8H15.6L13 10.2V4H11V10.2Z";

type Signs = { station: string; utility: string; water: string; chest: string; chance: string; tax: string };

const CLASSIC: Signs = { station: TRAIN, utility: BULB, water: DROP, chest: CHEST, chance: QUESTION, tax: COINS };
const SIGNS: Record<string, Signs> = {
  "star-wars-1": { station: SHIP, utility: BOLT, water: DROP, chest: STAR, chance: MOON, tax: COINS },
  "star-wars-2": { station: SHIP, utility: BOLT, water: DROP, chest: STAR, chance: MOON, tax: COINS },
  "spider-man": { station: WEB, utility: FLASK, water: PAGE, chest: WEB, chance: MASK, tax: COINS },
  "disney-parks": { station: TRAIN, utility: SPARK, water: DROP, chest: LAMP, chance: WELL, tax: COINS },
  "game-of-thrones": { station: BANNER, utility: SUN, water: BRICKS, chest: THRONE, chance: COIN, tax: COINS },
};

const signs = (edition: string): Signs => SIGNS[edition] ?? CLASSIC;

export const deckSign = (edition: string, deck: string): string =>
  deck === "chest" ? signs(edition).chest : signs(edition).chance;

/** The sign of a square; the second utility on the way has its own. Streets and corners have none. */
export function signOf(edition: string, square: Square): string | null {
  const known = signs(edition);
  switch (square.kind) {
    case "station":
      return known.station;
    case "utility":
      return square.index < 20 ? known.utility : known.water;
    case "chest":
      return known.chest;
    case "chance":
      return known.chance;
    case "tax":
      return known.tax;
    default:
      return null;
  }
}

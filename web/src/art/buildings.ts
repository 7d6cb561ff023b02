// The forms of small and large buildings, one pair per theme, in boxes of 24 by 24: walls, roof and openings.

import type { Lot } from "../types";

export type BuildingLook = { wall: string; roof: string; walls: string; roofs: string; holes: string };

const HOLE = "#1d2026";
export const OPENING = HOLE;

type Pair = Record<Lot, BuildingLook>;

const CLASSIC: Pair = {
  house: {
    wall: "#3fa35f",
    roof: "#1e6b39",
    walls: "M4 11H20V22H4Z",
    roofs: "M12 2L22.6 12H1.4Z",
    holes: "M10 22V15.4H14V22Z",
  },
  hotel: {
    wall: "#d9414a",
    roof: "#8e1620",
    walls: "M2 9H22V22H2Z",
    roofs: "M5 2.4H19L23.2 9.4H0.8Z",
    holes:
      "M4.4 11.6H7.4V14.6H4.4ZM10.5 11.6H13.5V14.6H10.5ZM16.6 11.6H19.6V14.6H16.6ZM10 22V17H14V22ZM4.4 17H7.4V20H4.4ZM16.6 17H19.6V20H16.6Z",
  },
};

const DOMES: Pair = {
  house: {
    wall: "#f0d9ae",
    roof: "#d9b06c",
    walls: "M3 13H21V22H3Z",
    roofs: "M2.4 14A9.6 10 0 0 1 21.6 14Z",
    holes: "M9.6 22V17A2.4 2.4 0 0 1 14.4 17V22ZM15.6 10A1.2 1.2 0 1 0 18 10A1.2 1.2 0 1 0 15.6 10Z",
  },
  hotel: {
    wall: "#e6c48a",
    roof: "#b5652f",
    walls: "M7 9H17V22H7ZM2.6 15.4H7V22H2.6ZM17 13H21.4V22H17Z",
    roofs:
      "M6.4 9.6A5.6 6 0 0 1 17.6 9.6ZM11.2 4V0.6H12.8V4ZM1.8 16A3.2 3.4 0 0 1 7 14.6V16ZM17 12A3 3 0 0 1 22.2 13.6H17Z",
    holes: "M10.4 22V18.4H13.6V22ZM9 11.4H15V13H9ZM9 14.6H15V16.2H9Z",
  },
};

const SPIRES: Pair = {
  house: {
    wall: "#8fa3d8",
    roof: "#51659f",
    walls: "M4 8H20V22H4Z",
    roofs: "M4 8L7 4H17L20 8Z",
    holes:
      "M6.4 10.6H10.6V12.6H6.4ZM13.4 10.6H17.6V12.6H13.4ZM6.4 14.6H10.6V16.6H6.4ZM13.4 14.6H17.6V16.6H13.4ZM10 22V18.4H14V22Z",
  },
  hotel: {
    wall: "#b9c8f2",
    roof: "#6f86cc",
    walls: "M8 6H16L18.6 22H5.4ZM2 15H6L5.4 22H2ZM18 12H22V22H18.6Z",
    roofs: "M12 0.4L16 6.4H8ZM1.6 15.4L4 12.4L6.2 15.4ZM17.6 12.4L20 9.4L22.4 12.4Z",
    holes: "M9.6 9H14.4V10.6H9.6ZM9.2 12.2H14.8V13.8H9.2ZM8.8 15.4H15.2V17H8.8ZM10.6 22V18.8H13.4V22Z",
  },
};

const BLOCKS: Pair = {
  house: {
    wall: "#b5543f",
    roof: "#6d2b20",
    walls: "M4 5.4H20V22H4Z",
    roofs: "M3 3.4H21V6.4H3Z",
    holes:
      "M6.4 8.4H9V11.4H6.4ZM10.7 8.4H13.3V11.4H10.7ZM15 8.4H17.6V11.4H15ZM6.4 13.4H9V16.4H6.4ZM15 13.4H17.6V16.4H15ZM10.4 22V14.4H13.6V22Z",
  },
  hotel: {
    wall: "#6b7fb8",
    roof: "#34447a",
    walls: "M5 11H19V22H5ZM7.4 5H16.6V11H7.4Z",
    roofs: "M9.6 2.4H14.4V5.4H9.6ZM11.3 0H12.7V2.6H11.3ZM4.4 10.4H19.6V12H4.4Z",
    holes:
      "M9 6.6H10.8V9H9ZM13.2 6.6H15V9H13.2ZM7 13.6H9V16H7ZM11 13.6H13V16H11ZM15 13.6H17V16H15ZM7 17.8H9V20.2H7ZM11 17.8H13V22H11ZM15 17.8H17V20.2H15Z",
  },
};

const CASTLES: Pair = {
  house: {
    wall: "#f7dff0",
    roof: "#c2379a",
    walls: "M5 11H19V22H5Z",
    roofs: "M12 1L21 12H3Z",
    holes: "M9.8 22V17.6A2.2 2.4 0 0 1 14.2 17.6V22ZM10.6 13H13.4V15H10.6Z",
  },
  hotel: {
    wall: "#e9e0ff",
    roof: "#4a63d6",
    walls: "M6 13H18V22H6ZM2.4 10H7V22H2.4ZM17 10H21.6V22H17ZM9.6 8H14.4V13.4H9.6Z",
    roofs: "M12 0.6L15.4 8.4H8.6ZM4.7 3.6L8 10.4H1.4ZM19.3 3.6L22.6 10.4H16Z",
    holes: "M10 22V18A2 2.4 0 0 1 14 18V22ZM4 12.6H5.4V15.4H4ZM18.6 12.6H20V15.4H18.6ZM11.3 9.8H12.7V12H11.3Z",
  },
};

const KEEPS: Pair = {
  house: {
    wall: "#c9b48a",
    roof: "#7c5a2c",
    walls: "M4.6 12H19.4V22H4.6Z",
    roofs: "M12 3C15 6 19 10 22.8 14H1.2C5 10 9 6 12 3Z",
    holes: "M9.8 22V16H14.2V22Z",
  },
  hotel: {
    wall: "#9aa3ab",
    roof: "#6a737c",
    walls: "M3 8H21V22H3Z",
    roofs: "M2 2.6H6V5.4H8.6V2.6H11V5.4H13V2.6H15.4V5.4H18V2.6H22V9H2Z",
    holes: "M9.4 22V17A2.6 2.8 0 0 1 14.6 17V22ZM6 11H7.4V14.4H6ZM16.6 11H18V14.4H16.6ZM11.3 10.6H12.7V13.4H11.3Z",
  },
};

const PAIRS: Record<string, Pair> = {
  "star-wars-1": DOMES,
  "star-wars-2": SPIRES,
  "spider-man": BLOCKS,
  "disney-parks": CASTLES,
  "game-of-thrones": KEEPS,
};

export const buildingLook = (edition: string, lot: Lot): BuildingLook => (PAIRS[edition] ?? CLASSIC)[lot];

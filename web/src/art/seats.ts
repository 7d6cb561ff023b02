// The eight seats' colours and shapes, the same on every page and in every theme: seats differ in shape and number, not only in colour.

import type { Seat } from "../types";

export type Shape = "circle" | "square" | "triangle" | "diamond" | "pentagon" | "star" | "hexagon" | "cross";

/** `ink` is readable on `colour`, at 4.5:1 or better. */
export type SeatLook = { colour: string; ink: string; shape: Shape };

const WHITE = "#ffffff";
const BLACK = "#14171c";

export const SEATS: readonly SeatLook[] = [
  { colour: "#c4202f", ink: WHITE, shape: "circle" },
  { colour: "#1f5fbf", ink: WHITE, shape: "square" },
  { colour: "#1e7b34", ink: WHITE, shape: "triangle" },
  { colour: "#f4c20d", ink: BLACK, shape: "diamond" },
  { colour: "#7b3fa0", ink: WHITE, shape: "pentagon" },
  { colour: "#19b5c9", ink: BLACK, shape: "star" },
  { colour: "#f07f13", ink: BLACK, shape: "hexagon" },
  { colour: "#5d4037", ink: WHITE, shape: "cross" },
];

/** Each shape in a box of 24 by 24. */
export const SHAPES: Record<Shape, string> = {
  circle: "M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0Z",
  square: "M3 3H21V21H3Z",
  triangle: "M12 0.8L23.4 21.6H0.6Z",
  diamond: "M12 0.6L23.4 12L12 23.4L0.6 12Z",
  pentagon: "M12 1L23 9.2L18.8 22H5.2L1 9.2Z",
  star: "M12 0.4L15.7 7L23.3 8.4L18 14L19 21.8L12 18.5L5 21.8L6 14L0.7 8.4L8.3 7Z",
  hexagon: "M6.4 2H17.6L23.2 12L17.6 22H6.4L0.8 12Z",
  cross: "M7.6 1.4H16.4V7.6H22.6V16.4H16.4V22.6H7.6V16.4H1.4V7.6H7.6Z",
};

const look = (seat: Seat): SeatLook => SEATS[((seat % SEATS.length) + SEATS.length) % SEATS.length] ?? SEATS[0]!;

export const seatColour = (seat: Seat): string => look(seat).colour;
export const seatInk = (seat: Seat): string => look(seat).ink;
export const seatShape = (seat: Seat): Shape => look(seat).shape;
/** The displayed number: the first seat is 1. */
export const seatNumber = (seat: Seat): number => seat + 1;

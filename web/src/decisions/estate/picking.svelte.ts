// The squares that can be picked on the board for the pending question: set by the panel, used by the board.
// The table component passes it to both.

export type Picking = { squares: number[]; chosen: number | null; choose: (square: number) => void };

class Pick {
  now = $state.raw<Picking | null>(null);
}

export const pick = new Pick();

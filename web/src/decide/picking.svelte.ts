// The squares one may pick on the board for the question that is open: the panel says which, the board lets one touch
// them. The table's frame hands both to the board.

export type Picking = { squares: number[]; chosen: number | null; choose: (square: number) => void };

class Pick {
  now = $state.raw<Picking | null>(null);
}

export const pick = new Pick();

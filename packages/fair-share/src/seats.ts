/** Seats that can be taken away: connections. A newcomer always gets one; above the limit, the party that has most loses one. */
export interface Seats<Seat> {
  /** Adds an idle seat. Returns the seat that must go for it: the one idle for longest of the party that has most, else its oldest. */
  readonly add: (party: string, seat: Seat) => Seat | null;
  /** The seat is in use: it goes only if its party has no idle one. */
  readonly use: (seat: Seat) => void;
  /** The seat is idle from now on. */
  readonly rest: (seat: Seat) => void;
  readonly remove: (seat: Seat) => void;
  readonly size: () => number;
}

interface PartySeats<Seat> {
  /** Longest idle first. */
  readonly idle: Set<Seat>;
  /** Longest in use first. */
  readonly used: Set<Seat>;
}

/** Each call takes constant time. */
export function createSeats<Seat extends object>({ max }: { readonly max: number }): Seats<Seat> {
  if (!Number.isSafeInteger(max) || max < 1) throw new RangeError('max: must be a positive integer');
  const partyOf = new Map<Seat, string>();
  const parties = new Map<string, PartySeats<Seat>>();
  /** Parties by their number of seats. A party moves by one, so the largest number changes by one too. */
  const bySize = new Map<number, Set<string>>();
  let largest = 0;

  const resize = (party: string, from: number, to: number): void => {
    const left = bySize.get(from);
    left?.delete(party);
    if (left?.size === 0) bySize.delete(from);
    if (to > 0) bySize.set(to, (bySize.get(to) ?? new Set()).add(party));
    if (to > largest) largest = to;
    else if (!bySize.has(largest)) largest = Math.max(0, largest - 1);
  };
  const sizeOf = (seats: PartySeats<Seat> | undefined): number => (seats === undefined ? 0 : seats.idle.size + seats.used.size);

  const remove = (seat: Seat): void => {
    const party = partyOf.get(seat);
    const seats = party === undefined ? undefined : parties.get(party);
    if (party === undefined || seats === undefined) return;
    const before = sizeOf(seats);
    partyOf.delete(seat);
    seats.idle.delete(seat);
    seats.used.delete(seat);
    resize(party, before, before - 1);
    if (before === 1) parties.delete(party);
  };

  const oneOfTheLargest = (): Seat | null => {
    const [party] = bySize.get(largest) ?? [];
    const seats = party === undefined ? undefined : parties.get(party);
    if (seats === undefined) return null;
    const [chosen = null] = seats.idle.size > 0 ? seats.idle : seats.used;
    return chosen;
  };

  const move = (seat: Seat, to: 'idle' | 'used'): void => {
    const party = partyOf.get(seat);
    const seats = party === undefined ? undefined : parties.get(party);
    if (seats === undefined) return;
    seats.idle.delete(seat);
    seats.used.delete(seat);
    seats[to].add(seat);
  };

  return {
    add(party, seat) {
      remove(seat);
      const seats = parties.get(party) ?? { idle: new Set(), used: new Set() };
      parties.set(party, seats);
      const before = sizeOf(seats);
      seats.idle.add(seat);
      partyOf.set(seat, party);
      resize(party, before, before + 1);
      if (partyOf.size <= max) return null;
      const gone = oneOfTheLargest();
      if (gone !== null) remove(gone);
      return gone;
    },
    use: (seat) => move(seat, 'used'),
    rest: (seat) => move(seat, 'idle'),
    remove,
    size: () => partyOf.size,
  };
}

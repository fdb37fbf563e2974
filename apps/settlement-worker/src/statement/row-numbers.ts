/** A place of the books that does not follow from the one before. */
export type NumberFault =
  | { readonly kind: 'missing rows'; readonly marker: string; readonly first: bigint; readonly last: bigint }
  | { readonly kind: 'number used twice'; readonly marker: string; readonly seq: bigint };

interface Hole {
  readonly first: bigint;
  readonly last: bigint;
}

/** Holes that are remembered until a late row fills them. */
const MOST_HOLES = 10_000;

/** Watches that rows have the numbers 1, 2, 3 and so on. Rows before the first one are in earlier files. */
export class RowNumbers {
  private readonly markers = new Map<string, { readonly first: bigint; last: bigint; holes: readonly Hole[] }>();
  private readonly twice: NumberFault[] = [];

  take({ marker, seq }: { readonly marker: string; readonly seq: bigint }): void {
    const known = this.markers.get(marker);
    if (known === undefined) {
      this.markers.set(marker, { first: seq, last: seq, holes: [] });
      return;
    }
    if (seq > known.last) {
      if (seq > known.last + 1n && known.holes.length < MOST_HOLES)
        known.holes = [...known.holes, { first: known.last + 1n, last: seq - 1n }];
      known.last = seq;
      return;
    }
    // Late: its day was closed when it came, so it may stand before the first row too.
    if (seq < known.first) return;
    const hole = known.holes.find(({ first, last }) => first <= seq && seq <= last);
    if (hole === undefined) this.note({ kind: 'number used twice', marker, seq });
    else known.holes = known.holes.flatMap((other) => (other === hole ? withoutNumber(hole, seq) : [other]));
  }

  faults(): readonly NumberFault[] {
    const missing = [...this.markers].flatMap(([marker, { holes }]) =>
      holes.map((hole): NumberFault => ({ kind: 'missing rows', marker, ...hole })),
    );
    return [...missing, ...this.twice];
  }

  private note(fault: NumberFault): void {
    if (this.twice.length < MOST_HOLES) this.twice.push(fault);
  }
}

function withoutNumber({ first, last }: Hole, seq: bigint): readonly Hole[] {
  return [
    { first, last: seq - 1n },
    { first: seq + 1n, last },
  ].filter((hole) => hole.first <= hole.last);
}

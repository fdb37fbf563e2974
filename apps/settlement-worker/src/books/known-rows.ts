import type { BookRow, ConcludedRow } from '@oracle-gateway/outbox';

/** Standing of a row of the server beside the rows on the disk. */
export type Standing =
  | { readonly kind: 'new' }
  /** The same row is on the disk. */
  | { readonly kind: 'duplicate' }
  /** A failover forgot the conclusion after it was pulled, and the round has concluded again. */
  | { readonly kind: 'repeated'; readonly seq: bigint }
  /** A failover forgot the row of that number; both rows count. */
  | { readonly kind: 'conflict' }
  /** Rows before it are on no disk: `from` to `to`. */
  | { readonly kind: 'missing'; readonly from: bigint; readonly to: bigint };

/** Newest rows on the disk, by which those of the server are judged. */
export class KnownRows {
  readonly #rows = new Map<string, Set<string>>();
  readonly #charges = new Map<string, bigint>();
  readonly #last = new Map<string, bigint>();

  /** Marker of the newest row; undefined: no row is known. */
  marker: string | undefined;

  judge(row: BookRow): Standing {
    const last = this.#last.get(row.marker) ?? 0n;
    const same = this.#rows.get(numberOf(row));
    if (same?.has(nameOf(row)) === true) return { kind: 'duplicate' };
    const charged = row.kind === 'gap' ? undefined : this.#charges.get(chargeOf(row) ?? '');
    if (charged !== undefined) return { kind: 'repeated', seq: charged };
    if (same !== undefined || row.seq <= last) return { kind: 'conflict' };
    return row.seq === last + 1n ? { kind: 'new' } : { kind: 'missing', from: last + 1n, to: row.seq - 1n };
  }

  add(row: BookRow): void {
    const number = numberOf(row);
    const same = this.#rows.get(number) ?? new Set();
    this.#rows.set(number, same.add(nameOf(row)));
    const charge = row.kind === 'gap' ? undefined : chargeOf(row);
    if (charge !== undefined) this.#charges.set(charge, row.seq);
    this.pass(row);
  }

  /** The number is used, whether its row is on the disk or not. */
  pass({ marker, seq }: Pick<BookRow, 'marker' | 'seq'>): void {
    this.marker = marker;
    if (seq > (this.#last.get(marker) ?? 0n)) this.#last.set(marker, seq);
  }
}

function numberOf({ marker, seq }: BookRow): string {
  return `${marker} ${seq}`;
}

function nameOf(row: BookRow): string {
  return row.kind === 'gap' ? `gap ${row.count}` : `${row.kind} ${row.round}`;
}

/** A round is charged once and lapses once, whatever the server has forgotten; its settlement may be lost more than once. */
function chargeOf({ kind, round }: ConcludedRow): string | undefined {
  switch (kind) {
    case 'final':
    case 'paid':
    case 'overturned':
      return `charged ${round}`;
    case 'lapsed':
      return `lapsed ${round}`;
    case 'rolled-back':
      return undefined;
  }
}

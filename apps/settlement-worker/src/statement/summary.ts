import type { ConcludedRow } from '@oracle-gateway/outbox';
import { type Address, formatAddress } from '@oracle-gateway/protocol';
import { bookDayOf } from '../books/book-day.js';
import type { LedgerLine } from './ledger-line.js';

/** The kind of a line of a statement: a conclusion of rounds, or what the ledger alone told. */
export type SummaryKind = ConcludedRow['kind'] | `${LedgerLine['kind']} on the ledger`;

/** Rounds of one day, kind, path and party. */
export interface SummaryLine {
  readonly day: string;
  readonly kind: SummaryKind;
  /** Empty: the ledger does not tell. */
  readonly path: string;
  /** The owner or payer; behind a slash the delegate that asked. Empty: the ledger does not tell. */
  readonly party: string;
  rounds: number;
  units: bigint;
  amountAtomic: bigint;
  /** The amount that rounds would have moved that lapsed or were rolled back. */
  unpaidAtomic: bigint;
}

export type Total = Pick<SummaryLine, 'rounds' | 'units' | 'amountAtomic' | 'unpaidAtomic'>;

/** Most lines of one day: days × paths × parties. */
const MOST_LINES = 200_000;

/** Adds up one day at a time, so that a month takes no more memory than a day. */
export class Summary {
  private lines = new Map<string, SummaryLine>();
  private readonly sums = new Map<SummaryKind, Total>();
  /** The rows of a party share one address. */
  private readonly names = new WeakMap<Address, string>();

  constructor(private readonly owner: string | null) {}

  /** Whether the row counts: every one, or those of the owner asked for. Throws RangeError for too many parties. */
  takeRow({ atMs, kind, path, owner, delegate, units, amount, unpaid }: ConcludedRow): boolean {
    const name = this.nameOf(owner);
    if (this.owner !== null && this.owner !== name) return false;
    const party = delegate === null ? name : `${name}/${this.nameOf(delegate)}`;
    this.add({ day: bookDayOf(atMs), kind, path, party }, { rounds: 1, units, amountAtomic: amount, unpaidAtomic: unpaid });
    return true;
  }

  takeLedgerLine({ atMs, kind, party, units, amountAtomic }: LedgerLine): boolean {
    const name = party === null ? '' : formatAddress(party);
    if (this.owner !== null && this.owner !== name) return false;
    const rounds = kind === 'purchase' ? 0 : 1;
    const key = { day: bookDayOf(atMs), kind: `${kind} on the ledger`, path: '', party: name } as const;
    this.add(key, { rounds, units: BigInt(units), amountAtomic, unpaidAtomic: 0n });
    return true;
  }

  /** The lines so far, in order, which are forgotten. */
  takeLines(): readonly SummaryLine[] {
    const lines = [...this.lines.values()].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    this.lines = new Map();
    return lines;
  }

  totals(): ReadonlyMap<SummaryKind, Total> {
    return this.sums;
  }

  private nameOf(address: Address): string {
    const known = this.names.get(address) ?? formatAddress(address);
    this.names.set(address, known);
    return known;
  }

  private add(key: Pick<SummaryLine, 'day' | 'kind' | 'path' | 'party'>, by: Total): void {
    const text = keyOf(key);
    const line = this.lines.get(text) ?? { ...key, ...nothing() };
    this.lines.set(text, line);
    if (this.lines.size > MOST_LINES) throw new RangeError(`a day has more than ${MOST_LINES} lines; take one owner by --owner`);
    const total = this.sums.get(key.kind) ?? nothing();
    this.sums.set(key.kind, total);
    for (const sum of [line, total]) {
      sum.rounds += by.rounds;
      sum.units += by.units;
      sum.amountAtomic += by.amountAtomic;
      sum.unpaidAtomic += by.unpaidAtomic;
    }
  }
}

function nothing(): Total {
  return { rounds: 0, units: 0n, amountAtomic: 0n, unpaidAtomic: 0n };
}

function keyOf({ day, kind, path, party }: Pick<SummaryLine, 'day' | 'kind' | 'path' | 'party'>): string {
  return `${day} ${kind} ${path} ${party}`;
}

import type { RoundId } from '@oracle-gateway/protocol';
import type { BoundedMap } from '@oracle-gateway/protocol/internal';
import type { CountedState } from '../connection/high-water.js';
import type { OutboxConnection, RunScript } from '../connection/scripts.js';
import type { ConcludedRow, Conclusion } from '../records/book-row.js';
import { amountsOf } from '../wire/book-entry.js';
import type { ShardKeys } from '../wire/keys.js';
import { readInteger } from '../wire/reply.js';
import type { RememberedHolds } from './remembered-holds.js';
import type { UnansweredReservations } from './unanswered-reservations.js';
import { readEntry } from './with-entry.js';

/** The records of one gateway on one Redis primary, and how long they live. */
export interface Shard {
  readonly redis: OutboxConnection;
  readonly keys: ShardKeys;
  readonly run: RunScript;
  /** A record that nothing moves any more is kept this long: never shorter than its identity or the answer in it. */
  readonly recordTtlMs: number;
  /** Milliseconds for which a round without an answer is kept: as long as its identity must be refused. */
  readonly identityTtlMs: number;
  readonly reservationMarginMs: number;
  /** Rows of the books that wait, at most; past that a gap row counts them. */
  readonly mostBookRows: number;
  readonly newToken: () => string;
  readonly remembered: RememberedHolds;
  /** Entries in the books of rounds whose payments this process makes. */
  readonly entries: BoundedMap<RoundId, string>;
  readonly unanswered: UnansweredReservations;
  /** The shard's marker when this process last read it; '' when it did not read it. */
  readonly marker: () => Promise<string>;
  /** The marker was another. */
  readonly doubt: () => void;
  /** This process has concluded a round. */
  readonly concluded: (round: ConcludedAmounts) => void;
  /** So many rounds have reached the state so far: a server that holds fewer has lost records. */
  readonly reached: (state: CountedState, count: number) => void;
}

/** Part of a row of the books that counters are of: the owner and the round would be too many names. */
export type ConcludedAmounts = Pick<ConcludedRow, 'kind' | 'path' | 'units' | 'amount' | 'unpaid'>;

/** Tells a conclusion by the reply of its script. A command that is repeated booked nothing, and its reply has neither path nor entry. */
export function noteConcluded({ concluded }: Pick<Shard, 'concluded'>, kind: Conclusion, [, path, text]: readonly string[]): void {
  const entry = text === undefined ? null : readEntry(text);
  if (path !== undefined && entry !== null) concluded({ kind, path, units: entry.units, ...amountsOf(kind, entry.price) });
}

/** A command that is repeated tells no count. */
export function noteReached({ reached }: Pick<Shard, 'reached'>, state: CountedState, [, count]: readonly string[]): void {
  if (count !== undefined) reached(state, readInteger(count));
}

import type { RoundId } from '@oracle-gateway/protocol';
import type { RunScript } from '../connection/scripts.js';
import type { ExclusiveKey } from '../records/exclusive-key.js';
import type { KeptHold } from '../records/hold.js';
import { holdsInput } from '../wire/hold-text.js';
import type { ShardKeys } from '../wire/keys.js';
import { readText } from '../wire/reply.js';
import { withHolds } from './with-holds.js';

/** A reservation that was asked for and whose answer was lost. It may be made, or be made later. No round was begun under it. */
export interface UnansweredReservation {
  readonly roundId: RoundId;
  readonly token: string;
  readonly holds: readonly KeptHold[];
  readonly exclusive: readonly ExclusiveKey[];
  readonly listKey: string;
}

/** Parts of a shard that a withdrawal uses. */
interface WithdrawalDeps {
  readonly keys: ShardKeys;
  readonly run: RunScript;
  readonly recordTtlMs: number;
}

/** The server may carry a command out after its client has given up. Later than so many withdrawals it expires by itself. */
const MAX_WITHDRAWALS = 60;
/** Rounds of one call. */
const MAX_AT_ONCE = 100;
/** A caller that repeats its request while the server is away. */
const MAX_OF_ONE_ROUND = 8;

/** Reservations without a round, which this process alone knows. The oldest are forgotten beyond the limit; they expire by themselves. */
export class UnansweredReservations {
  readonly #kept = new Map<RoundId, Kept>();

  constructor(private readonly maxRounds: number) {}

  add(reservation: UnansweredReservation): void {
    const before = this.#kept.get(reservation.roundId)?.reservations ?? [];
    this.#keep(reservation.roundId, { reservations: [...before, reservation].slice(-MAX_OF_ONE_ROUND), withdrawals: 0 });
  }

  has(roundId: RoundId): boolean {
    return this.#kept.has(roundId);
  }

  /** Undoes what the server has of a round's reservations, and forgets them once that is certain. */
  async withdraw(deps: WithdrawalDeps, roundId: RoundId): Promise<void> {
    const kept = this.#kept.get(roundId);
    if (kept === undefined) return;
    const withdrawals = kept.withdrawals + 1;
    // The round goes behind the others, so that each has its turn.
    this.#keep(roundId, { ...kept, withdrawals });
    const outcomes = await Promise.all(kept.reservations.map((reservation) => withdraw(deps, reservation)));
    // Not made yet: a server that was away may still read the command.
    const late = kept.reservations.filter((_reservation, index) => outcomes[index] === 'unknown');
    const added = (this.#kept.get(roundId)?.reservations ?? []).filter((reservation) => !kept.reservations.includes(reservation));
    const left = withdrawals < MAX_WITHDRAWALS ? [...late, ...added] : added;
    if (left.length === 0) this.#kept.delete(roundId);
    else this.#keep(roundId, { reservations: left, withdrawals });
  }

  /** Withdraws some of them; the others have their turn with the next call. */
  async withdrawAll(deps: WithdrawalDeps): Promise<void> {
    const rounds = [...this.#kept.keys()].slice(0, MAX_AT_ONCE);
    await Promise.all(rounds.map((roundId) => this.withdraw(deps, roundId)));
  }

  #keep(roundId: RoundId, kept: Kept): void {
    this.#kept.delete(roundId);
    this.#kept.set(roundId, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.maxRounds && oldest !== undefined) this.#kept.delete(oldest);
  }
}

interface Kept {
  readonly reservations: readonly UnansweredReservation[];
  readonly withdrawals: number;
}

async function withdraw(deps: WithdrawalDeps, { roundId, token, holds, exclusive, listKey }: UnansweredReservation): Promise<string> {
  const { keys, run, recordTtlMs } = deps;
  const recordKeys = [keys.round(roundId), keys.reserved, keys.totals, listKey, ...keys.exclusives(exclusive.map(({ name }) => name))];
  const input = { roundId, token, quotaTtlMs: recordTtlMs, exclusives: exclusive.length };
  const texts = await withHolds(holds, (kept) => run('withdraw', [...recordKeys, ...keys.quotas(kept)], { ...input, ...holdsInput(kept) }));
  return readText(texts, 0);
}

import type { RoundId, UnixMs } from '@oracle-gateway/protocol';
import { ClientUsageError } from '../base/errors.js';

/** A round on the record of the gateway. */
export interface RecordedRound {
  readonly roundId: RoundId;
  readonly path: string;
  /** Base58: owner or payer, whose list the round is in. */
  readonly account: string;
  /** Base58: the key that asked for it. */
  readonly askedBy: string;
  /** Hex of the feeds that it has a value of. */
  readonly feedIds: readonly string[];
  readonly createdAt: number;
  readonly timestampMs: UnixMs;
  readonly quorum: number;
  /** Sources that it is charged for. */
  readonly units: number;
  /** Atomic units; 0 of a round that was paid in advance. */
  readonly amount: bigint;
  /** `settled`, `paid` or `failed`. */
  readonly state: string;
  readonly reason?: string;
  /** Base58: signature of the transaction that settled or paid it. */
  readonly transaction?: string | undefined;
  readonly answer?: object;
  readonly value?: string;
  readonly signers?: number;
}

/** Rounds of one world at most: a test that asks for more has a loop that does not end. */
const MAX_ROUNDS = 10_000;
const MAX_PAGE = 100;
const DEFAULT_PAGE = 20;

export interface RecordedRounds {
  add(round: RecordedRound): void;
  get(roundId: string): RecordedRound | undefined;
  /** Newest first, with `next` for the page after it. */
  page(
    isWanted: (round: RecordedRound) => boolean,
    query: URLSearchParams,
  ): { readonly rounds: readonly RecordedRound[]; readonly next: string | null };
  all(): readonly RecordedRound[];
}

export function createRecordedRounds(): RecordedRounds {
  const rounds: RecordedRound[] = [];
  return {
    add(round) {
      if (rounds.length === MAX_ROUNDS) throw new ClientUsageError('fakeWorld', `must have at most ${MAX_ROUNDS} rounds`);
      rounds.push(round);
    },
    get: (roundId) => rounds.find((round) => round.roundId === roundId),
    page(isWanted, query) {
      const limit = Math.min(MAX_PAGE, Number(query.get('limit') ?? DEFAULT_PAGE));
      const wanted = rounds.filter(isWanted).toReversed();
      const from = Number(query.get('before') ?? 0);
      const next = from + limit < wanted.length ? String(from + limit) : null;
      return { rounds: wanted.slice(from, from + limit), next };
    },
    all: () => rounds,
  };
}

/** `data` of the status of a round. */
export function statusOf({ roundId, path, state, createdAt, reason, answer, transaction }: RecordedRound): object {
  return {
    roundId,
    path,
    state,
    createdAt,
    ...(reason === undefined ? {} : { reason }),
    ...recordedOutcome({ state, transaction }),
    ...(answer === undefined ? {} : { result: answer }),
  };
}

/** The member that says which transaction settled or paid a round. */
export function recordedOutcome({ state, transaction }: Pick<RecordedRound, 'state' | 'transaction'>): object {
  if (transaction === undefined) return {};
  return state === 'paid'
    ? { payment: { signature: transaction, slot: 1 } }
    : { settlement: { signature: transaction, slot: 1, final: true } };
}

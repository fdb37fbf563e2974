import { IllegalTransitionError, type RoundState, StaleTokenError, UnknownRoundError } from '@oracle-gateway/outbox';
import type { ServingOutbox } from '@oracle-gateway/outbox/testing';
import { type RoundId, unixMs } from '@oracle-gateway/protocol';
import type { SeededRandom } from './seeded-random.js';

export interface SimulatedRecord {
  state: RoundState;
  readonly token: string;
  readonly expiresAtMs: number;
  result: string | null;
  /** Number of times that it became pending: what its consumer is charged. */
  charges: number;
}

export interface SimulatedOutbox extends ServingOutbox {
  readonly records: ReadonlyMap<RoundId, SimulatedRecord>;
}

/**
 * A model of the outbox's part in serving: the states, the token, the deadline of a reservation. It expires an
 * overdue reservation at its next command, as if a sweep ran before, and its identity is free then. The connection to it fails before or after a command was executed, as the seed says. It keeps the rules
 * that the outbox itself keeps (simulated-outbox.test.ts).
 */
export function simulateOutbox({ random, trouble }: { readonly random: SeededRandom; readonly trouble: number }): SimulatedOutbox {
  const records = new Map<RoundId, SimulatedRecord>();
  let reserved = 0;
  /** Reservations whose answer was lost: no round was begun under them. */
  const unheard = new Set<string>();

  const over = async <T>(command: () => T): Promise<T> => {
    const fate = random.happens(trouble) ? random.pick(['cut', 'reply lost', 'slow'] as const) : 'good';
    await pass(fate === 'slow' ? random.between(100, 9_000) : random.between(1, 5));
    if (fate === 'cut') throw new Error('the connection was cut');
    const result = command();
    await pass(random.between(1, 5));
    if (fate === 'reply lost') throw new Error('the reply was lost');
    return result;
  };
  const held = (roundId: RoundId, token: string): SimulatedRecord => {
    const record = records.get(roundId);
    if (record === undefined) throw new UnknownRoundError(roundId);
    if (record.token !== token) throw new StaleTokenError(roundId);
    if (isOverdue(record)) expire(record);
    return record;
  };

  return {
    records,
    reserve({ roundId, deadlineMs }) {
      const token = `token ${(reserved += 1)}`;
      const asked = over(() => {
        const known = records.get(roundId);
        if (known !== undefined && isOverdue(known)) expire(known);
        const isUnserved = known?.state === 'expired' || (known?.state === 'reserved' && unheard.has(known.token));
        if (known !== undefined && !isUnserved) return { outcome: 'duplicate', state: known.state } as const;
        records.set(roundId, { state: 'reserved', token, expiresAtMs: Date.now() + deadlineMs, result: null, charges: 0 });
        return { outcome: 'reserved', token, redisTimeMs: unixMs(Date.now()) } as const;
      });
      return asked.catch((error: unknown) => {
        unheard.add(token);
        throw error;
      });
    },
    commit: ({ roundId, token, result }) =>
      over(() => {
        const record = held(roundId, token);
        if (record.state === 'pending') return;
        if (record.state !== 'reserved') throw new IllegalTransitionError(roundId, 'commit', record.state);
        record.state = 'pending';
        record.result = typeof result === 'string' ? result : Buffer.from(result).toString();
        record.charges += 1;
      }),
    fail: ({ roundId, token }) =>
      over(() => {
        const record = held(roundId, token);
        if (record.state === 'failed') return;
        if (record.state !== 'reserved') throw new IllegalTransitionError(roundId, 'fail', record.state);
        record.state = 'failed';
      }),
    expireReservations: ({ limit }) => over(() => [...records.values()].filter(isOverdue).slice(0, limit).map(expire).length),
  };
}

function isOverdue(record: SimulatedRecord): boolean {
  return record.state === 'reserved' && record.expiresAtMs <= Date.now();
}

function expire(record: SimulatedRecord): void {
  record.state = 'expired';
}

function pass(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

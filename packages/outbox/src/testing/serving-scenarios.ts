import type { RoundId } from '@oracle-gateway/protocol';
import assert from 'node:assert/strict';
import type { Outbox } from '../commands/outbox.js';
import { IllegalTransitionError, StaleTokenError, UnknownRoundError } from '../records/errors.js';
import { samplePayload, sampleRoundId } from './samples.js';
import { OUTLASTS_MS, OVER_AT_ONCE_MS } from './scenario.js';

/** The part of an outbox that serving a round takes. Tests of the engine may stand a model in its place. */
export type ServingOutbox = Pick<Outbox, 'reserve' | 'commit' | 'fail' | 'expireReservations'>;

/** One rule of this part and steps that fail when it is broken. `open` opens an empty outbox, as for all scenarios. */
export interface ServingScenario {
  readonly rule: string;
  readonly run: (open: () => Promise<ServingOutbox>) => Promise<void>;
}

interface Reservation {
  readonly roundId: RoundId;
  readonly token: string;
}

function reserve(outbox: ServingOutbox, roundId: RoundId, deadlineMs = OUTLASTS_MS) {
  const holds = [{ quotaKey: 'subscription:any', units: 1, available: 100n, slot: 1, until: 'settled' }] as const;
  return outbox.reserve({ path: 'subscription', roundId, deadlineMs, maxInFlight: 100, holds });
}

async function reserved(outbox: ServingOutbox, deadlineMs?: number): Promise<Reservation> {
  const roundId = sampleRoundId();
  const outcome = await reserve(outbox, roundId, deadlineMs);
  assert.ok(outcome.outcome === 'reserved');
  return { roundId, token: outcome.token };
}

function commit(outbox: ServingOutbox, reservation: Reservation): Promise<void> {
  return outbox.commit({ ...reservation, settlement: samplePayload(), result: '{"value":"1"}' });
}

function fail(outbox: ServingOutbox, reservation: Reservation): Promise<void> {
  return outbox.fail({ ...reservation, reason: 'upstream_failure' });
}

function isIllegalFrom(state: string): (error: unknown) => boolean {
  return (error) => error instanceof IllegalTransitionError && error.state === state;
}

/** Rules that serving a round relies on, for the outbox and for each model of it. */
export const servingScenarios: readonly ServingScenario[] = [
  {
    rule: 'a round is reserved once, and each repeat gets the state of the first, unless that has expired',
    run: async (open) => {
      const outbox = await open();
      const [kept, failed, expired] = [await reserved(outbox), await reserved(outbox), await reserved(outbox, OVER_AT_ONCE_MS)];
      assert.deepEqual(await reserve(outbox, kept.roundId), { outcome: 'duplicate', state: 'reserved' });
      await commit(outbox, kept);
      await fail(outbox, failed);
      assert.equal(await outbox.expireReservations({ limit: 10 }), 1);
      assert.deepEqual(await reserve(outbox, kept.roundId), { outcome: 'duplicate', state: 'pending' });
      assert.deepEqual(await reserve(outbox, failed.roundId), { outcome: 'duplicate', state: 'failed' });
      const again = await reserve(outbox, expired.roundId);
      assert.equal(again.outcome, 'reserved');
      await assert.rejects(commit(outbox, expired), StaleTokenError);
    },
  },
  {
    rule: 'a commit or a failure takes the token of the reservation',
    run: async (open) => {
      const outbox = await open();
      const { roundId } = await reserved(outbox);
      await assert.rejects(commit(outbox, { roundId, token: 'another' }), StaleTokenError);
      await assert.rejects(fail(outbox, { roundId, token: 'another' }), StaleTokenError);
      await assert.rejects(commit(outbox, { roundId: sampleRoundId(), token: 'another' }), UnknownRoundError);
      await assert.rejects(fail(outbox, { roundId: sampleRoundId(), token: 'another' }), UnknownRoundError);
    },
  },
  {
    rule: 'a repeated commit or failure with its own token is accepted',
    run: async (open) => {
      const outbox = await open();
      const [committed, failed] = [await reserved(outbox), await reserved(outbox)];
      for (const _ of [1, 2]) {
        await commit(outbox, committed);
        await fail(outbox, failed);
      }
    },
  },
  {
    rule: 'a served round never fails, and a failed one is never committed',
    run: async (open) => {
      const outbox = await open();
      const [committed, failed] = [await reserved(outbox), await reserved(outbox)];
      await commit(outbox, committed);
      await fail(outbox, failed);
      await assert.rejects(fail(outbox, committed), isIllegalFrom('pending'));
      await assert.rejects(commit(outbox, failed), isIllegalFrom('failed'));
    },
  },
  {
    rule: 'a reservation that has expired is neither committed nor failed, and one that is live does not expire',
    run: async (open) => {
      const outbox = await open();
      const [overdue, live] = [await reserved(outbox, OVER_AT_ONCE_MS), await reserved(outbox)];
      assert.equal(await outbox.expireReservations({ limit: 10 }), 1);
      assert.equal(await outbox.expireReservations({ limit: 10 }), 0);
      await assert.rejects(commit(outbox, overdue), isIllegalFrom('expired'));
      await assert.rejects(fail(outbox, overdue), isIllegalFrom('expired'));
      await commit(outbox, live);
    },
  },
];

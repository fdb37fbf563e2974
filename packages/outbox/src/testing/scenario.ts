import type { Address, RoundId } from '@oracle-gateway/protocol';
import type { Claim, Outbox, ReserveOutcome } from '../outbox.js';
import { samplePayload, sampleAddress, sampleRoundId } from './samples.js';

/** Opens an empty outbox whose reservations end exactly at their deadline (margin 0) and whose records outlive the scenario. */
export type OpenOutbox = () => Promise<Outbox>;

/** One rule of the outbox and steps that fail when it is broken. */
export interface OutboxScenario {
  readonly rule: string;
  readonly run: (open: OpenOutbox) => Promise<void>;
}

export function scenario(rule: string, run: OutboxScenario['run']): OutboxScenario {
  return { rule, run };
}

/** A lease, deadline or delay that is over at once, and one that outlasts any scenario. */
export const OVER_AT_ONCE_MS = 0;
export const OUTLASTS_MS = 600_000;

export const SIGNATURE = '5'.repeat(88);

/** The steps that scenarios share, with everything defaulted that a rule is not about. */
export class Steps {
  readonly owner: Address = sampleAddress();

  constructor(readonly outbox: Outbox) {}

  reserve(
    roundId: RoundId,
    input: { roundsLeft?: bigint; slot?: number; deadlineMs?: number; maxInFlight?: number; owner?: Address } = {},
  ): Promise<ReserveOutcome> {
    const { roundsLeft = 100n, slot = 1, deadlineMs = OUTLASTS_MS, maxInFlight = 1_000, owner = this.owner } = input;
    return this.outbox.reserve({ path: 'subscription', roundId, deadlineMs, maxInFlight, subscription: { owner, roundsLeft, slot } });
  }

  async reserved(input: Parameters<Steps['reserve']>[1] = {}): Promise<{ roundId: RoundId; token: string }> {
    const roundId = sampleRoundId();
    const outcome = await this.reserve(roundId, input);
    if (outcome.outcome !== 'reserved') throw new Error(`expected a reservation, got ${outcome.outcome}`);
    return { roundId, token: outcome.token };
  }

  commit(reservation: { roundId: RoundId; token: string }, timestampSeconds = 1_700_000_000): Promise<void> {
    return this.outbox.commit({ ...reservation, settlement: samplePayload({ timestampSeconds }), result: '{"value":"1"}' });
  }

  async pending(input: Parameters<Steps['reserve']>[1] = {}): Promise<RoundId> {
    const reservation = await this.reserved(input);
    await this.commit(reservation);
    return reservation.roundId;
  }

  async claim(roundId: RoundId, leaseMs = OUTLASTS_MS): Promise<Claim> {
    const claim = await this.outbox.claim({ roundId, workerId: 'worker', leaseMs });
    if (claim === null) throw new Error('expected a claim');
    return claim;
  }

  settle(claim: Claim, input: { slot?: number; roundsLeft?: bigint; figureSlot?: number } = {}): Promise<void> {
    const { slot = 10, roundsLeft = 99n, figureSlot = slot } = input;
    return this.outbox.settle(claim, { signature: SIGNATURE, slot, subscription: { roundsLeft, slot: figureSlot } });
  }

  async park(roundId: RoundId): Promise<void> {
    await this.outbox.refuse(await this.claim(roundId), { reason: 'refused', retryAfterMs: OVER_AT_ONCE_MS, maxAttempts: 1 });
  }
}

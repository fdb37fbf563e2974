import { formatAddress, type RoundId } from '@oracle-gateway/protocol';
import type { Claim, CommitInput, Outbox, ReserveOutcome } from '../commands/outbox.js';
import type { ExclusiveKey } from '../records/exclusive-key.js';
import type { Hold, QuotaKey } from '../records/hold.js';
import { samplePayload, sampleAddress, sampleRoundId } from './samples.js';

/** Opens an empty outbox whose reservations end exactly at their deadline (margin 0) and whose records outlive the scenario. */
export type ScenarioOutbox = () => Promise<Outbox>;

/** One rule of the outbox and steps that fail when it is broken. */
export interface OutboxScenario {
  readonly rule: string;
  readonly run: (open: ScenarioOutbox) => Promise<void>;
}

export function scenario(rule: string, run: OutboxScenario['run']): OutboxScenario {
  return { rule, run };
}

/** A lease, deadline or delay that is over at once, and one that outlasts any scenario. */
export const OVER_AT_ONCE_MS = 0;
export const OUTLASTS_MS = 600_000;

export const SIGNATURE = '5'.repeat(88);

export const REASON = 'the ledger does not answer';

/** Reservation of a scenario whose rule is about something else: one unit of one account until it is settled. */
export interface ReserveSteps {
  readonly available?: bigint;
  readonly slot?: number;
  readonly quotaKey?: QuotaKey;
  /** Holds in place of those three members. */
  readonly holds?: readonly Hold[];
  /** Default: none. */
  readonly exclusive?: readonly ExclusiveKey[];
  readonly deadlineMs?: number;
  readonly maxInFlight?: number;
  /** Default: no list. */
  readonly listedUnder?: string;
}

/** The steps that scenarios share, with everything defaulted that a rule is not about. */
export class Steps {
  readonly quotaKey: QuotaKey = `subscription:${formatAddress(sampleAddress())}`;

  constructor(readonly outbox: Outbox) {}

  reserve(roundId: RoundId, input: ReserveSteps = {}): Promise<ReserveOutcome> {
    const { available = 100n, slot = 1, quotaKey = this.quotaKey, exclusive = [], deadlineMs = OUTLASTS_MS, maxInFlight = 1_000 } = input;
    const list = input.listedUnder === undefined ? {} : { listedUnder: input.listedUnder };
    const holds = input.holds ?? [{ quotaKey, units: 1, available, slot, until: 'settled' }];
    return this.outbox.reserve({ path: 'subscription', roundId, exclusive, holds, deadlineMs, maxInFlight, ...list });
  }

  async reserved(input: ReserveSteps = {}): Promise<{ roundId: RoundId; token: string }> {
    const roundId = sampleRoundId();
    const outcome = await this.reserve(roundId, input);
    if (outcome.outcome !== 'reserved') throw new Error(`expected a reservation, got ${outcome.outcome}`);
    return { roundId, token: outcome.token };
  }

  commit(
    reservation: { roundId: RoundId; token: string },
    { timestampSeconds = 1_700_000_000, ...more }: { readonly timestampSeconds?: number } & Pick<CommitInput, 'listedUnder' | 'held'> = {},
  ): Promise<void> {
    return this.outbox.commit({ ...reservation, settlement: samplePayload({ timestampSeconds }), result: '{"value":"1"}', ...more });
  }

  async pending(input: ReserveSteps = {}): Promise<RoundId> {
    const reservation = await this.reserved(input);
    await this.commit(reservation);
    return reservation.roundId;
  }

  async held(input: ReserveSteps = {}): Promise<RoundId> {
    const reservation = await this.reserved(input);
    await this.commit(reservation, { held: true });
    return reservation.roundId;
  }

  async claim(roundId: RoundId, leaseMs = OUTLASTS_MS): Promise<Claim> {
    const claim = await this.outbox.claim({ roundId, workerId: 'worker', leaseMs });
    if (claim === null) throw new Error('expected a claim');
    return claim;
  }

  settle(claim: Claim, input: { slot?: number | null; seenAtSlot?: number; available?: bigint; readingSlot?: number } = {}): Promise<void> {
    const { slot = 10, seenAtSlot = slot ?? 10, available = 99n, readingSlot = seenAtSlot } = input;
    const readings = [{ quotaKey: this.quotaKey, available, slot: readingSlot }];
    return this.outbox.settle(claim, { signature: SIGNATURE, slot, seenAtSlot, readings });
  }

  /** A round that is settled, seen at slot 10. */
  async settled(input: ReserveSteps = {}): Promise<RoundId> {
    const roundId = await this.pending(input);
    await this.settle(await this.claim(roundId));
    return roundId;
  }

  async park(roundId: RoundId): Promise<void> {
    await this.outbox.refuse(await this.claim(roundId), { reason: 'refused', retryAfterMs: OVER_AT_ONCE_MS, maxAttempts: 1 });
  }
}

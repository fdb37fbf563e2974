import type { RoundId } from '@oracle-gateway/protocol';
import assert from 'node:assert/strict';
import type { BegunPayment } from '../commands/outbox.js';
import { IllegalTransitionError } from '../records/errors.js';
import type { Hold } from '../records/hold.js';
import type { PaymentClaim, PaymentTicket } from '../records/payment.js';
import type { RoundRecord } from '../wire/round-record.js';
import { samplePayment, sampleSigned } from './samples.js';
import { OUTLASTS_MS, SIGNATURE, Steps, type ReserveSteps } from './scenario.js';

export const RESULT = '{"value":"64628.31"}';
export const RECEIPT = { signature: SIGNATURE, slot: 7, text: 'eyJzdWNjZXNzIjp0cnVlfQ==' };

/** One place of the payer, and one place that all payers share. */
export const HOLDS: readonly Hold[] = [
  { quotaKey: 'payer:any', units: 1, available: 1n, slot: null, until: 'settled' },
  { quotaKey: 'places', units: 1, available: 1n, slot: null, until: 'answered' },
];

/** The steps that scenarios of paid rounds share. */
export class PaymentSteps extends Steps {
  async settling(input: ReserveSteps & { leaseMs?: number } = {}): Promise<PaymentTicket> {
    const ticket = await this.reserved(input);
    await this.begin(ticket, input.leaseMs === undefined ? {} : { leaseMs: input.leaseMs });
    return ticket;
  }

  /** Begins the payment of a reserved round. */
  begin(ticket: PaymentTicket, change: Partial<BegunPayment> = {}): Promise<void> {
    return this.outbox.beginPayment({
      ...ticket,
      payment: samplePayment(),
      signed: sampleSigned(),
      result: RESULT,
      leaseMs: OUTLASTS_MS,
      ...change,
    });
  }

  async inDoubt(input: ReserveSteps = {}): Promise<PaymentTicket> {
    const ticket = await this.settling(input);
    await this.outbox.doubtPayment(ticket, { reason: 'the facilitator does not answer' });
    return ticket;
  }

  async claimPayment(roundId: RoundId, leaseMs = OUTLASTS_MS): Promise<PaymentClaim> {
    const claim = await this.outbox.claimPayment({ roundId, claimedBy: 'another', leaseMs });
    assert.ok(claim !== null, 'expected a claim');
    return claim;
  }

  async read(roundId: RoundId): Promise<RoundRecord> {
    const record = await this.outbox.read(roundId);
    assert.ok(record !== null);
    return record;
  }

  /** Whether one more round of the payer fits, and one more of all payers. */
  async free(): Promise<readonly boolean[]> {
    const committed = await Promise.all(HOLDS.map(({ quotaKey }) => this.outbox.holdTotals(quotaKey, { holders: 0 })));
    return committed.map((totals) => totals.committed === 0n);
  }
}

/** Says that a command was refused because of the state given. */
export function isIllegal(state: RoundRecord['state']) {
  return (error: unknown): boolean => error instanceof IllegalTransitionError && error.state === state;
}

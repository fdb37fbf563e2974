import { type Outbox, type PaymentClaim, UnreadableRecordError } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import type { Events } from '../telemetry/events.js';
import type { CheckBudget } from './check-budget.js';
import { createCheckTurns, type PaymentCheckOutcome } from './check-turns.js';
import { type FindPayment, UNPAID_REASON } from './payment-finding.js';
import { recordDoubt, recordOverturn, recordPaid, type RecordOutcome, recordUnpaid } from './payment-record.js';

export interface PaymentSweepDeps {
  readonly outbox: Outbox;
  readonly findPayment: FindPayment;
  readonly events: Events;
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<unknown>;
  /** Names this process in round records. */
  readonly processName: string;
}

const LEASE_MS = 60_000;
const MAX_REMEMBERED = 10_000;
/**
 * Payments in doubt are looked for with each sweep for a minute, about the life of a blockhash. Payments given up are looked for seldom,
 * for the hour of the record.
 */
const IN_DOUBT = { callsPerSweep: 80, quickChecks: 12 };
const GIVEN_UP = { callsPerSweep: 20, quickChecks: 0 };

/**
 * Finds out what became of payments whose requests did not: their processes died, the facilitator said nothing, the ledger did not have
 * them yet. A payment is given up when two sweeps have found it absent. The sweep still searches for it now and then while the record of its
 * round lives: a later sighting counts. Any process of the keypair may do it, and several may at once.
 */
export function createPaymentSweep(deps: PaymentSweepDeps): () => Promise<void> {
  const absent = new BoundedMap<RoundId, true>(MAX_REMEMBERED);
  const inDoubt = createCheckTurns({
    ...IN_DOUBT,
    list: (input) => deps.outbox.payments({ ...input, olderThanMs: 0 }),
    check: (roundId, budget) => concludeOne(roundId, absent, budget, deps),
  });
  const givenUp = createCheckTurns({
    ...GIVEN_UP,
    list: (input) => deps.outbox.givenUp(input),
    check: (roundId, budget) => checkAgain(roundId, budget, deps),
  });
  return async () => {
    try {
      deps.events.paymentCalls(await inDoubt());
      deps.events.paymentCalls(await givenUp());
    } finally {
      deps.events.paymentsOpen(await deps.outbox.statistics().catch(() => null));
    }
  };
}

async function concludeOne(
  roundId: RoundId,
  absent: BoundedMap<RoundId, true>,
  budget: CheckBudget,
  deps: PaymentSweepDeps,
): Promise<PaymentCheckOutcome> {
  try {
    const claim = await deps.outbox.claimPayment({ roundId, claimedBy: deps.processName, leaseMs: LEASE_MS });
    return claim === null ? 'goes-on' : await conclude(claim, absent, budget, deps);
  } catch (error) {
    deps.events.sweepFailed(error);
    // A record that this version cannot read is for a newer one, or for an operator: it is free again at once.
    if (error instanceof UnreadableRecordError) await recordDoubt(error.claim, 'the record cannot be read', deps);
    return 'stays';
  }
}

async function conclude(
  claim: PaymentClaim,
  absent: BoundedMap<RoundId, true>,
  budget: CheckBudget,
  deps: PaymentSweepDeps,
): Promise<PaymentCheckOutcome> {
  const { roundId } = claim;
  const finding = await deps.findPayment(claim, budget);
  switch (finding.kind) {
    case 'paid': {
      const { signature, slot } = finding;
      return told(roundId, 'paid', await recordPaid(claim, { signature, slot, text: null }, deps), deps);
    }
    case 'failed':
    case 'earlier': {
      const refusal = { reason: UNPAID_REASON[finding.kind], isCertain: finding.kind === 'failed' };
      return told(roundId, 'unpaid', await recordUnpaid(claim, refusal, deps), deps);
    }
    case 'absent': {
      const reason = 'its blockhash is past, and the ledger does not have it';
      if (absent.peek(roundId) === true) return told(roundId, 'unpaid', await recordUnpaid(claim, { reason }, deps), deps);
      absent.set(roundId, true);
      await recordDoubt(claim, `${reason}; it is searched for once more`, deps);
      return 'goes-on';
    }
    case 'unknown':
      await recordDoubt(claim, finding.reason, deps);
      return finding.goesOn === true ? 'goes-on' : 'stays';
  }
}

/** Whether the ledger has a payment by now that was given up. */
async function checkAgain(roundId: RoundId, budget: CheckBudget, deps: PaymentSweepDeps): Promise<PaymentCheckOutcome> {
  try {
    const record = await deps.outbox.read(roundId);
    if (record?.state !== 'unpaid') return 'left';
    const finding = await deps.findPayment({ ...record, signature: record.signature ?? null }, budget);
    if (finding.kind === 'paid') {
      return told(roundId, 'paid', await recordOverturn({ roundId, signature: finding.signature, slot: finding.slot }, deps), deps);
    }
    return finding.kind === 'unknown' && finding.goesOn === true ? 'goes-on' : 'stays';
  } catch (error) {
    deps.events.sweepFailed(error);
    return 'stays';
  }
}

function told(roundId: RoundId, outcome: 'paid' | 'unpaid', recorded: RecordOutcome, { events }: PaymentSweepDeps): PaymentCheckOutcome {
  if (recorded !== 'recorded') return 'goes-on';
  events.paymentConcluded({ roundId, by: 'sweep', outcome });
  return 'left';
}

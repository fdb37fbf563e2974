import { type Outbox, type PaymentClaim, UnreadableRecordError } from '@oracle-gateway/outbox';
import { BoundedMap, type RoundId } from '@oracle-gateway/protocol';
import type { Events } from '../events.js';
import type { FindPayment } from './find-payment.js';
import { recordDoubt, type PaymentRecordDeps, recordPaid, type RecordOutcome, recordUnpaid } from './payment-record.js';

export interface PaymentSweepDeps extends PaymentRecordDeps {
  readonly outbox: Pick<Outbox, 'payments' | 'claimPayment' | 'figures'> & PaymentRecordDeps['outbox'];
  readonly findPayment: FindPayment;
  readonly events: Pick<Events, 'paymentConcluded' | 'paymentsOpen' | 'sweepFailed'> & PaymentRecordDeps['events'];
  /** Names this process in round records. */
  readonly processName: string;
}

/** Payments of one sweep; the next goes on where it ended. */
const BATCH = 100;
const AT_ONCE = 5;
const LEASE_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/**
 * Finds out what became of payments whose requests did not: their processes died, the facilitator said nothing, the ledger did not have them
 * yet. A payment is given up when two sweeps have found it absent. Any process of the keypair may do it, and several may at once.
 */
export function createPaymentSweep(deps: PaymentSweepDeps): () => Promise<void> {
  const absent = new BoundedMap<RoundId, true>(MAX_REMEMBERED);
  let skip = 0;
  const lookAtSome = async (): Promise<void> => {
    const roundIds = await deps.outbox.payments({ limit: BATCH, olderThanMs: 0, skip });
    let open = 0;
    for (let first = 0; first < roundIds.length; first += AT_ONCE) {
      const some = roundIds.slice(first, first + AT_ONCE);
      const concluded = await Promise.all(some.map((roundId) => concludeOne(roundId, absent, deps)));
      open += concluded.filter((isConcluded) => !isConcluded).length;
    }
    skip = roundIds.length < BATCH ? 0 : skip + open;
  };
  return async () => {
    try {
      await lookAtSome();
    } finally {
      deps.events.paymentsOpen(await deps.outbox.figures().catch(() => null));
    }
  };
}

/** Whether it needs no further look. */
async function concludeOne(roundId: RoundId, absent: BoundedMap<RoundId, true>, deps: PaymentSweepDeps): Promise<boolean> {
  try {
    const claim = await deps.outbox.claimPayment({ roundId, claimedBy: deps.processName, leaseMs: LEASE_MS });
    return claim !== null && (await conclude(claim, absent, deps)) === 'recorded';
  } catch (error) {
    deps.events.sweepFailed(error);
    // A record that this version cannot read is for a newer one, or for an operator: it is free again at once.
    if (error instanceof UnreadableRecordError) await recordDoubt(error.claim, 'the record cannot be read', deps);
    return false;
  }
}

/** `null`: it is still in doubt. */
async function conclude(claim: PaymentClaim, absent: BoundedMap<RoundId, true>, deps: PaymentSweepDeps): Promise<RecordOutcome | null> {
  const { roundId } = claim;
  const finding = await deps.findPayment(claim);
  switch (finding.kind) {
    case 'paid': {
      const { signature, slot } = finding;
      return told(claim, 'paid', await recordPaid(claim, { signature, slot, text: null }, deps), deps);
    }
    case 'failed':
      return told(claim, 'unpaid', await recordUnpaid(claim, 'the transaction failed on the ledger', deps), deps);
    case 'absent':
      if (absent.peek(roundId) === true) {
        return told(claim, 'unpaid', await recordUnpaid(claim, 'its blockhash is past, and the ledger does not have it', deps), deps);
      }
      absent.set(roundId, true);
      await recordDoubt(claim, 'its blockhash is past, and the ledger does not have it; it is looked for once more', deps);
      return null;
    case 'unknown':
      await recordDoubt(claim, finding.reason, deps);
      return null;
  }
}

function told({ roundId }: PaymentClaim, outcome: 'paid' | 'unpaid', recorded: RecordOutcome, { events }: PaymentSweepDeps): RecordOutcome {
  if (recorded === 'recorded') events.paymentConcluded({ roundId, by: 'sweep', outcome });
  return recorded;
}

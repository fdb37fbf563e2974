import { createPlaces, type Tenant, type Place } from '@oracle-gateway/fair-share';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import type { Facilitator, PaymentToSettle } from '@oracle-gateway/x402';
import { shareError, type ShareEvents } from '../errors/share-error.js';

type Verified = Awaited<ReturnType<Facilitator['verify']>>;

export interface PaymentToVerify {
  /** Name of the authorization: a payment that is sent again has the same. */
  readonly name: string;
  readonly toSettle: PaymentToSettle;
  /** Sender of the request. The payer is not known yet. */
  readonly sender: Tenant;
}

/** Asks the facilitator about a payment. Throws `at_capacity` or `share_used` when too many are being verified. */
export type VerifyPayment = (input: PaymentToVerify) => Promise<Verified>;

export interface VerifyPaymentDeps {
  readonly facilitator: Pick<Facilitator, 'verify'>;
  readonly events: ShareEvents;
  /** Payments at once. */
  readonly max: number;
  /** A clock that is never set back. */
  readonly monotonicMs: () => number;
}

/** A refusal is repeated for so long: a payment that is sent again and again costs one question. */
const REFUSED_MS = 5_000;
const MAX_REFUSED = 4_096;
const FAILED_MS = 5_000;
const SLOW_AFTER_MS = 2_000;

/**
 * Payments are verified beside the rounds, in places of their own that senders share. A slow facilitator or a flood of invalid payments takes
 * no place from a round. One payment is verified once at a time, however many callers send it.
 */
export function createVerifyPayment({ facilitator, events, max, monotonicMs: nowMs }: VerifyPaymentDeps): VerifyPayment {
  const places = createPlaces({ max, failedMs: FAILED_MS, slowAfterMs: SLOW_AFTER_MS }, { nowMs });
  const asked = new Map<string, Promise<Verified>>();
  const refused = new BoundedMap<string, { readonly outcome: Verified; readonly untilMs: number }>(MAX_REFUSED);

  const ask = async ({ name, toSettle }: PaymentToVerify, place: Place): Promise<Verified> => {
    let isRefused = false;
    try {
      const outcome = await facilitator.verify(toSettle);
      isRefused = outcome.kind === 'refused';
      if (isRefused) refused.set(name, { outcome, untilMs: nowMs() + REFUSED_MS });
      return outcome;
    } finally {
      place.giveBack(isRefused ? 'failed' : 'good');
    }
  };

  return async (payment) => {
    const { name } = payment;
    const known = refused.peek(name);
    if (known !== undefined && nowMs() < known.untilMs) return known.outcome;
    const underWay = asked.get(name);
    if (underWay !== undefined) return underWay;
    // The place is taken before others wait for the question: they have shares of their own.
    const taking = places.take(payment.sender);
    if (!taking.ok) throw shareError(taking, { resource: 'verifications', quota: 'verifications', max, events });
    const question = ask(payment, taking.place).finally(() => asked.delete(name));
    asked.set(name, question);
    return question;
  };
}

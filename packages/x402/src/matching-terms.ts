import { deepEqual } from '@x402/core/utils';
import type { PaymentTerms } from './payment-terms.js';

/**
 * The offer that a payment's `accepted` repeats exactly (docs/api.md#post-v1x402execute), or null. `accepted` is the client's own text, not the output of a
 * schema: a schema would drop unknown members, and the official matcher lets a client add members to `extra`.
 * @example
 * const terms = matchingTerms(payload.accepted, offers); // null: ask for a new payment
 */
export function matchingTerms(accepted: unknown, offers: readonly PaymentTerms[]): PaymentTerms | null {
  if (namesPrototype(accepted)) return null;
  return offers.find((offer) => deepEqual(offer, accepted)) ?? null;
}

/** A member called `__proto__` is an own member after `JSON.parse`, and lost on the way through `deepEqual`. */
function namesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.keys(value).includes('__proto__') || Object.values(value).some(namesPrototype);
}

import { RpcRefusalError } from '@oracle-gateway/ledger';
import type { RoundPayment } from '@oracle-gateway/outbox';
import { BoundedMap, toHex } from '@oracle-gateway/protocol';
import { AuthorizationError, authorizationKeyOf } from '@oracle-gateway/x402';
import type { PaymentFinding } from './payment-finding.js';
import type { SearchHistory } from '../ledger/with-history.js';

/** Transactions that were read, by signature: what is in a block stays what it is. */
export interface LandedTransactions {
  /** What the transaction says of the payment; null when it is another one. */
  read(signature: string, payment: RoundPayment, history: Pick<SearchHistory, 'transaction'>): Promise<PaymentFinding | null>;
  /** Whether it was read, and is another one. */
  isAnother(signature: string, payment: RoundPayment): boolean;
}

/** Limit for all payments together, at about 300 bytes each. */
const MAX_REMEMBERED = 20_000;
/** JSON-RPC code for a transaction of a later version than was asked for. */
const UNSUPPORTED_VERSION = -32_015;
/** In the place of a key: no such payment is admitted. */
const NO_PAYMENT = '';

export function createLandedTransactions(maxRemembered = MAX_REMEMBERED): LandedTransactions {
  const keys = new BoundedMap<string, string>(maxRemembered);
  return {
    async read(signature, payment, history) {
      try {
        const landed = await history.transaction(signature);
        if (landed === null) return { kind: 'unknown', reason: 'the server lists a transaction that it does not return' };
        const key = keyOf(landed.wire);
        keys.set(signature, key);
        if (key !== toHex(payment.messageHash)) return null;
        if (payment.earliestSlot !== null && landed.slot < payment.earliestSlot) return { kind: 'earlier', signature };
        return landed.succeeded ? { kind: 'paid', signature, slot: landed.slot } : { kind: 'failed', signature };
      } catch (error) {
        if (!(error instanceof RpcRefusalError) || error.code !== UNSUPPORTED_VERSION) throw error;
        // The transaction has a later version than payments have.
        keys.set(signature, NO_PAYMENT);
        return null;
      }
    },
    isAnother(signature, { messageHash }) {
      const key = keys.get(signature);
      return key !== undefined && key !== toHex(messageHash);
    },
  };
}

/** NO_PAYMENT of what the x402 packages cannot decode. */
function keyOf(wire: Uint8Array): string {
  try {
    return toHex(authorizationKeyOf(wire));
  } catch (error) {
    if (error instanceof AuthorizationError) return NO_PAYMENT;
    throw error;
  }
}

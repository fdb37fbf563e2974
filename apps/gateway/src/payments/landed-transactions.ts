import { RpcRefusalError } from '@oracle-gateway/ledger';
import type { PaymentRecord } from '@oracle-gateway/outbox';
import { toHex } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import { AuthorizationError, authorizationKeyOf } from '@oracle-gateway/x402';
import { landingOf, type AdmittedPayment, type PaymentFinding } from './payment-finding.js';
import type { SearchHistory } from '../ledger/with-history.js';

/** Transactions that were read, by signature: what is in a block stays what it is. */
export interface LandedTransactions {
  /** Finding that the transaction gives about the payment; null when it is another one. */
  read(signature: string, sought: AdmittedPayment, history: SearchHistory): Promise<PaymentFinding | null>;
  /** Whether it was read, and is another one. */
  isAnother(signature: string, payment: PaymentRecord): boolean;
}

/** Limit for all payments together, at about 300 bytes each. */
const MAX_REMEMBERED = 20_000;
/** JSON-RPC code for a transaction of a later version than was asked for. */
const UNSUPPORTED_VERSION = -32_015;
/** Stand-in for a key: no such payment is admitted. */
const NO_PAYMENT = '';

export function createLandedTransactions(maxRemembered = MAX_REMEMBERED): LandedTransactions {
  const keys = new BoundedMap<string, string>(maxRemembered);
  return {
    async read(signature, sought, history) {
      const { payment } = sought;
      try {
        const landed = await history.transaction(signature);
        if (landed === null) return { kind: 'unknown', reason: 'the server lists a transaction that it does not return' };
        const key = keyOf(landed.wire);
        keys.set(signature, key);
        if (key !== toHex(payment.messageHash)) return null;
        if (!landed.succeeded) return await judgeFailed(signature, history);
        const { slot } = landed;
        switch (landingOf(landed, sought)) {
          case 'after':
            return { kind: 'paid', signature, slot };
          case 'before':
            return { kind: 'earlier', signature };
          case 'unclear':
            return {
              kind: 'unknown',
              reason: `the ledger has it, and may have had it before the admission: ${signature}`,
              landed: { signature, slot },
            };
        }
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

/** A block that is not final may be lost, and then the same transaction may land again, with success. */
async function judgeFailed(signature: string, history: SearchHistory): Promise<PaymentFinding> {
  const final = await history.transaction(signature, 'finalized');
  if (final === null || final.succeeded) return { kind: 'unknown', reason: 'it failed in a block that is not final yet', mayLand: true };
  return { kind: 'failed', signature };
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

import { IDENTITY_TTL_SECONDS } from '@oracle-gateway/outbox';
import { type Address, formatAddress, toHex, type VerifyEd25519 } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import {
  AuthorizationError,
  decodePaymentHeader,
  isSignedByPayer,
  MAX_FEE_LAMPORTS,
  type PaymentAuthorization,
  PaymentHeaderError,
  type PaymentTerms,
  readPaymentAuthorization,
  type SentPayload,
} from '@oracle-gateway/x402';
import type { RecordReads } from '../../answers/record-reads.js';
import type { AdmittedExclusiveKey } from '../../engine/index.js';
import { GatewayError } from '../../errors/gateway-error.js';

/** A payment as it was sent, and what it authorizes. */
export interface SentPayment {
  readonly payload: SentPayload;
  readonly authorization: PaymentAuthorization;
}

/** The payment of a `PAYMENT-SIGNATURE` header, or the 400 that admission throws in its turn. The 400 repeats nothing of the header. */
export function readSentPayment(header: string): SentPayment | GatewayError {
  try {
    const payload = decodePaymentHeader(header);
    return { payload, authorization: readPaymentAuthorization(payload.transaction) };
  } catch (error) {
    if (error instanceof PaymentHeaderError || error instanceof AuthorizationError) {
      return new GatewayError('payment_header_invalid', { detail: error.message });
    }
    throw error;
  }
}

/** One payment funds one round. A landed transaction is public, so a sender of a used one does not learn whose round it paid. */
export function exclusiveKeyOf({ authorization }: SentPayment): AdmittedExclusiveKey {
  return {
    name: `x402-authorization:${toHex(authorization.key).slice(2)}`,
    lifeMs: IDENTITY_TTL_SECONDS * 1_000,
    refusal: 'authorization_used',
  };
}

/** An early check, before others are asked for nothing; the reservation decides. */
export async function requireUnused({ name }: AdmittedExclusiveKey, { records }: { readonly records: RecordReads }): Promise<void> {
  if ((await records.exclusiveUser(name)) !== null) throw new GatewayError('authorization_used');
}

/**
 * Difference of a transaction from its terms, or a cost above that of a payment; null when nothing. The facilitator checks more. The
 * gateway checks three things itself: what finds the payment on the ledger, what binds it to its request and payer, and what spends the fee
 * payer's money.
 */
export function paidOtherwise(
  authorization: PaymentAuthorization,
  terms: PaymentTerms,
  { treasury, verifySignature }: { readonly treasury: Address; readonly verifySignature: VerifyEd25519 },
): string | null {
  const { payer, payeeTokenAccount, mint, amountAtomic, feePayer, memo, feeLamports } = authorization;
  if (formatAddress(mint) !== terms.asset) return 'the transaction must transfer the asset of the terms';
  if (!equalBytes(payeeTokenAccount, treasury)) return 'the transaction must pay the token account of the treasury';
  if (amountAtomic.toString() !== terms.amount) return 'the transaction must transfer the amount of the terms';
  if (formatAddress(feePayer) !== terms.extra.feePayer) return 'the transaction must name the fee payer of the terms';
  if (equalBytes(payer, feePayer)) return 'payer and fee payer must differ';
  if (memo !== terms.extra.memo) return 'the transaction must carry exactly one memo, the memo of the terms';
  if (feeLamports > MAX_FEE_LAMPORTS) return `the transaction must cost the fee payer at most ${MAX_FEE_LAMPORTS} lamports`;
  if (!isSignedByPayer(authorization, verifySignature)) return 'the transaction must be signed by its payer';
  return null;
}

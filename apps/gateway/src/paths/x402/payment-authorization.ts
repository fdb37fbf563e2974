import { type ExclusiveKey, IDENTITY_TTL_SECONDS, type Outbox } from '@oracle-gateway/outbox';
import { type Address, formatAddress, toHex, type VerifyEd25519 } from '@oracle-gateway/protocol';
import {
  AuthorizationError,
  type DecodedPayment,
  decodePaymentHeader,
  isSignedByPayer,
  MAX_FEE_LAMPORTS,
  PaymentHeaderError,
  type PaymentAuthorization,
  type PaymentTerms,
  readAuthorization,
} from '@oracle-gateway/x402';
import { GatewayError } from '../../errors/gateway-error.js';
import type { AdmittedExclusiveKey } from '../../rounds/model/admitted-round.js';

/** A payment as it was sent, and what it authorizes. */
export interface SentPayment {
  readonly payment: DecodedPayment;
  readonly authorization: PaymentAuthorization;
}

/** The payment of a `PAYMENT-SIGNATURE` header; what is none as the 400 that admission gives in its turn, which repeats nothing of it. */
export function readSentPayment(header: string): SentPayment | GatewayError {
  try {
    const payment = decodePaymentHeader(header);
    return { payment, authorization: readAuthorization(payment.transaction) };
  } catch (error) {
    if (error instanceof PaymentHeaderError || error instanceof AuthorizationError) {
      return new GatewayError('payment_header_invalid', { detail: error.message });
    }
    throw error;
  }
}

/** One payment funds one round. A transaction that has landed is public, so whoever sends it again is not told whose round it is. */
export function authorizationKey({ authorization }: SentPayment): AdmittedExclusiveKey {
  return {
    name: `x402-authorization:${toHex(authorization.key).slice(2)}`,
    lifeMs: IDENTITY_TTL_SECONDS * 1_000,
    refusal: 'authorization_used',
  };
}

/** A look before others are asked in vain; the reservation decides. */
export async function requireUnused(
  { name }: Pick<ExclusiveKey, 'name'>,
  { outbox }: { readonly outbox: Pick<Outbox, 'exclusiveUser'> },
): Promise<void> {
  const user = await outbox.exclusiveUser(name).catch((cause: unknown) => {
    throw new GatewayError('outbox_unavailable', { cause });
  });
  if (user !== null) throw new GatewayError('authorization_used');
}

/**
 * What a transaction says otherwise than its terms, or costs more than a payment needs; null when nothing. The facilitator looks closer:
 * what stands here is what finds the payment on the ledger, binds it to its request and its payer, and spends the fee payer's money, so it is
 * not believed on another's word.
 */
export function paidOtherwise(
  authorization: PaymentAuthorization,
  terms: PaymentTerms,
  { treasury, verifySignature }: { readonly treasury: Address; readonly verifySignature: VerifyEd25519 },
): string | null {
  const { payer, payeeTokenAccount, mint, amountAtomic, feePayer, memo, feeLamports } = authorization;
  if (formatAddress(mint) !== terms.asset) return 'its transaction transfers another asset';
  if (formatAddress(payeeTokenAccount) !== formatAddress(treasury)) return 'its transaction pays another account than the treasury';
  if (amountAtomic.toString() !== terms.amount) return 'its transaction transfers another amount';
  if (formatAddress(feePayer) !== terms.extra.feePayer) return 'its transaction has another fee payer';
  if (formatAddress(payer) === terms.extra.feePayer) return 'the fee payer pays for nobody';
  if (memo !== terms.extra.memo) return 'its transaction has another memo, or not exactly one';
  if (feeLamports > MAX_FEE_LAMPORTS) return `its transaction may cost the fee payer more than ${MAX_FEE_LAMPORTS} lamports`;
  if (!isSignedByPayer(authorization, verifySignature)) return 'its transaction is not signed by the payer';
  return null;
}

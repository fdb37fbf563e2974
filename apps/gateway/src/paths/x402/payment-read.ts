import { type Address, AddressError, parseAddress, paymentReadMessage, unixSeconds } from '@oracle-gateway/protocol';
import { readRequestSignature } from '../../admission/request-body.js';
import { GatewayError } from '../../errors/gateway-error.js';
import type { PathPorts } from '../path-ports.js';

/** Seconds by which the time of a signed read may differ from the gateway's clock. */
const READ_LIFE_SECONDS = 60;

/** The address in base58, the signature in base58 or 0x hex. */
const PAYMENT_READ = /^PaymentRead ([1-9A-HJ-NP-Za-km-z]{32,44})\.(\d{1,12})\.([0-9A-Za-z]{64,130})$/i;

const FORM = 'PaymentRead <payer>.<unix seconds>.<signature>';
const CHALLENGE = { 'WWW-Authenticate': 'PaymentRead realm="oracle-gateway"' };

/**
 * The key that an `Authorization` header proves, for this payment. Whether it is the payer is another question. Throws 401 `payment_private`.
 *
 * @param signature of the payment's transaction, base58
 */
export function readPaymentReader(authorization: string | undefined, signature: string, { callers, clock }: PathPorts): Address {
  const [, addressText, seconds, signatureText] = PAYMENT_READ.exec(authorization ?? '') ?? [];
  if (addressText === undefined || seconds === undefined || signatureText === undefined) {
    throw paymentPrivate(authorization === undefined ? `send Authorization: ${FORM}` : `Authorization must be ${FORM}`);
  }
  const publicKey = readKey(addressText);
  const timestampSeconds = unixSeconds(Number(seconds));
  if (Math.abs(timestampSeconds - clock.nowMs() / 1_000) > READ_LIFE_SECONDS) {
    throw paymentPrivate(`the time must be within ${READ_LIFE_SECONDS} s of the gateway's clock`);
  }
  const isSigned = callers.verifySignature({
    signature: readSignature(signatureText),
    message: paymentReadMessage({ signature, timestampSeconds }),
    publicKey,
  });
  if (!isSigned) throw paymentPrivate('the signature does not verify for the address over this payment and time');
  return publicKey;
}

export function paymentPrivate(detail: string): GatewayError {
  return new GatewayError('payment_private', { detail, headers: CHALLENGE });
}

function readKey(text: string): Address {
  try {
    return parseAddress(text);
  } catch (error) {
    throw error instanceof AddressError ? paymentPrivate(`the address ${error.rule}`) : error;
  }
}

function readSignature(text: string): Uint8Array {
  try {
    return readRequestSignature(text, 'payment_private');
  } catch (error) {
    throw error instanceof GatewayError ? paymentPrivate(error.details.detail ?? 'the signature has another form') : error;
  }
}

import { ContractError } from '@oracle-gateway/contract';
import { type ApiConfig, fetchUrl } from '@oracle-gateway/protocol';
import { Type, type Static } from '@sinclair/typebox';
import { closedObject, oneOfValues } from './fields.js';
import { type AllowedSources, isProtectedSource } from './source-address.js';

const MAX_PAYMENT_CHARS = 4_096;

/** The header that carries a payment, by x402 version. The caller cannot choose another. */
const HEADER_OF_VERSION = { 1: 'X-PAYMENT', 2: 'PAYMENT-SIGNATURE' } as const;
const PAYMENT_HEADERS: ReadonlySet<string> = new Set(Object.values(HEADER_OF_VERSION).map((name) => name.toLowerCase()));

/** One node's payment to a paywalled source, in base64 as its caller made it. The node sends it with its one fetch, and nowhere else. */
export const SourcePayment = closedObject({
  x402Version: oneOfValues([1, 2]),
  payment: Type.String({
    pattern: '^[A-Za-z0-9+/]+={0,2}$',
    maxLength: MAX_PAYMENT_CHARS,
    title: `1 to ${MAX_PAYMENT_CHARS} characters of base64`,
  }),
});
export type SourcePayment = Static<typeof SourcePayment>;

/** Name and value of the header that a node adds to its fetch. */
export function sourcePaymentHeader({ x402Version, payment }: SourcePayment): { readonly name: string; readonly value: string } {
  return { name: HEADER_OF_VERSION[x402Version], value: payment };
}

/**
 * Requires a source that a payment may be sent to. A payment is worth money to its reader, so it goes over https, or to a host that the
 * operator has named. The caller's own headers must not use the name of its header.
 *
 * @throws ContractError with the field `apiConfig.url` or `apiConfig.headers[…]`
 */
export function requirePayableSource({ url, headers }: Pick<ApiConfig, 'url' | 'headers'>, allowed: AllowedSources): void {
  if (!isProtectedSource(fetchUrl({ url }), allowed)) {
    throw new ContractError('apiConfig.url', 'must be https where the source is paid');
  }
  const taken = Object.keys(headers ?? {}).find((name) => PAYMENT_HEADERS.has(name.toLowerCase()));
  if (taken !== undefined) {
    throw new ContractError(`apiConfig.headers[${JSON.stringify(taken)}]`, 'must not be set where the source is paid');
  }
}

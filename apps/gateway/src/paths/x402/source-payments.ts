import { maxEligible } from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { readSourcePayments, type SourcePayment, SourcePaymentsError } from '@oracle-gateway/x402';
import { GatewayError } from '../../errors/gateway-error.js';
import type { X402RoundRequest } from './request.js';

/** The payments to the source, one for each eligible node; undefined when none were sent. Throws a 400 {@link GatewayError}. */
export function readSourcePaymentsOf(
  { sourcePayments, signaturesRequired }: Pick<X402RoundRequest, 'sourcePayments' | 'signaturesRequired'>,
  registry: Pick<RegistryAccount, 'redundancyBuffer' | 'active'>,
): readonly SourcePayment[] | undefined {
  if (sourcePayments === undefined) return undefined;
  try {
    return readSourcePayments(sourcePayments, Math.min(maxEligible(registry, signaturesRequired), registry.active));
  } catch (error) {
    if (error instanceof SourcePaymentsError) throw new GatewayError('invalid_request', { detail: error.message });
    throw error;
  }
}

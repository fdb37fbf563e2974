import { parseExecuteX402RoundRequest } from '@oracle-gateway/gateway-api/parsers';
import { maxEligible } from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { MAX_SOURCE_PAYMENT_BYTES, readSourcePayments, type SourcePayment, SourcePaymentsError } from '@oracle-gateway/x402';
import { GatewayError } from '../../errors/gateway-error.js';
import { MAX_REQUEST_BYTES, readRequestBody } from '../../admission/request-body.js';
import type { RequestedSubject, SubjectReader } from '../../admission/requested-subject.js';

/** A request of the pay-per-request path in the protocol's own types; the wire's names end here. */
export interface X402RoundRequest extends RequestedSubject {
  readonly signaturesRequired: number;
  readonly registryVersion: number;
  /** Payments to the source as they were sent. */
  readonly sourcePayments: readonly string[] | undefined;
  /** The source is declared as paywalled; payments to it declare it too. */
  readonly isPaywalled: boolean;
}

/** Reads and validates a body as far as it can be judged by itself. Throws a 400 or 413 GatewayError naming field and rule. */
export function readX402Request(body: Uint8Array, subjects: SubjectReader): X402RoundRequest {
  const request = readRequestBody(body, parseExecuteX402RoundRequest, { maxBytes: body.length });
  const { sourcePayments, x402Source = false } = request;
  // Payments to the source come on top of what every path may send.
  const maxBytes = MAX_REQUEST_BYTES + (sourcePayments?.length ?? 0) * MAX_SOURCE_PAYMENT_BYTES;
  if (body.length > maxBytes) throw new GatewayError('body_too_large', { detail: `at most ${maxBytes} bytes` });
  const subject = subjects.read(request);
  const isPaywalled = x402Source || sourcePayments !== undefined;
  if (isPaywalled) subjects.requirePayable(subject.subject, sourcePayments === undefined ? 'x402Source' : 'sourcePayments');
  return {
    signaturesRequired: request.signatures_required,
    registryVersion: request.registry_version,
    ...subject,
    sourcePayments,
    isPaywalled,
  };
}

/** The payments to the source, one for each eligible node; undefined when none were sent. Throws a 400 {@link GatewayError}. */
export function readSourcePaymentsOf(
  { sourcePayments, signaturesRequired }: X402RoundRequest,
  registry: RegistryAccount,
): readonly SourcePayment[] | undefined {
  if (sourcePayments === undefined) return undefined;
  try {
    return readSourcePayments(sourcePayments, Math.min(maxEligible(registry, signaturesRequired), registry.active));
  } catch (error) {
    if (error instanceof SourcePaymentsError) throw new GatewayError('invalid_request', { detail: error.message });
    throw error;
  }
}

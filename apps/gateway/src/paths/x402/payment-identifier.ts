import type { NestedRoundResult } from '@oracle-gateway/gateway-api';
import { RESULT_TTL_SECONDS, type RoundRecord } from '@oracle-gateway/outbox';
import { type Address, formatAddress, type RoundId, toHex } from '@oracle-gateway/protocol';
import { nativeSha256 } from '@oracle-gateway/protocol/node';
import { isSignedByPayer, type Network, paymentResponseHeader } from '@oracle-gateway/x402';
import type { AdmittedExclusiveKey } from '../../engine/index.js';
import { GatewayError } from '../../errors/gateway-error.js';
import { readStoredAnswer } from '../../answers/stored-answer.js';
import type { PathPorts } from '../path-ports.js';
import type { SentPayment } from './payment-authorization.js';
import type { X402RoundRequest } from './request.js';
import type { X402Terms } from './terms.js';

/** Round that was paid for before, and its receipt. */
export interface PaidBefore {
  readonly roundId: RoundId;
  readonly result: NestedRoundResult;
  /** The PAYMENT-RESPONSE header, as it was (docs/api.md#post-v1x402execute). */
  readonly receipt: string;
}

/**
 * Finds what a payer paid for under the identifier of this payment, which is then not needed; null where there is no identifier, or nothing
 * under it that was paid or may yet be. Throws a {@link GatewayError} where the identifier names anything else than a paid round of this
 * request. Throws it too where the payment is not the payer's own for this request: identifiers may be guessed, and payers are public.
 */
export type FindPaidBefore = (request: X402RoundRequest, sent: SentPayment | GatewayError | undefined) => Promise<PaidBefore | null>;

export interface FindPaidBeforeDeps {
  readonly ports: PathPorts;
  readonly network: Network;
  readonly terms: X402Terms;
}

const encoder = new TextEncoder();

/**
 * One round of one payer under an identifier, for as long as its result can be repeated. The outbox has only the hash of payer
 * and identifier, because a caller that knows both gets the result.
 */
export function identifierKey(payer: Address, identifier: string): AdmittedExclusiveKey {
  const hash = nativeSha256(Uint8Array.from([...payer, ...encoder.encode(identifier)]));
  return {
    name: `x402-identifier:${toHex(hash).slice(2)}`,
    lifeMs: RESULT_TTL_SECONDS * 1_000,
    freeOnceUnserved: true,
    refusal: 'payment_identifier_used',
  };
}

export function createFindPaidBefore(deps: FindPaidBeforeDeps): FindPaidBefore {
  return async (request, sent) => {
    if (sent === undefined || sent instanceof GatewayError || sent.payload.identifier === null) return null;
    const record = await recordOf(identifierKey(sent.authorization.payer, sent.payload.identifier), deps.ports);
    if (record === null || isWithoutPayment(record)) return null;
    if (!isPayersOwn(sent, request, deps)) throw used('the payment must be signed by its payer for this request');
    return paidBefore(record, request, deps);
  };
}

/** Its round ended, and no payment was made for it: the identifier is free again. */
function isWithoutPayment({ state }: RoundRecord): boolean {
  return state === 'failed' || state === 'expired' || state === 'unpaid';
}

/** Signed by the payer for a round of this request at this gateway, whatever it would cost by now. */
function isPayersOwn(
  { authorization }: SentPayment,
  { subject: { sourceId }, signaturesRequired, registryVersion }: X402RoundRequest,
  { terms, ports: { callers } }: FindPaidBeforeDeps,
): boolean {
  const request = { sourceId, signaturesRequired, registryVersion: BigInt(registryVersion) };
  return authorization.memo === terms.memoOf(request) && isSignedByPayer(authorization, callers.verifySignature);
}

async function recordOf({ name }: AdmittedExclusiveKey, { records }: PathPorts): Promise<RoundRecord | null> {
  const roundId = await records.exclusiveUser(name);
  return roundId === null ? null : records.read(roundId);
}

function paidBefore(record: RoundRecord, request: X402RoundRequest, { network }: FindPaidBeforeDeps): PaidBefore {
  const { roundId, state } = record;
  switch (state) {
    case 'paid': {
      const { result } = readStoredAnswer(record.result);
      if (!isNested(result) || !isOf(request, result)) throw used('it belongs to a round of another source or quorum');
      const receipt = { success: true, transaction: record.receipt.signature, network, payer: formatAddress(record.payment.payer) };
      return { roundId, result, receipt: paymentResponseHeader(receipt) };
    }
    case 'payment_unknown':
      throw new GatewayError('payment_unknown').about(roundId);
    case 'reserved':
    case 'settling':
      throw identifierUnderWay(roundId);
    default:
      throw new GatewayError('internal', { cause: new Error(`a paid round of the state ${state}`) });
  }
}

function isNested(result: ReturnType<typeof readStoredAnswer>['result']): result is NestedRoundResult {
  return 'attestation' in result.data;
}

function isOf({ subject, signaturesRequired }: X402RoundRequest, { data }: NestedRoundResult): boolean {
  const { payload } = data.attestation;
  return payload.signaturesRequired === signaturesRequired && payload.sourceId === toHex(subject.sourceId);
}

/** The refusal while the round that uses the identifier is served. */
export function identifierUnderWay(roundId: RoundId): GatewayError {
  return used('its round is in progress; ask again in a moment').about(roundId);
}

function used(detail: string): GatewayError {
  return new GatewayError('payment_identifier_used', { detail });
}

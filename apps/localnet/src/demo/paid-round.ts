import type { ApiConfigBody, ExecuteX402RoundRequest, NestedRoundResult } from '@oracle-gateway/gateway-api';
import {
  deriveFeedId,
  deriveSourceId,
  fromHex,
  NO_OWNER,
  parseApiConfig,
  unixMs,
  type SourceId,
  SOURCE_FORM,
} from '@oracle-gateway/protocol';
import type { Attestation } from '@oracle-gateway/schnorr';

import { DemoFailure } from './demo-failure.js';
import { checkAttestation, type CheckedAttestation, type LedgerKeys } from './check-attestation.js';

/** Largest accepted difference between the round's time, which the gateway sets, and the local clock. */
const MAX_AGE_MS = 60_000;

/** A request of the pay-per-request path, and the parts of the answer that its caller knows in advance. */
export interface PaidDemoRound {
  readonly request: ExecuteX402RoundRequest;
  readonly sourceId: SourceId;
  readonly signaturesRequired: number;
}

export function preparePaidRound(input: {
  readonly apiConfig: ApiConfigBody;
  readonly signaturesRequired: number;
  readonly registryVersion: number;
}): PaidDemoRound {
  const { apiConfig, signaturesRequired, registryVersion } = input;
  return {
    request: { signatures_required: signaturesRequired, registry_version: registryVersion, apiConfig },
    sourceId: deriveSourceId(parseApiConfig(apiConfig)),
    signaturesRequired,
  };
}

/** Runs `checkAttestation` on an answer in the nested shape: its feed has no owner, and the gateway sets its time. Throws DemoFailure. */
export function verifyPaidRound(round: PaidDemoRound, { data }: NestedRoundResult, keys: LedgerKeys): CheckedAttestation {
  const { payload, signature } = data.attestation;
  if (Math.abs(payload.timestamp - Date.now()) > MAX_AGE_MS)
    throw new DemoFailure('the timestamp of the round is too far from the local clock');
  const { sourceId, signaturesRequired } = round;
  const attestation: Attestation = {
    feedId: deriveFeedId({ owner: NO_OWNER, sourceId, signaturesRequired }),
    sourceId,
    signaturesRequired,
    form: SOURCE_FORM,
    timestampMs: unixMs(payload.timestamp),
    observedAtMs: unixMs(payload.observedAt),
    registryVersion: BigInt(payload.registryVersion),
    value: fromHex(payload.value, 32),
    signersBitmap: fromHex(signature.signersBitmap, 32),
    s: fromHex(signature.signature, 32),
    commitment: fromHex(signature.commitment, 20),
  };
  return checkAttestation(attestation, keys);
}

import type { ApiConfigBody, ExecuteX402RoundRequest, NestedRoundResult } from '@oracle-gateway/gateway-api';
import { deriveFeedId, deriveSourceId, fromHex, NO_OWNER, parseApiConfig, unixMs, type SourceId } from '@oracle-gateway/protocol';
import type { Attestation } from '@oracle-gateway/schnorr';

import { DemoFailure } from './demo-failure.js';
import { judgeAttestation, type Judgement, type Keys } from './judge-attestation.js';

/** Longest distance of a round's time, which is the gateway's to give, from the clock of whoever judges it. */
const MAX_AGE_MS = 60_000;

/** A request of the pay-per-request path, and what its caller knows of the answer beforehand. */
export interface PaidRound {
  readonly request: ExecuteX402RoundRequest;
  readonly sourceId: SourceId;
  readonly signaturesRequired: number;
}

export function preparePaidRound(input: {
  readonly apiConfig: ApiConfigBody;
  readonly signaturesRequired: number;
  readonly registryVersion: number;
}): PaidRound {
  const { apiConfig, signaturesRequired, registryVersion } = input;
  return {
    request: { signatures_required: signaturesRequired, registry_version: registryVersion, apiConfig },
    sourceId: deriveSourceId(parseApiConfig(apiConfig)),
    signaturesRequired,
  };
}

/** As `judgeAttestation`, of an answer in the nested shape: its feed is nobody's, and its time the gateway's. Throws DemoFailure. */
export function judgePaidRound(round: PaidRound, { data }: NestedRoundResult, keys: Keys): Judgement {
  const { payload, signature } = data.attestation;
  if (Math.abs(payload.timestamp - Date.now()) > MAX_AGE_MS) throw new DemoFailure('the round is of another time than this');
  const { sourceId, signaturesRequired } = round;
  const attestation: Attestation = {
    feedId: deriveFeedId({ owner: NO_OWNER, sourceId, signaturesRequired }),
    sourceId,
    signaturesRequired,
    timestampMs: unixMs(payload.timestamp),
    registryVersion: BigInt(payload.registryVersion),
    value: fromHex(payload.value, 32),
    signersBitmap: fromHex(signature.signersBitmap, 32),
    s: fromHex(signature.signature, 32),
    commitment: fromHex(signature.commitment, 20),
  };
  return judgeAttestation(attestation, keys);
}

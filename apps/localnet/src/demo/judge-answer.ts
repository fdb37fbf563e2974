import type { FlatRoundResult } from '@oracle-gateway/gateway-api';
import { fromHex, toUnixMs } from '@oracle-gateway/protocol';
import type { Attestation } from '@oracle-gateway/schnorr';

import { judgeAttestation, type Judgement, type Keys } from './judge-attestation.js';
import type { AskedPrice } from './price-round.js';

/** Feed, source, quorum and time are the caller's own; only value and signature are taken from the answer. */
function attestationOf({ data }: FlatRoundResult, round: AskedPrice): Attestation {
  return {
    feedId: round.feedId,
    sourceId: round.sourceId,
    signaturesRequired: round.signaturesRequired,
    timestampMs: toUnixMs(round.timestampSeconds),
    registryVersion: BigInt(data.registryVersion),
    value: fromHex(data.valuePacked, 32),
    signersBitmap: fromHex(data.signersBitmap, 32),
    s: fromHex(data.s, 32),
    commitment: fromHex(data.commitmentAddr, 20),
  };
}

export interface JudgeInput extends Keys {
  readonly answer: FlatRoundResult;
  readonly round: AskedPrice;
}

/** As `judgeAttestation`, of an answer in the flat shape. Throws DemoFailure. */
export function judgeAnswer({ answer, round, ...keys }: JudgeInput): Judgement {
  return judgeAttestation(attestationOf(answer, round), keys);
}

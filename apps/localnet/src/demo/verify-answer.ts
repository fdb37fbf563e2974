import type { FlatRoundResult } from '@oracle-gateway/gateway-api';
import { fromHex, toUnixMs, unixMs, SOURCE_FORM } from '@oracle-gateway/protocol';
import type { Attestation } from '@oracle-gateway/schnorr';

import { checkAttestation, type CheckedAttestation, type LedgerKeys } from './check-attestation.js';
import type { AskedPrice } from './asked-price.js';

/** Takes only value, stamp and signature from the answer. Feed, source, quorum and time are the caller's own. */
function attestationOf({ data }: FlatRoundResult, round: AskedPrice): Attestation {
  return {
    feedId: round.feedId,
    sourceId: round.sourceId,
    signaturesRequired: round.signaturesRequired,
    form: SOURCE_FORM,
    timestampMs: toUnixMs(round.timestampSeconds),
    observedAtMs: unixMs(data.observedAt),
    registryVersion: BigInt(data.registryVersion),
    value: fromHex(data.valuePacked, 32),
    signersBitmap: fromHex(data.signersBitmap, 32),
    s: fromHex(data.s, 32),
    commitment: fromHex(data.commitmentAddr, 20),
  };
}

export interface AnswerToVerify extends LedgerKeys {
  readonly answer: FlatRoundResult;
  readonly round: AskedPrice;
}

/** Runs `checkAttestation` on an answer in the flat shape. Throws DemoFailure. */
export function checkDemoAnswer({ answer, round, ...keys }: AnswerToVerify): CheckedAttestation {
  return checkAttestation(attestationOf(answer, round), keys);
}

import type { FlatRoundResult } from '@oracle-gateway/gateway-api';
import { fromHex, toUnixMs, type DeploymentId } from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { verifyAttestation, type Attestation } from '@oracle-gateway/schnorr';

import { DemoFailure } from './demo-failure.js';
import type { AskedPrice } from './price-round.js';

export interface Judgement {
  /** Indices of the nodes that signed. */
  readonly signers: readonly number[];
  /** The 32 bytes that they signed. */
  readonly message: Uint8Array;
  readonly attestation: Attestation;
}

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

export interface JudgeInput {
  readonly answer: FlatRoundResult;
  readonly round: AskedPrice;
  readonly deploymentId: DeploymentId;
  readonly registry: RegistryAccount;
}

/** Verifies an answer with keys from the ledger, and shows that the check can fail. Throws DemoFailure. */
export function judgeAnswer({ answer, round, deploymentId, registry }: JudgeInput): Judgement {
  const attestation = attestationOf(answer, round);
  const verdict = verifyAttestation({ deploymentId, registry, attestation });
  if (!verdict.ok) throw new DemoFailure(`the signature does not verify: ${verdict.reason}`);
  const forgedValue = attestation.value.map((byte, index) => (index === 31 ? byte ^ 1 : byte));
  const forged = verifyAttestation({ deploymentId, registry, attestation: { ...attestation, value: forgedValue } });
  if (forged.ok) throw new DemoFailure('a changed value verifies just as well');
  return { ...verdict, attestation };
}

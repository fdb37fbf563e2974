import type { DeploymentId } from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { verifyAttestation, type Attestation } from '@oracle-gateway/schnorr';

import { DemoFailure } from './demo-failure.js';

export interface Judgement {
  /** Indices of the nodes that signed. */
  readonly signers: readonly number[];
  /** The 32 bytes that they signed. */
  readonly message: Uint8Array;
  readonly attestation: Attestation;
}

/** What the ledger says. */
export interface Keys {
  readonly deploymentId: DeploymentId;
  readonly registry: RegistryAccount;
}

/** Verifies an attestation with keys from the ledger, and shows that the check can fail. Throws DemoFailure. */
export function judgeAttestation(attestation: Attestation, keys: Keys): Judgement {
  const verdict = verifyAttestation({ ...keys, attestation });
  if (!verdict.ok) throw new DemoFailure(`the signature does not verify: ${verdict.reason}`);
  const forgedValue = attestation.value.map((byte, index) => (index === 31 ? byte ^ 1 : byte));
  const forged = verifyAttestation({ ...keys, attestation: { ...attestation, value: forgedValue } });
  if (forged.ok) throw new DemoFailure('a changed value verifies just as well');
  return { ...verdict, attestation };
}

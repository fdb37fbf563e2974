import type { DeploymentId } from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { verifyAttestation, type Attestation } from '@oracle-gateway/schnorr';

import { DemoFailure } from './demo-failure.js';

export interface CheckedAttestation {
  /** Indices of the nodes that signed. */
  readonly signers: readonly number[];
  /** The 32 signed bytes. */
  readonly message: Uint8Array;
  readonly attestation: Attestation;
}

/** Keys as read from the ledger. */
export interface LedgerKeys {
  readonly deploymentId: DeploymentId;
  readonly registry: RegistryAccount;
}

/** Verifies an attestation with keys from the ledger, and confirms that a changed value fails. Throws DemoFailure. */
export function checkAttestation(attestation: Attestation, keys: LedgerKeys): CheckedAttestation {
  const verdict = verifyAttestation({ ...keys, attestation });
  if (!verdict.ok) throw new DemoFailure(`the signature does not verify: ${verdict.reason}`);
  const forgedValue = attestation.value.map((byte, index) => (index === 31 ? byte ^ 1 : byte));
  const forged = verifyAttestation({ ...keys, attestation: { ...attestation, value: forgedValue } });
  if (forged.ok) throw new DemoFailure('an attestation with a changed value also verifies');
  return { ...verdict, attestation };
}

import type { AttestationRefusal, RegistrySnapshotRefusal } from '@oracle-gateway/schnorr';

/**
 * Why nothing is made for a chain: `malformed` names the member; `no_sum` means keys that were chosen together; `values` means that a list
 * has other values than were signed; all others are refusals of the verification, which a contract would repeat at the caller's cost.
 */
export type EvmAnswerFault = 'malformed' | 'no_sum' | 'values' | AttestationRefusal | RegistrySnapshotRefusal;

/** The answer cannot be brought to a contract: it is malformed, or its signature does not verify. `reason` says which. */
export class EvmAnswerError extends Error {
  override readonly name = 'EvmAnswerError';
  constructor(
    readonly reason: EvmAnswerFault,
    message: string,
  ) {
    super(message);
  }
}

import type { DeploymentId } from '@oracle-gateway/protocol';
import type { RegistryKeys } from '@oracle-gateway/schnorr';

/** A gateway's answer, and the keys of the version that signed it. */
export interface SignedAnswer {
  /** The gateway's JSON. */
  readonly result: unknown;
  readonly registry: RegistryKeys;
  readonly deploymentId: DeploymentId;
}

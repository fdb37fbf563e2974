import { type Address, deriveDeploymentId, type DeploymentId, parseAddress } from '@oracle-gateway/protocol';
import { ClientUsageError } from '../errors.js';

/** One program on one network. */
export interface Deployment {
  readonly programId: Address;
  /** CAIP-2. */
  readonly network: string;
  readonly deploymentId: DeploymentId;
}

/** @throws ClientUsageError */
export function deploymentOf(input: { readonly programId: string; readonly network: string }): Deployment {
  const programId = addressIn('ledger.programId', input.programId);
  try {
    return { programId, network: input.network, deploymentId: deriveDeploymentId({ programId, network: input.network }) };
  } catch (error) {
    throw new ClientUsageError('ledger.network', 'must be a CAIP-2 id such as solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', { cause: error });
  }
}

/** @throws ClientUsageError */
export function addressIn(field: string, text: string): Address {
  try {
    return parseAddress(text);
  } catch (error) {
    throw new ClientUsageError(field, 'must be the base58 form of 32 bytes', { cause: error });
  }
}

import { type Address, deriveDeploymentId, type DeploymentId, parseAddress } from '@oracle-gateway/protocol';
import { ClientUsageError } from '../base/errors.js';

/** Source of the truth: the program and its network are the caller's own knowledge, never the gateway's word. */
export interface LedgerOptions {
  /** JSON-RPC of a Solana server that the caller trusts. */
  readonly rpcUrl: string;
  /** The oracle program, base58. */
  readonly programId: string;
  /** CAIP-2 id of the network, such as `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`. */
  readonly network: string;
}

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

import type { RegistryNodesReader } from '@oracle-gateway/ledger';
import { askableNodes, type AskableNode, type RegistryAccount } from '@oracle-gateway/protocol/accounts';

/** Endpoint of a node in the registry. */
export interface NodeAddress {
  readonly index: number;
  readonly origin: string;
}

/** A node that can be asked. */
export type RoundNode = AskableNode;

/** Nodes of one registry version that have a usable endpoint, ascending by index. */
export type NodeDirectory = (registry: RegistryAccount) => Promise<readonly RoundNode[]>;

/**
 * Keys come from the registry version the round is signed under, endpoints from the Node accounts that hold the same key. Throws what the
 * reader throws.
 */
export function createNodeDirectory(deps: { readonly ledger: RegistryNodesReader }): NodeDirectory {
  return async (registry) => askableNodes(registry, await deps.ledger.nodes(registry));
}

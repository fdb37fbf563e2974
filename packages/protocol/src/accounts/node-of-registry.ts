import { equalBytes } from '../equal-bytes.js';
import type { NodeAccount } from './node-account.js';
import type { RegistryAccount } from './registry-account.js';

/**
 * The key of a node at its index in this registry version. Null when the account holds another key: the next one already, or that of a removed
 * node. Operator, encryption key and endpoint of an account belong to its key. Data that is sealed for, or sent to, such an account would
 * reach a stranger.
 */
export function nodeOfRegistry(node: Pick<NodeAccount, 'index' | 'publicKey'>, registry: Pick<RegistryAccount, 'keys'>): Uint8Array | null {
  const key = registry.keys[node.index] ?? null;
  return key !== null && equalBytes(key, node.publicKey) ? key : null;
}

import { equalBytes } from '../equal-bytes.js';
import type { NodeAccount } from './node-account.js';
import type { RegistryAccount } from './registry-account.js';

/**
 * The key of the node at its index in this registry version, or null when the account is not that node's: operator, encryption key and
 * endpoint belong to the key beside them, and the account may hold the next key already, or that of a node which was removed. What is
 * sealed for, or sent to, such an account would reach a stranger.
 */
export function nodeOfRegistry(node: Pick<NodeAccount, 'index' | 'publicKey'>, registry: Pick<RegistryAccount, 'keys'>): Uint8Array | null {
  const key = registry.keys[node.index] ?? null;
  return key !== null && equalBytes(key, node.publicKey) ? key : null;
}

import { nodeOfRegistry } from './node-of-registry.js';
import type { NodeAccount } from './node-account.js';
import type { RegistryAccount } from './registry-account.js';

/** A node that can be asked. */
export interface AskableNode {
  readonly index: number;
  /** Its key in the registry version, 64 bytes. */
  readonly publicKey: Uint8Array;
  /** Scheme, host and port of its endpoint. */
  readonly origin: string;
  /** The X25519 key that its account names, 32 bytes: only the holder of its secret answers on a stream. Null where it names none. */
  readonly encryptionKey: Uint8Array | null;
}

/**
 * Nodes of one registry version that have a usable endpoint, ascending by index. Keys come from the registry version, endpoints from the Node
 * accounts that hold the same key.
 */
export function askableNodes(registry: Pick<RegistryAccount, 'keys'>, accounts: readonly NodeAccount[]): AskableNode[] {
  return accounts
    .flatMap((account) => {
      const publicKey = nodeOfRegistry(account, registry);
      const origin = originOf(account.endpoint);
      return publicKey === null || origin === null ? [] : [{ index: account.index, publicKey, origin, encryptionKey: keyOf(account) }];
    })
    .sort((a, b) => a.index - b.index);
}

/** Zeros on the ledger name no key. */
function keyOf({ encryptionKey }: NodeAccount): Uint8Array | null {
  return encryptionKey.every((byte) => byte === 0) ? null : encryptionKey;
}

/** An endpoint is an origin: requests are signed over their path, so nothing in between may rewrite it. */
function originOf(endpoint: string): string | null {
  if (!URL.canParse(endpoint)) return null;
  const { origin, pathname, search, hash, protocol, username, password } = new URL(endpoint);
  const isOrigin = pathname === '/' && search === '' && hash === '' && username === '' && password === '';
  return isOrigin && (protocol === 'http:' || protocol === 'https:') ? origin : null;
}

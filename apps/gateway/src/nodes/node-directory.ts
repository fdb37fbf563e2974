import type { RegistryNodesReader } from '@oracle-gateway/ledger';
import { nodeOfRegistry, type RegistryAccount } from '@oracle-gateway/protocol/accounts';

/** A node that can be asked. */
export interface RoundNode {
  readonly index: number;
  /** Its key in the round's registry version, 64 bytes. */
  readonly publicKey: Uint8Array;
  /** Scheme, host and port of its endpoint. */
  readonly origin: string;
}

/** Nodes of one registry version that have a usable endpoint, ascending by index. */
export type NodeDirectory = (registry: RegistryAccount) => Promise<readonly RoundNode[]>;

/**
 * Keys come from the registry version the round is signed under, endpoints from the Node accounts that hold the same key. Throws what the
 * reader throws.
 */
export function createNodeDirectory(deps: { readonly ledger: RegistryNodesReader }): NodeDirectory {
  return async (registry) => {
    const accounts = await deps.ledger.nodes(registry);
    return accounts
      .flatMap((account) => {
        const publicKey = nodeOfRegistry(account, registry);
        const origin = originOf(account.endpoint);
        return publicKey === null || origin === null ? [] : [{ index: account.index, publicKey, origin }];
      })
      .sort((a, b) => a.index - b.index);
  };
}

/** An endpoint is an origin: requests are signed over their path, so nothing in between may rewrite it. */
export function originOf(endpoint: string): string | null {
  if (!URL.canParse(endpoint)) return null;
  const { origin, pathname, search, hash, protocol, username, password } = new URL(endpoint);
  const isOrigin = pathname === '/' && search === '' && hash === '' && username === '' && password === '';
  return isOrigin && (protocol === 'http:' || protocol === 'https:') ? origin : null;
}

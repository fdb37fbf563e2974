import { equalBytes } from '../equal-bytes.js';
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

/** An endpoint that may still have a key of an earlier version. */
export interface FormerNode extends AskableNode {
  readonly isFormer: true;
}

/**
 * Nodes of one registry version that have a usable endpoint, ascending by index. Keys come from the registry version, endpoints from the Node
 * accounts that hold the same key, or held it until it was replaced: that node serves until the registry changes, and vouches afterwards.
 */
export function askableNodes(registry: Pick<RegistryAccount, 'keys'>, accounts: readonly NodeAccount[]): AskableNode[] {
  return accounts
    .flatMap((account) => {
      const node = heldBy(account, registry);
      const origin = node === null ? null : originOf(node.endpoint);
      if (node === null || origin === null) return [];
      return [{ index: account.index, publicKey: node.publicKey, origin, encryptionKey: node.encryptionKey }];
    })
    .sort((a, b) => a.index - b.index);
}

/** The key of the account's place in the registry version, with what the account says of it. Null where it holds another key. */
function heldBy(
  account: NodeAccount,
  registry: Pick<RegistryAccount, 'keys'>,
): (Pick<AskableNode, 'publicKey' | 'encryptionKey'> & { readonly endpoint: string }) | null {
  const present = nodeOfRegistry(account, registry);
  if (present !== null) return { publicKey: present, endpoint: account.endpoint, encryptionKey: keyOf(account) };
  const { previousPublicKey, previousEndpoint } = account;
  const key = registry.keys[account.index] ?? null;
  if (key === null || previousPublicKey === null || !equalBytes(key, previousPublicKey)) return null;
  return { publicKey: key, endpoint: previousEndpoint, encryptionKey: encryptionKeyBefore(account) };
}

/** The encryption key of the node with the previous signing key; null where the account has forgotten it. */
function encryptionKeyBefore(account: NodeAccount): Uint8Array | null {
  const { publicKeyChangedAt, encryptionKeyChangedAt, previousEncryptionKey } = account;
  if (encryptionKeyChangedAt < publicKeyChangedAt) return keyOf(account);
  return encryptionKeyChangedAt === publicKeyChangedAt ? previousEncryptionKey : null;
}

/**
 * Possible endpoints of keys that belong to a registry version and that no Node account remembers. One guess is the endpoint that has the
 * place now: an operator keeps the earlier key beside the new one. The other is the last endpoint known of the key. Only what such an
 * endpoint signs with the key counts.
 *
 * @param lastOrigins the last endpoint known of each key, by index of the version
 */
export function formerNodes(
  registry: Pick<RegistryAccount, 'keys'>,
  accounts: readonly NodeAccount[],
  lastOrigins: ReadonlyMap<number, string>,
): FormerNode[] {
  const byIndex = new Map(accounts.map((account) => [account.index, account]));
  return registry.keys.flatMap((publicKey, index) => {
    const account = byIndex.get(index);
    if (publicKey === null || (account !== undefined && heldBy(account, registry) !== null)) return [];
    const node = { index, publicKey, isFormer: true } as const;
    const [present, last] = [account === undefined ? null : originOf(account.endpoint), originOf(lastOrigins.get(index) ?? '')];
    return [
      ...(account === undefined || present === null ? [] : [{ ...node, origin: present, encryptionKey: keyOf(account) }]),
      // The earlier account of this key is unknown by now, and its encryption key with it.
      ...(last === null || last === present ? [] : [{ ...node, origin: last, encryptionKey: null }]),
    ];
  });
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

import { equalBytes } from '@oracle-gateway/protocol/internal';
import {
  askableNodes,
  decodeNode,
  decodeRegistry,
  nodeAddress,
  nodeOfRegistry,
  registryAddress,
  type ConfigAccount,
  type NodeAccount,
  type RegistryAccount,
} from '@oracle-gateway/protocol/accounts';
import { fewestToVouch } from '@oracle-gateway/vouching';

import { readOwnTogether, type AdminLedgerView } from '../admin-ledger.js';

/** Versions that are checked, from the current one back. Gateways keep snapshots of no more. */
const VERSIONS = 64n;

/**
 * Warns where a new registration takes away the last nodes that a version needs: more than two thirds of its keys must sign for other chains
 * what follows it. A Node account keeps its key and the last one that a version had; other keys have no endpoint on the ledger. Empty: every
 * version has as many as before, or enough.
 */
export async function warnOfVouchers(
  ledger: AdminLedgerView,
  config: ConfigAccount,
  { next, registry }: { readonly next: Pick<NodeAccount, 'index' | 'publicKey' | 'endpoint'>; readonly registry: RegistryAccount | null },
): Promise<string[]> {
  const versions = (await readVersions(ledger, config)).filter(({ keys }) => isReplaced(keys[next.index] ?? null, next.publicKey));
  if (versions.length === 0) return [];
  const accounts = await readNodes(ledger, versions);
  const replaced = accounts.map((account) => (account.index === next.index ? renewed(account, next, registry) : account));
  const short = versions.flatMap((version) => {
    const [before, after] = [accounts, replaced].map((held) => askableNodes(version, held).length);
    const total = version.keys.filter((key) => key !== null).length;
    const needed = fewestToVouch(total);
    return before !== undefined && after !== undefined && before >= needed && after < needed ? [{ version, after, total, needed }] : [];
  });
  if (short.length === 0) return [];
  return [
    ...short.map(
      ({ version: { version }, after, total, needed }) =>
        `warning: other chains at version ${version} cannot go on: ${after} of its ${total} keys keep an endpoint, and ${needed} must sign`,
    ),
    'to let them go on, the node must have its earlier key in node.previous_secret_key_paths, or go on running where it was',
  ];
}

/** The account after the registration: it remembers the key that the current version has, with its endpoint. */
function renewed(account: NodeAccount, next: Pick<NodeAccount, 'publicKey' | 'endpoint'>, registry: RegistryAccount | null): NodeAccount {
  const inUse = registry !== null && nodeOfRegistry(account, registry) !== null && !equalBytes(account.publicKey, next.publicKey);
  const previous = inUse ? { previousPublicKey: account.publicKey, previousEndpoint: account.endpoint } : {};
  return { ...account, ...previous, ...next };
}

function isReplaced(key: Uint8Array | null, by: Uint8Array): boolean {
  return key !== null && !equalBytes(key, by);
}

async function readVersions(ledger: AdminLedgerView, { registryVersion }: ConfigAccount): Promise<RegistryAccount[]> {
  const count = Number(registryVersion < VERSIONS ? registryVersion : VERSIONS);
  const addresses = Array.from({ length: count }, (_, back) => registryAddress(ledger.programId, registryVersion - BigInt(back)));
  return readOwnTogether(ledger, addresses, decodeRegistry);
}

function readNodes(ledger: AdminLedgerView, versions: readonly RegistryAccount[]): Promise<NodeAccount[]> {
  const indices = new Set(versions.flatMap(({ keys }) => keys.flatMap((key, index) => (key === null ? [] : [index]))));
  return readOwnTogether(
    ledger,
    [...indices].map((index) => nodeAddress(ledger.programId, index)),
    decodeNode,
  );
}

import type { RegistryNodesReader } from '@oracle-gateway/ledger';
import { askableNodes, type FormerNode, formerNodes, type RegistryAccount } from '@oracle-gateway/protocol/accounts';
import type { RoundNode } from '../nodes/node-directory.js';
import type { KeptOrigins } from './snapshot-store.js';

/** An endpoint at which a key is asked for. */
export type VoucherNode = RoundNode | FormerNode;

/** Finds the possible endpoints of the keys of one registry version. A key that was replaced may be at two endpoints. */
export type VoucherDirectory = (registry: RegistryAccount) => Promise<readonly VoucherNode[]>;

/** Keeps the endpoints that it finds, so that a replaced key is found later. Throws what ledger and store throw. */
export function createVoucherDirectory({
  ledger,
  store,
}: {
  readonly ledger: RegistryNodesReader;
  readonly store: KeptOrigins;
}): VoucherDirectory {
  return async (registry) => {
    const accounts = await ledger.nodes(registry);
    const present = askableNodes(registry, accounts);
    await store.noteOrigins(registry.version, present);
    return [...present, ...formerNodes(registry, accounts, await store.lastOrigins(registry.version))];
  };
}

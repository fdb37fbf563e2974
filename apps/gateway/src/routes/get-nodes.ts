import type { operations } from '@oracle-gateway/gateway-api';
import type { CurrentRegistryReader, RegistryNodesReader } from '@oracle-gateway/ledger';
import { formatAddress, toHex } from '@oracle-gateway/protocol';
import { nodeOfRegistry } from '@oracle-gateway/protocol/accounts';
import type { Engine } from '../engine/index.js';
import type { Endpoint } from '../http/endpoint.js';

/** GET /v1/nodes: the nodes of the current registry (docs/api.md#get-v1nodes). Endpoints stay private. */
export function getNodes({
  ledger,
  engine,
}: {
  readonly ledger: CurrentRegistryReader & RegistryNodesReader;
  readonly engine: Engine;
}): Endpoint<typeof operations.getNodes> {
  return async () => {
    const [registry, accounts] = await Promise.all([ledger.currentRegistry(), ledger.nodes()]);
    const nodes = accounts.flatMap((account) => {
      const publicKey = nodeOfRegistry(account, registry);
      if (publicKey === null) return [];
      const { index, encryptionKey, operator } = account;
      const call = engine.nodes.lastCall(index);
      const maxBodyBytes = engine.nodes.rooms.maxBodyBytes(index);
      return [
        {
          index,
          publicKey: toHex(publicKey),
          encryptionPublicKey: toHex(encryptionKey),
          operator: formatAddress(operator),
          ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }),
          ...(call === undefined ? {} : { lastCall: { answered: call.answered, at: call.atMs } }),
        },
      ];
    });
    const { version, redundancyBuffer, minSigners } = registry;
    return { status: 200, body: { status: 'ok', data: { registryVersion: Number(version), redundancyBuffer, minSigners, nodes } } };
  };
}

import { decodeRegistry } from '@oracle-gateway/protocol/accounts';
import { expect, it } from 'vitest';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { askedNodes } from './asked-nodes.js';

const REGISTRY = decodeRegistry(Uint8Array.from(atob(vector.registryAccount), (one) => one.charCodeAt(0)));

it('a gateway may ask a quorum and the buffer, and no more nodes than there are', async () => {
  const reader = {
    config: () => Promise.resolve({ registryVersion: REGISTRY.version } as never),
    registry: () => Promise.resolve(REGISTRY),
  };
  expect(await askedNodes(reader, 1)).toBe(Math.min(REGISTRY.active, 1 + REGISTRY.redundancyBuffer));
  expect(await askedNodes(reader, 60)).toBe(REGISTRY.active);
  await expect(askedNodes({ ...reader, registry: () => Promise.resolve(null) }, 1)).rejects.toMatchObject({
    name: 'LedgerUnavailableError',
  });
});

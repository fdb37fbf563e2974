import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { expect, it } from 'vitest';
import { awaitRegistry } from './await-registry.js';

function seeing(...versions: readonly bigint[]) {
  const left = [...versions];
  const readCurrentRegistry = (): Promise<RegistryAccount> => {
    const version = left.shift();
    if (version === undefined) return Promise.reject(new Error('one read too many'));
    return Promise.resolve({ version, redundancyBuffer: 1, minSigners: 2, active: 0, createdAt: 0n, acceptUntil: 0n, keys: [] });
  };
  return { reader: { readCurrentRegistry }, left };
}

it.each([
  ['the first read that has it is the last', [1n, 2n, 3n], 2n, [3n]],
  ['a later version is good too', [3n, 4n], 3n, [4n]],
  ['it ends after so many reads with what the last one gave', [1n, 1n, 1n, 1n], 1n, [1n]],
])('%s', async (_, versions, answered, unread) => {
  const { reader, left } = seeing(...versions);
  expect((await awaitRegistry(2n, { reader, reads: 3 })).version).toBe(answered);
  expect(left).toEqual(unread);
});

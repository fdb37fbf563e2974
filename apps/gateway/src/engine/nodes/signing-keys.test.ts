import type { Keypair } from '@oracle-gateway/app-config';
import { toAddress } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { createSigningKeys } from './signing-keys.js';

function keyOf(fill: number): Keypair {
  return { address: toAddress(new Uint8Array(32).fill(fill)), sign: () => Promise.resolve(new Uint8Array(64)), trouble: () => null };
}
const [old, next] = [keyOf(1), keyOf(2)];

/** Nodes that take one key each. */
function setUp(...keys: Parameters<typeof createSigningKeys>[0]) {
  const takes = new Map([
    [0, old],
    [1, old],
  ]);
  const asked: (readonly [number, Keypair])[] = [];
  const signing = createSigningKeys(keys);
  const ask = (nodeIndex: number) =>
    signing.ask(
      nodeIndex,
      (key) => {
        asked.push([nodeIndex, key]);
        return Promise.resolve(takes.get(nodeIndex) === key ? 'served' : 'refused');
      },
      (answer) => answer === 'refused',
    );
  return { takes, asked, ask };
}

it('a node that has read the exchange is asked once more with the next key, and from then on with that one first', async () => {
  const { takes, asked, ask } = setUp(old, next);
  expect(await ask(0)).toBe('served');
  takes.set(0, next);
  expect([await ask(0), await ask(0), await ask(1)]).toEqual(['served', 'served', 'served']);
  expect(asked).toEqual([
    [0, old],
    [0, old],
    [0, next],
    [0, next],
    [1, old],
  ]);
});

it('each key is tried once, and a node that takes no key changes nothing', async () => {
  const { takes, asked, ask } = setUp(old, next);
  takes.delete(0);
  expect(await ask(0)).toBe('refused');
  takes.set(0, old);
  expect(await ask(0)).toBe('served');
  expect(asked).toEqual([
    [0, old],
    [0, next],
    [0, old],
  ]);
});

it('a gateway with one key asks once', async () => {
  const { takes, asked, ask } = setUp(old);
  takes.set(0, next);
  expect(await ask(0)).toBe('refused');
  expect(asked).toHaveLength(1);
});

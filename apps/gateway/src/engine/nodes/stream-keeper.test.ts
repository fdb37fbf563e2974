import { setMaxListeners } from 'node:events';
import type { NodeAccount, RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { expect, it, onTestFinished } from 'vitest';
import { nodeAccount } from '../../../tests/fakes/ledger-accounts.js';
import { fakeHandshakes } from '../../../tests/fakes/node-streams.js';
import { createStreamKeeper } from './stream-keeper.js';
import { engineEvents } from '../../../tests/fakes/engine-ports.js';

function key(index: number): Uint8Array {
  return new Uint8Array(64).fill(index + 1);
}
function account(index: number, endpoint = `http://node-${index}`): NodeAccount {
  // The ledger names no key of node 0.
  return nodeAccount({ index, publicKey: key(index), encryptionKey: new Uint8Array(32).fill(index), endpoint });
}

/** Nodes of the ledger, which the test changes. */
function setUp(...first: readonly NodeAccount[]) {
  const { open, handshakes } = fakeHandshakes();
  const held = { accounts: first };
  const registry = (): RegistryAccount => {
    const keys = Array.from({ length: 8 }, (_, index) => (held.accounts.some((node) => node.index === index) ? key(index) : null));
    return { version: 1n, redundancyBuffer: 1, minSigners: 2, active: 0, createdAt: 0n, acceptUntil: 0n, keys };
  };
  const keeper = createStreamKeeper({
    ledger: { currentRegistry: () => Promise.resolve(registry()), nodes: () => Promise.resolve(held.accounts) },
    links: {
      open,
      onPush: () => undefined,
      events: engineEvents({ streamOpened: () => undefined, streamEnded: () => undefined, streamNotOpened: () => undefined }),
      wait: (_ms, signal) =>
        new Promise((end) => {
          signal.addEventListener('abort', () => {
            end();
          });
        }),
      random: () => 0.5,
      monotonicMs: () => 0,
    },
  });
  onTestFinished(() => keeper.close(0));
  return { keeper, handshakes, held };
}

it('opens one stream to each node of the registry, and none again while it is kept', async () => {
  const { keeper, handshakes } = setUp(account(0), account(2));
  await keeper.renew();
  await keeper.renew();
  expect(handshakes.map(({ input }) => [input.nodeIndex, input.origin, input.encryptionKey?.[0]])).toEqual([
    [0, 'http://node-0', undefined],
    [2, 'http://node-2', 2],
  ]);
  expect(keeper.to({ index: 0, origin: 'http://node-0' })).toBeNull();
  const stream = handshakes[0]!.succeed();
  await expect.poll(() => keeper.to({ index: 0, origin: 'http://node-0' })).toBe(stream);
});

it('a stream is for its node at its endpoint alone, and for no call once it drains', async () => {
  const { keeper, handshakes } = setUp(account(0));
  await keeper.renew();
  const stream = handshakes[0]!.succeed();
  await expect.poll(() => keeper.to({ index: 0, origin: 'http://node-0' })).toBe(stream);
  expect([keeper.to({ index: 1, origin: 'http://node-0' }), keeper.to({ index: 0, origin: 'http://elsewhere' })]).toEqual([null, null]);
  stream.drain();
  expect(keeper.to({ index: 0, origin: 'http://node-0' })).toBeNull();
});

it('a node that is gone or has moved loses its stream, once its calls have had time to end', async () => {
  const { keeper, handshakes, held } = setUp(account(0), account(1));
  await keeper.renew();
  const [gone, moved] = handshakes.map((handshake) => handshake.succeed());
  await expect.poll(() => keeper.to({ index: 1, origin: 'http://node-1' })).not.toBeNull();
  held.accounts = [account(1, 'http://moved')];
  await keeper.renew();
  expect([gone?.closedWith, moved?.closedWith]).toEqual([[30_000], [30_000]]);
  expect(handshakes[2]?.input).toMatchObject({ nodeIndex: 1, origin: 'http://moved' });
});

const NEVER = new AbortController().signal;
setMaxListeners(0, NEVER);

it('a node that is called in no other way gets its stream with its first call, and keeps it if the ledger has it', async () => {
  const { keeper, handshakes, held } = setUp(account(1), account(2));
  const node = { index: 2, origin: 'http://node-2', encryptionKey: new Uint8Array(32).fill(2) };
  const [first, second] = [1, 2].map(() => keeper.soon(node, { waitMs: 1_000, signal: NEVER }));
  expect(handshakes.map(({ input }) => input.nodeIndex)).toEqual([2]);
  const stream = handshakes[0]!.succeed();
  expect([await first, await second, keeper.to(node)]).toEqual([stream, stream, stream]);
  await keeper.renew();
  expect([stream.closedWith, handshakes.length]).toEqual([[], 2]);
  held.accounts = [account(1)];
  await keeper.renew();
  expect(stream.closedWith).toEqual([30_000]);
});

it.each([
  ['may be called by HTTP', 'https://node-2', 2],
  ['has no key on the ledger', 'http://node-2', 0],
])('a node that %s has no call wait', async (_, origin, byte) => {
  const { keeper, handshakes } = setUp();
  const encryptionKey = byte === 0 ? null : new Uint8Array(32).fill(byte);
  expect(await keeper.soon({ index: 2, origin, encryptionKey }, { waitMs: 1_000, signal: NEVER })).toBeNull();
  expect(handshakes).toEqual([]);
});

it('calls open no more streams than two registries have nodes', () => {
  const { keeper, handshakes } = setUp();
  for (let port = 1; port <= 200; port += 1) {
    const node = { index: port % 64, origin: `http://node:${port}`, encryptionKey: new Uint8Array(32).fill(1) };
    void keeper.soon(node, { waitMs: 1_000, signal: NEVER });
  }
  expect(handshakes.length).toBe(128);
});

it('a stream that was opened without a key is replaced once the ledger names one', async () => {
  const { keeper, handshakes, held } = setUp(account(0));
  await keeper.renew();
  const keyless = handshakes[0]!.succeed();
  held.accounts = [{ ...account(0), encryptionKey: new Uint8Array(32).fill(9) }];
  await keeper.renew();
  await expect.poll(() => keyless.closedWith).toEqual([30_000]);
  expect(handshakes[1]?.input.encryptionKey?.[0]).toBe(9);
});

it('closing drains all, and a later check of the ledger opens none', async () => {
  const { keeper, handshakes } = setUp(account(0), account(1));
  await keeper.renew();
  const streams = handshakes.map((handshake) => handshake.succeed());
  await expect.poll(() => keeper.to({ index: 1, origin: 'http://node-1' })).not.toBeNull();
  await keeper.close(250);
  await keeper.renew();
  expect([streams.map(({ closedWith }) => closedWith), handshakes.length]).toEqual([[[250], [250]], 2]);
});

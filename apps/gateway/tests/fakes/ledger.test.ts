import type { LedgerReader } from '@oracle-gateway/ledger';
import { formatAddress } from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createWorld, keypair, type World } from '@oracle-gateway/ledger/testing';
import { fakeLedger } from './ledger.js';

/** Answers that are about one moment. */
const AT_A_SLOT = { slot: expect.any(Number) as number };

let world: World;
let readers: Readonly<Record<'real' | 'fake', LedgerReader>>;
beforeAll(async () => {
  world = await createWorld(3);
  readers = { real: world.reader, fake: await fakeOf(world) };
});

/** A fake that holds what the program's ledger holds. */
async function fakeOf({ reader, programId, gateway, owner }: World): Promise<LedgerReader> {
  const [config, registry, nodes] = await Promise.all([reader.config(), reader.currentRegistry(), reader.nodes()]);
  const account = await reader.gateway(gatewayAddress(programId, gateway.address));
  const subscription = await reader.subscription(owner.address);
  if (subscription.value === null) throw new Error('the world has a subscription');
  return fakeLedger({
    config,
    registry,
    former: new Map(),
    cachedRegistry: null,
    nodes: [...nodes],
    gateway: account.value,
    subscriptions: new Map([[formatAddress(owner.address), subscription.value]]),
    delegates: new Map(),
    escrows: new Map(),
    cachedEscrows: new Map(),
    agentRounds: new Map(),
    slot: account.slot,
    blockHeight: 1,
    lamports: (await reader.lamports([gateway.address])).lamports[0] ?? 0n,
    lamportsOf: new Map(),
    treasury: await reader.treasury(),
    failure: null,
    refreshes: 0,
    cachedConfig: null,
    configRefreshes: 0,
    freshEscrowReads: [],
    onSubscriptionRead: () => undefined,
  });
}

/** The same calls of the reader that production uses and of the fake that stands in its place. */
describe.each(['real', 'fake'] as const)('the %s ledger', (kind) => {
  const stranger = keypair('stranger').address;
  let reader: LedgerReader;
  beforeAll(() => {
    reader = readers[kind];
  });

  it('has the registry version that its settings name, from the cache and past it', async () => {
    const { registryVersion } = await reader.config();
    expect((await reader.currentRegistry()).version).toBe(registryVersion);
    expect(await reader.config({ refresh: true })).toEqual(await reader.config());
    expect(await reader.currentRegistry({ refresh: true })).toEqual(await reader.currentRegistry());
    expect(await reader.readCurrentRegistry()).toEqual(await reader.currentRegistry());
  });

  it('has a node for each key of the registry, in the order of the places', async () => {
    const { keys } = await reader.currentRegistry();
    const places = keys.flatMap((key, index) => (key === null ? [] : [index]));
    expect((await reader.nodes()).map(({ index }) => index)).toEqual(places);
    expect((await reader.nodes()).map(({ publicKey }) => publicKey)).toEqual(places.map((index) => keys[index]));
  });

  it('reads an account that exists with the slot of the reading', async () => {
    const gateway = await reader.gateway(gatewayAddress(world.programId, world.gateway.address));
    expect(gateway).toMatchObject({ value: { authority: world.gateway.address }, ...AT_A_SLOT });
    const subscription = await reader.subscription(world.owner.address);
    expect(subscription).toMatchObject({ value: { owner: world.owner.address, roundsLeft: 1_000n }, ...AT_A_SLOT });
  });

  it('reads null with the slot of the reading where there is no account', async () => {
    expect(await reader.subscription(stranger)).toEqual({ value: null, ...AT_A_SLOT });
    expect(await reader.delegate({ subscriptionOwner: world.owner.address, authority: stranger })).toEqual({ value: null, ...AT_A_SLOT });
  });

  it('reads an escrow without an account as nothing, and null for each round without one', async () => {
    const name = { payer: stranger, gateway: gatewayAddress(world.programId, world.gateway.address) };
    expect(await reader.escrow(name)).toEqual({ escrow: null, tokens: null, ...AT_A_SLOT });
    expect(await reader.escrow(name, { fresh: true })).toEqual({ escrow: null, tokens: null, ...AT_A_SLOT });
    const rounds = [keypair('one round').address, keypair('another round').address];
    expect(await reader.escrowRounds(name, rounds)).toEqual({ escrow: null, tokens: null, rounds: [null, null], ...AT_A_SLOT });
  });

  it('tells lamports, tip and treasury', async () => {
    expect(await reader.lamports([world.gateway.address])).toEqual({ lamports: [expect.any(BigInt)], ...AT_A_SLOT });
    expect(await reader.tip()).toEqual({ slot: expect.any(Number) as number, blockHeight: expect.any(Number) as number });
    expect(await reader.treasury()).toMatchObject({ mint: world.mint, isFrozen: false, amountAtomic: expect.any(BigInt) as bigint });
  });
});

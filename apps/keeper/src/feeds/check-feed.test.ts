import { VerificationError } from '@oracle-gateway/client';
import { describe, expect, it } from 'vitest';
import { createSimulatedKeeper } from '../../tests/support/keeper.js';
import { shareStates } from '../../tests/support/redis-states.js';
import { createSimulatedWorld, FAIR, PRICE, simulatedFeed } from '../../tests/support/simulated-world.js';
import type { KeptFeed } from './kept-feed.js';

const shared = shareStates();

function openWorld(changes: Partial<KeptFeed> = {}) {
  const { states } = shared();
  const [world, feed] = [createSimulatedWorld(), simulatedFeed(changes)];
  return { world, feed, states, keeper: createSimulatedKeeper(world, states, feed) };
}

/** A feed with a value, and a minute later. */
async function writtenWorld(changes: Partial<KeptFeed> = {}) {
  const opened = openWorld(changes);
  expect(await opened.keeper.check()).toMatchObject({ kind: 'written', reason: 'first' });
  opened.world.clock.ms += 60_000;
  return opened;
}

describe('a check', () => {
  it('buys nothing while nothing is due', async () => {
    const { world, keeper } = await writtenWorld();
    expect(await keeper.check()).toEqual({ kind: 'not-due' });
    expect(world.rounds).toHaveLength(1);
  });

  it('buys and writes a value by deviation, and by heartbeat', async () => {
    const { world, keeper } = await writtenWorld();
    world.price = 10_050n;
    expect(await keeper.check()).toMatchObject({ kind: 'written', reason: 'deviation' });
    world.clock.ms += 225_000;
    expect(await keeper.check()).toMatchObject({ kind: 'written', reason: 'heartbeat' });
    expect(world.rounds).toHaveLength(3);
  });

  it('asks the source for nothing where only time decides and it is not due', async () => {
    const { world, keeper } = await writtenWorld({ rule: { heartbeatMs: 300_000, leadMs: 75_000, deviationBps: null } });
    world.weather = { ...FAIR, isGatewayDown: () => true };
    expect(await keeper.check()).toEqual({ kind: 'not-due' });
  });

  it('buys nothing where a dry run shows that no value would be signed', async () => {
    const { world, keeper, states, feed } = openWorld();
    world.weather = { ...FAIR, isSourceDown: () => true };
    expect(await keeper.check()).toMatchObject({ kind: 'failed', step: 'source', error: { name: 'NoValueError' } });
    expect((await states.read(feed.feedId, world.clock.ms)).spentToday).toBe(0n);
  });

  it('buys by heartbeat although no dry run is served', async () => {
    const { world, keeper } = openWorld();
    world.client.dryRun = () => Promise.reject(new Error('no place for dry runs'));
    expect(await keeper.check()).toMatchObject({ kind: 'written', reason: 'first' });
  });

  it('counts a value that another party wrote since it began', async () => {
    const { world, keeper } = await writtenWorld();
    world.clock.ms += 200_000;
    let reads = 0;
    const { read } = world.ledger;
    world.ledger.read = (feed) => {
      reads += 1;
      if (reads === 2) world.held = { value: 10_000n, observedAtMs: world.clock.ms, isEnded: false };
      return read(feed);
    };
    expect(await keeper.check()).toEqual({ kind: 'written-elsewhere' });
    expect(world.rounds).toHaveLength(1);
  });

  it('takes a value that another party wrote while it submitted for success', async () => {
    const { world, keeper, states, feed } = openWorld();
    world.ledger.submit = () => {
      world.held = { value: 1n, observedAtMs: world.clock.ms + 1_000, isEnded: false };
      return Promise.reject(new Error('refused'));
    };
    expect(await keeper.check()).toEqual({ kind: 'written-elsewhere' });
    expect((await states.read(feed.feedId, world.clock.ms)).isOpen).toBe(false);
  });

  it('buys nothing while the ledger is behind what a keeper wrote', async () => {
    const { world, keeper } = await writtenWorld();
    world.clock.ms -= 59_000;
    world.held = null;
    expect(await keeper.check()).toEqual({ kind: 'written-elsewhere' });
    world.clock.ms += 60_000;
    expect(await keeper.check()).toMatchObject({ kind: 'written' });
  });
});

describe('a round whose outcome is unknown', () => {
  it('is looked up by the next check, and never bought again', async () => {
    const { world, keeper } = openWorld();
    world.weather = { ...FAIR, losesAnswer: () => true };
    expect(await keeper.check()).toMatchObject({ kind: 'failed', step: 'gateway', error: { name: 'UnknownOutcomeError' } });
    world.clock.ms += 15_000;
    world.weather = FAIR;
    expect(await keeper.check()).toMatchObject({ kind: 'written', reason: 'open' });
    expect(world.rounds).toHaveLength(1);
  });

  it('is counted once', async () => {
    const { world, keeper, states, feed } = openWorld({ maxPerDay: PRICE });
    world.weather = { ...FAIR, isGatewayDown: () => true };
    await keeper.check();
    world.clock.ms += 15_000;
    world.weather = FAIR;
    expect(await keeper.check()).toMatchObject({ kind: 'written' });
    expect((await states.read(feed.feedId, world.clock.ms)).spentToday).toBe(PRICE);
  });

  it('is given up once the gateway keeps no results of that age', async () => {
    const { world, keeper } = openWorld();
    world.weather = { ...FAIR, isGatewayDown: () => true };
    await keeper.check();
    world.clock.ms += 3_301_000;
    world.weather = FAIR;
    expect(await keeper.check()).toMatchObject({ kind: 'failed', error: { name: 'PurchaseForgottenError' } });
    world.clock.ms += 30_000;
    expect(await keeper.check()).toMatchObject({ kind: 'written', reason: 'first' });
  });
});

describe('a bought answer', () => {
  it('is written by a later check, and not bought again', async () => {
    const { world, keeper } = openWorld();
    const { submit } = world.ledger;
    world.ledger.submit = () => Promise.reject(new Error('no lamports'));
    expect(await keeper.check()).toMatchObject({ kind: 'failed', step: 'submit', bought: { value: '10000' } });
    world.ledger.submit = submit;
    world.clock.ms += 15_000;
    expect(await keeper.check()).toMatchObject({ kind: 'written', reason: 'open' });
    expect(world.rounds).toHaveLength(1);
  });

  it('is replaced where the program refuses it for good', async () => {
    const { world, keeper } = openWorld();
    const { submit } = world.ledger;
    world.ledger.submit = () => Promise.resolve({ kind: 'refused', reason: 'RegistryExpired' });
    expect(await keeper.check()).toMatchObject({ kind: 'failed', error: { name: 'AttestationRefusedError' } });
    world.ledger.submit = submit;
    world.clock.ms += 15_000;
    expect(await keeper.check()).toMatchObject({ kind: 'written', reason: 'first' });
  });

  it('is asked for again twice where it does not verify, then replaced', async () => {
    const { world, keeper, states, feed } = openWorld();
    world.client.buy = async (_subject, { onIdempotencyKey }) => {
      await onIdempotencyKey('a-name');
      throw new VerificationError('unknown_registry_version', 'the ledger has no such version');
    };
    const isOpen = async (): Promise<boolean> => (await states.read(feed.feedId, world.clock.ms)).isOpen;
    const opened: boolean[] = [];
    for (let checks = 0; checks < 3; checks += 1) {
      expect(await keeper.check()).toMatchObject({ kind: 'failed', step: 'gateway' });
      opened.push(await isOpen());
      world.clock.ms += 60_000;
    }
    expect(opened).toEqual([true, true, false]);
  });
});

describe('a feed that fails', () => {
  it('waits twice as long each time, up to the limit, and begins anew after a success', async () => {
    const { world, keeper, states, feed } = openWorld();
    const { buy } = world.client;
    world.client.buy = () => Promise.reject(new Error('failed'));
    const waits: number[] = [];
    for (let checks = 0; checks < 4; checks += 1) {
      expect(await keeper.check()).toMatchObject({ kind: 'failed' });
      const { notBeforeMs } = await states.read(feed.feedId, world.clock.ms);
      waits.push(notBeforeMs - world.clock.ms);
      world.clock.ms = notBeforeMs - 1;
      expect(await keeper.check()).toEqual({ kind: 'backing-off' });
      world.clock.ms = notBeforeMs;
    }
    expect(waits).toEqual([15_000, 30_000, 30_000, 30_000]);
    world.client.buy = buy;
    expect(await keeper.check()).toMatchObject({ kind: 'written' });
    expect(await states.read(feed.feedId, world.clock.ms)).toMatchObject({ failures: 0, notBeforeMs: 0 });
  });

  it('is not charged for tries that an empty escrow refused, and is written once there are funds', async () => {
    const { world, keeper, states, feed } = openWorld({ maxPerDay: 3n * PRICE });
    world.weather = { ...FAIR, isEscrowEmpty: () => true };
    for (let checks = 0; checks < 10; checks += 1) {
      expect(await keeper.check()).toMatchObject({ kind: 'failed', error: { code: 'escrow_underfunded' } });
      expect(await states.read(feed.feedId, world.clock.ms)).toMatchObject({ spentToday: 0n, isOpen: false });
      world.clock.ms += 30_000;
    }
    world.weather = FAIR;
    expect(await keeper.check()).toMatchObject({ kind: 'written' });
    expect((await states.read(feed.feedId, world.clock.ms)).spentToday).toBe(PRICE);
  });

  it('is charged for a round whose outcome is unknown, although the next one is refused for its escrow', async () => {
    const { world, keeper, states, feed } = openWorld({ maxPerDay: 3n * PRICE });
    world.weather = { ...FAIR, losesAnswer: () => true };
    await keeper.check();
    world.clock.ms += 3_400_000;
    world.weather = { ...FAIR, isEscrowEmpty: () => true };
    expect(await keeper.check()).toMatchObject({ error: { name: 'PurchaseForgottenError' } });
    world.clock.ms += 30_000;
    expect(await keeper.check()).toMatchObject({ error: { code: 'escrow_underfunded' } });
    expect(await states.read(feed.feedId, world.clock.ms)).toMatchObject({ spentToday: PRICE, isOpen: false });
  });

  it('is charged for nothing that was not sent', async () => {
    const { world, keeper, states, feed } = openWorld();
    world.client.buy = async (_subject, { take }) => {
      await take(1n);
      throw new Error('the ledger does not answer');
    };
    expect(await keeper.check()).toMatchObject({ kind: 'failed', step: 'gateway' });
    expect(await states.read(feed.feedId, world.clock.ms)).toMatchObject({ spentToday: 0n, isOpen: false });
  });

  it('leaves no purchase open where its limit refuses it, and is written as soon as the limit is raised', async () => {
    const { states } = shared();
    const [world, feed] = [createSimulatedWorld(), simulatedFeed({ maxPerDay: PRICE - 1n })];
    expect(await createSimulatedKeeper(world, states, feed).check()).toMatchObject({ kind: 'failed', error: { name: 'DailyLimitError' } });
    expect(await states.read(feed.feedId, world.clock.ms)).toMatchObject({ isOpen: false, spentToday: 0n });
    world.clock.ms += 15_000;
    const raised = createSimulatedKeeper(world, states, { ...feed, maxPerDay: PRICE });
    expect(await raised.check()).toMatchObject({ kind: 'written', reason: 'first' });
  });

  it('is not written beyond its limit of the day, and is again on the next day', async () => {
    const { world, keeper } = await writtenWorld({ maxPerDay: 2n * PRICE - 1n });
    world.price = 20_000n;
    expect(await keeper.check()).toMatchObject({ kind: 'failed', error: { name: 'DailyLimitError' } });
    expect(world.rounds).toHaveLength(1);
    world.clock.ms += 86_400_000;
    expect(await keeper.check()).toMatchObject({ kind: 'written', reason: 'heartbeat' });
  });
});

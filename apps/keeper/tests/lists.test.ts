import { GatewayError } from '@oracle-gateway/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { KeptFeed } from '../src/feeds/kept-feed.js';
import { createSimulatedKeeper } from './support/keeper.js';
import { shareStates } from './support/redis-states.js';
import { APART, createSimulatedWorld, FAIR, mostPerPeriod, PRICE, simulatedFeeds, START_MS } from './support/simulated-world.js';

const shared = shareStates();
const CLAIM_MS = 60_000;
/** Six feeds take two transactions. */
const FEEDS = 6;
/** Checks of every feed until all must have their values, after everything works again. */
const MAX_CHECKS = 20;

type Feeds = readonly [KeptFeed, ...KeptFeed[]];

function openWorld(changes: Partial<KeptFeed> = {}, count = FEEDS) {
  const { states } = shared();
  const feeds = simulatedFeeds(count, changes);
  const world = createSimulatedWorld(feeds);
  const newKeeper = (kept: Feeds = feeds) => createSimulatedKeeper(world, states, kept, { claimMs: CLAIM_MS });
  const stateOf = (feed: KeptFeed) => states.read(feed.feedId, world.clock.ms);
  const spent = () => Promise.all(feeds.map(async (feed) => (await stateOf(feed)).spentToday));
  /** Each feed has the value of its own source. */
  const ownValues = feeds.map((_, place) => world.price + BigInt(place) * APART);
  const values = () => feeds.map((_, place) => world.heldAt[place]?.value ?? null);
  async function checkUntilWritten(keeper = newKeeper(), kept: Feeds = feeds): Promise<void> {
    const isWritten = (feed: KeptFeed) => world.heldAt[feeds.indexOf(feed)] !== undefined;
    for (let checks = 0; checks < MAX_CHECKS && !kept.every(isWritten); checks += 1) {
      for (const feed of kept) await keeper.check(feed);
      world.clock.ms += 30_000;
    }
  }
  return { world, feeds, states, newKeeper, stateOf, spent, values, ownValues, checkUntilWritten };
}

function tooFew(): GatewayError {
  return new GatewayError({ code: 'no_quorum_value', message: 'no value', status: 503, body: {} });
}

/** Every point of the purchase of a list at which a keeper can die, by one that does not. */
async function pointsOfAList(): Promise<readonly string[]> {
  const keeper = openWorld().newKeeper();
  await keeper.check();
  return keeper.steps;
}

const ONCE_EACH = Array.from({ length: FEEDS }, () => PRICE);

describe('feeds that fall due together', () => {
  it('are bought in one round, and each has its own value and its part of the price', async () => {
    const { world, feeds, newKeeper, spent, values, ownValues } = openWorld();
    const keeper = newKeeper();
    expect(await keeper.check(feeds[2])).toMatchObject({ kind: 'written', reason: 'first', together: FEEDS });
    expect([world.rounds.length, world.writes, values()]).toEqual([1, 2, ownValues]);
    expect(await spent()).toEqual(ONCE_EACH);
    world.clock.ms += 1_000;
    for (const feed of feeds) expect(await keeper.check(feed)).toEqual({ kind: 'not-due' });
  });

  it('fall due together again by time, and by a jump of all sources', async () => {
    const { world, feeds, newKeeper } = openWorld();
    const keeper = newKeeper();
    await keeper.check();
    world.clock.ms += 225_000;
    expect(await keeper.check(feeds[3])).toMatchObject({ reason: 'heartbeat', together: FEEDS });
    world.clock.ms += 15_000;
    world.price *= 100_000n;
    expect(await keeper.check(feeds[1])).toMatchObject({ reason: 'deviation', together: FEEDS });
    expect(world.rounds).toHaveLength(3);
  });

  it('leave the others alone where one jumps', async () => {
    const { world, feeds, newKeeper, values, ownValues } = openWorld();
    const keeper = newKeeper();
    await keeper.check();
    world.clock.ms += 15_000;
    // A tenth of the first source is far less than half a percent of each other one.
    world.price += 1_000n;
    expect(await keeper.check(feeds[0])).toMatchObject({ reason: 'deviation', together: 1 });
    expect(values()).toEqual([world.price, ...ownValues.slice(1)]);
    for (const feed of feeds) expect(await keeper.check(feed)).toEqual({ kind: 'not-due' });
  });

  it('are asked for by one dry run beside that of the feed, and by none while nothing is due', async () => {
    const { world, feeds, newKeeper } = openWorld();
    const keeper = newKeeper();
    await keeper.check();
    expect(world.dryRuns).toEqual([1, FEEDS - 1]);
    world.clock.ms += 15_000;
    await keeper.check(feeds[4]);
    expect(world.dryRuns).toEqual([1, FEEDS - 1, 1]);
  });

  it('are bought without one whose source shows no value', async () => {
    const { world, feeds, newKeeper, stateOf } = openWorld();
    world.weather = { ...FAIR, isSourceDown: (place) => place === 1 };
    expect(await newKeeper().check()).toMatchObject({ kind: 'written', together: FEEDS - 1 });
    expect(world.heldAt[1]).toBeUndefined();
    expect(await stateOf(feeds[1]!)).toMatchObject({ failures: 0, spentToday: 0n, isOpen: false });
  });

  it('are bought alone where no dry run of the others is served', async () => {
    const { world, newKeeper } = openWorld();
    const { dryRun } = world.client;
    world.client.dryRun = (subject, signal) =>
      subject.sources.length > 1 ? Promise.reject(new Error('no place for dry runs')) : dryRun(subject, signal);
    expect(await newKeeper().check()).toMatchObject({ kind: 'written', together: 1 });
  });

  it('are bought alone where the sources of the others take more than five seconds', async () => {
    const { world, newKeeper } = openWorld();
    const { dryRun } = world.client;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    world.client.dryRun = (subject, signal) =>
      subject.sources.length === 1
        ? dryRun(subject, signal)
        : new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error));
            vi.advanceTimersByTime(5_000);
          });
    expect(await newKeeper().check()).toMatchObject({ kind: 'written', together: 1 });
  });

  it('are at most 32 in a round', async () => {
    const { world, feeds, newKeeper } = openWorld({}, 40);
    const keeper = newKeeper();
    expect(await keeper.check()).toMatchObject({ together: 32 });
    expect(await keeper.check(feeds.at(-1))).toMatchObject({ together: 8 });
    expect(world.writes).toBe(7 + 2);
  });

  it('are of one account and one quorum', async () => {
    const { world, feeds } = openWorld();
    const { states } = shared();
    const [one, two, ...rest] = feeds;
    const kept: Feeds = [one, { ...two!, account: 'other' }, ...rest.slice(0, 1), { ...rest[1]!, quorum: 4 }];
    expect(await createSimulatedKeeper(world, states, kept).check()).toMatchObject({ together: 2 });
  });
});

describe('a list of keepers that die', () => {
  it('is bought once where one dies at any point: the other writes it', async () => {
    const points = await pointsOfAList();
    expect(points.filter((point) => point === 'landed')).toHaveLength(2);
    for (const [place, point] of points.entries()) {
      const { world, feeds, newKeeper, stateOf, spent, values, ownValues, checkUntilWritten } = openWorld();
      const dying = newKeeper();
      dying.killAt(place + 1);
      expect([point, await dying.check()]).toEqual([point, 'killed']);
      // While the claim of the dead keeper lasts, no other one buys.
      const other = newKeeper();
      for (const feed of feeds) await other.check(feed);
      expect([point, world.rounds.length <= 1]).toEqual([point, true]);
      world.clock.ms += CLAIM_MS;
      // A feed that does not lead goes on as well.
      await other.check(feeds[4]);
      await checkUntilWritten(other);
      expect([point, world.rounds.length, world.writes, values()]).toEqual([point, 1, 2, ownValues]);
      expect([point, await spent()]).toEqual([point, ONCE_EACH]);
      for (const feed of feeds) expect(await stateOf(feed)).toMatchObject({ isOpen: false, failures: 0 });
    }
  });

  it('is bought once for each value where they die one after the other, at any two points, with answers lost', async () => {
    const points = await pointsOfAList();
    for (let first = 1; first <= points.length; first += 1) {
      for (let second = 1; second <= points.length; second += 3) {
        const { world, feeds, newKeeper, values, ownValues, checkUntilWritten } = openWorld();
        world.weather = { ...FAIR, losesAnswer: () => true };
        for (const [count, place] of [first, second].entries()) {
          const dying = newKeeper();
          dying.killAt(place);
          await dying.check(feeds[count]);
          world.clock.ms += CLAIM_MS;
        }
        world.weather = FAIR;
        await checkUntilWritten();
        expect([first, second, mostPerPeriod(world.rounds), values()]).toEqual([first, second, 1, ownValues]);
      }
    }
  });

  it('is bought once although the file has changed: a feed less, or another order', async () => {
    const points = await pointsOfAList();
    for (const [place, point] of points.entries()) {
      for (const change of ['leader', 'member', 'order'] as const) {
        const { world, feeds, newKeeper, values, ownValues, checkUntilWritten } = openWorld();
        const [first, second, ...rest] = feeds;
        const changed: Feeds =
          change === 'leader'
            ? [second!, ...rest]
            : change === 'member'
              ? [first, ...rest]
              : [rest[3]!, second!, first, ...rest.slice(0, 3)];
        const dying = newKeeper();
        dying.killAt(place + 1);
        await dying.check();
        world.clock.ms += CLAIM_MS;
        await checkUntilWritten(newKeeper(changed), changed);
        const kept = changed.map((feed) => feeds.indexOf(feed));
        const bought = world.rounds.filter(({ feeds: of }) => of.some((one) => kept.includes(one.place)));
        expect([point, change, bought.length, mostPerPeriod(world.rounds)]).toEqual([point, change, 1, 1]);
        expect(kept.map((at) => values()[at])).toEqual(kept.map((at) => ownValues[at]));
        // A feed that the file has again begins anew: the value that was bought for it went nowhere.
        await checkUntilWritten();
        expect(values()).toEqual(ownValues);
      }
    }
  });

  it('is bought once by two that check all feeds at once, with files in another order', async () => {
    const { world, feeds, newKeeper, values, ownValues } = openWorld();
    const [one, other] = [newKeeper(), newKeeper([feeds[5]!, ...feeds.slice(0, 5)])];
    for (let checks = 0; checks < 5; checks += 1) {
      await Promise.all(feeds.flatMap((feed) => [one.check(feed), other.check(feed)]));
      expect([mostPerPeriod(world.rounds), values()]).toEqual([1, ownValues]);
      world.clock.ms += 225_000;
    }
    expect(world.rounds).toHaveLength(5);
  });
});

describe('a list', () => {
  it('writes the others where a source has no value: that feed waits, and is bought alone next', async () => {
    const { world, feeds, newKeeper, stateOf, values, ownValues } = openWorld();
    const keeper = newKeeper();
    const { buy } = world.client;
    world.client.buy = (subject, input) => {
      world.weather = { ...FAIR, isSourceDown: (place) => place === 2 };
      return buy(subject, input);
    };
    expect(await keeper.check(feeds[2])).toMatchObject({ kind: 'failed', step: 'gateway', error: { name: 'AbsentValueError' } });
    expect(values()).toEqual(ownValues.map((value, place) => (place === 2 ? null : value)));
    expect(await stateOf(feeds[2]!)).toMatchObject({ isOpen: false, failures: 1, notBeforeMs: START_MS + 15_000, spentToday: PRICE });
    for (const place of [0, 1, 3, 4, 5])
      expect(await stateOf(feeds[place]!)).toMatchObject({ isOpen: false, failures: 0, spentToday: PRICE });
    world.client.buy = buy;
    world.weather = FAIR;
    expect(await keeper.check(feeds[2])).toEqual({ kind: 'backing-off' });
    world.clock.ms += 225_000;
    // It does not join the feeds that are due by now, nor they it.
    expect(await keeper.check(feeds[0])).toMatchObject({ kind: 'written', together: FEEDS - 1 });
    expect(await keeper.check(feeds[2])).toMatchObject({ kind: 'written', together: 1 });
    world.clock.ms += 225_000;
    expect(await keeper.check(feeds[2])).toMatchObject({ kind: 'written', together: FEEDS });
  });

  it('costs nothing where it fails as a whole, and its feeds are bought alone next', async () => {
    const { world, feeds, newKeeper, spent, stateOf } = openWorld();
    const keeper = newKeeper();
    const { buy } = world.client;
    world.client.buy = (subject, input) => (subject.sources.length > 1 ? Promise.reject(tooFew()) : buy(subject, input));
    expect(await keeper.check()).toMatchObject({ kind: 'failed', step: 'gateway' });
    for (const feed of feeds) expect(await stateOf(feed)).toMatchObject({ failures: 1, isOpen: false, spentToday: 0n });
    world.clock.ms += 15_000;
    for (const feed of feeds) expect(await keeper.check(feed)).toMatchObject({ kind: 'written', together: 1 });
    expect(await spent()).toEqual(ONCE_EACH);
  });

  it('is given back to each feed where an empty escrow refuses it', async () => {
    const { world, newKeeper, spent } = openWorld({ maxPerDay: PRICE });
    world.weather = { ...FAIR, isEscrowEmpty: () => true };
    expect(await newKeeper().check()).toMatchObject({ kind: 'failed', error: { code: 'escrow_underfunded' } });
    expect(await spent()).toEqual(ONCE_EACH.map(() => 0n));
  });

  it('is brought by a later check where its transactions landed in part, and not bought again', async () => {
    const { world, feeds, newKeeper, stateOf, values, ownValues, spent } = openWorld();
    const keeper = newKeeper();
    const { submit } = world.ledger;
    let landings = 0;
    world.weather = { ...FAIR, losesLanding: () => (landings += 1) === 1 };
    expect(await keeper.check(feeds[5])).toMatchObject({ kind: 'written-elsewhere' });
    expect([world.writes, values().filter((value) => value !== null).length]).toEqual([1, 5]);
    // Written feeds are free, but for the leader, whose state has the answer.
    const open = await Promise.all(feeds.map(async (feed) => (await stateOf(feed)).isOpen));
    expect(open).toEqual([false, false, false, false, true, true]);
    world.ledger.submit = submit;
    world.clock.ms += 15_000;
    for (const feed of feeds) await keeper.check(feed);
    expect([world.rounds.length, world.writes, values()]).toEqual([1, 2, ownValues]);
    expect(await spent()).toEqual(ONCE_EACH);
    for (const feed of feeds) expect(await stateOf(feed)).toMatchObject({ isOpen: false, failures: 0 });
  });

  it('writes no feed that another party has written since, and buys nothing for it', async () => {
    const { world, feeds, newKeeper, values } = openWorld();
    const { submit } = world.ledger;
    world.ledger.submit = (basket, bought, signal) => {
      world.heldAt[1] = { value: 7n, observedAtMs: world.clock.ms + 1_000, isEnded: false };
      return submit(basket, bought, signal);
    };
    const keeper = newKeeper();
    expect(await keeper.check()).toMatchObject({ kind: 'written' });
    expect(values()[1]).toBe(7n);
    world.ledger.submit = submit;
    world.clock.ms += 225_000;
    world.heldAt[3] = { value: world.price + 3n * APART, observedAtMs: world.clock.ms, isEnded: false };
    expect(await keeper.check(feeds[0])).toMatchObject({ kind: 'written', together: FEEDS - 2 });
  });

  it('is over where the program refuses it for good, and its feeds are bought alone next', async () => {
    const { world, feeds, newKeeper, stateOf } = openWorld();
    const { submit } = world.ledger;
    world.ledger.submit = () => Promise.resolve({ kind: 'refused', reason: 'RegistryExpired' });
    const keeper = newKeeper();
    expect(await keeper.check()).toMatchObject({ kind: 'failed', error: { name: 'AttestationRefusedError' } });
    for (const feed of feeds) expect(await stateOf(feed)).toMatchObject({ isOpen: false, failures: 1 });
    world.ledger.submit = submit;
    world.clock.ms += 15_000;
    expect(await keeper.check(feeds[1])).toMatchObject({ kind: 'written', together: 1 });
  });

  it('is put off where the limit of one feed refuses it, and bought without that feed next', async () => {
    const { world, feeds, states, stateOf } = openWorld();
    const [first, second, ...rest] = feeds;
    const limited: Feeds = [first, { ...second!, maxPerDay: PRICE - 1n }, ...rest];
    const keeper = createSimulatedKeeper(world, states, limited);
    expect(await keeper.check(limited[0])).toEqual({ kind: 'put-off' });
    expect(world.rounds).toHaveLength(0);
    for (const feed of limited)
      expect(await stateOf(feed)).toMatchObject({ isOpen: false, spentToday: 0n, failures: feed === limited[1] ? 1 : 0 });
    expect(await keeper.check(limited[0])).toMatchObject({ kind: 'written', together: FEEDS - 1 });
    world.clock.ms += 15_000;
    expect(await keeper.check(limited[1])).toMatchObject({ kind: 'failed', error: { name: 'DailyLimitError' } });
    expect(world.rounds).toHaveLength(1);
  });

  it('is given up by all its feeds where its outcome was not learnt in time', async () => {
    const { world, feeds, newKeeper, stateOf } = openWorld();
    const keeper = newKeeper();
    world.weather = { ...FAIR, isGatewayDown: () => true };
    const { dryRun } = world.client;
    world.client.dryRun = (subject) => Promise.resolve(subject.sources.map(() => ({ value: 1n })));
    await keeper.check();
    for (const feed of feeds) expect(await stateOf(feed)).toMatchObject({ isOpen: true });
    world.clock.ms += 3_301_000;
    world.weather = FAIR;
    world.client.dryRun = dryRun;
    expect(await keeper.check(feeds[2])).toMatchObject({ error: { name: 'PurchaseForgottenError' } });
    for (const feed of feeds) expect(await stateOf(feed)).toMatchObject({ isOpen: false, spentToday: PRICE });
  });
});

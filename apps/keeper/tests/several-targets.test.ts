import { TransportError } from '@oracle-gateway/client';
import { describe, expect, it } from 'vitest';
import { TargetUnavailableError } from '../src/feeds/check-errors.js';
import type { HeldValue } from '../src/feeds/decide.js';
import type { KeptFeed } from '../src/feeds/kept-feed.js';
import type { SubmitOutcome, Target } from '../src/feeds/target.js';
import { createSimulatedKeeper } from './support/keeper.js';
import { shareStates } from './support/redis-states.js';
import { createSimulatedWorld, simulatedFeed, simulatedFeeds } from './support/simulated-world.js';

const shared = shareStates();
const NAMES = ['ledger', 'other'];

/** A second target of the same feeds, which may be down, may take nothing and may refuse. */
function secondTarget() {
  const held = new Map<string, HeldValue>();
  const state = { isDown: false, takesNothing: false, refuses: false, submits: 0 };
  const down = new TargetUnavailableError('other', 'down');
  const target: Target = {
    name: 'other',
    payerWrites: () => Promise.resolve(1),
    read: ({ name }) => (state.isDown ? Promise.reject(down) : Promise.resolve(held.get(name) ?? null)),
    submit({ places }, { values, attestation: { observedAtMs } }): Promise<SubmitOutcome> {
      state.submits += 1;
      if (state.isDown || state.takesNothing) return Promise.reject(down);
      if (state.refuses) return Promise.resolve({ kind: 'refused', reason: 'Stale' });
      const signatures = places.map(({ feed }, place) => {
        const value = values[place]?.value;
        if (feed === null || typeof value !== 'string') return null;
        held.set(feed.name, { value: BigInt(value), observedAtMs, isEnded: false });
        return `other-${state.submits}`;
      });
      return Promise.resolve({ kind: 'brought', signatures });
    },
  };
  return { held, state, target };
}

function openWorld(kept: readonly [KeptFeed, ...KeptFeed[]] = [simulatedFeed({ targets: NAMES })]) {
  const [world, second, { states }] = [createSimulatedWorld(kept), secondTarget(), shared()];
  const keeper = createSimulatedKeeper(world, states, kept, { others: [second.target] });
  return { world, second, states, keeper, feeds: kept, name: kept[0].name };
}

describe('a feed of two targets', () => {
  it('is bought once and brought to both', async () => {
    const { world, second, keeper, name } = openWorld();
    expect(await keeper.check()).toMatchObject({ kind: 'written' });
    expect([world.rounds.length, world.held?.observedAtMs]).toEqual([1, second.held.get(name)?.observedAtMs]);
    expect(await keeper.check()).toEqual({ kind: 'not-due' });
  });

  it('goes on on one while the other is down, and the other gets what was bought once it answers, without another purchase', async () => {
    const { world, second, keeper, name } = openWorld();
    second.state.isDown = true;
    for (let minutes = 0; minutes < 10; minutes += 1) {
      expect(await keeper.check()).toMatchObject({ kind: minutes % 4 === 0 ? 'written' : 'not-due' });
      world.clock.ms += 60_000;
    }
    const bought = world.rounds.length;
    second.state.isDown = false;
    expect(await keeper.check()).toMatchObject({ kind: 'written', signature: `other-${second.state.submits}` });
    expect([world.rounds.length, second.held.get(name)]).toEqual([bought, world.held]);
    expect(await keeper.check()).toEqual({ kind: 'not-due' });
  });

  it('is bought no more often where the other takes no transaction: each check brings what was bought', async () => {
    const { world, second, keeper } = openWorld();
    second.state.takesNothing = true;
    expect(await keeper.check()).toMatchObject({ kind: 'written' });
    for (let checks = 1; checks <= 8; checks += 1) {
      world.clock.ms += 15_000;
      expect(await keeper.check()).toMatchObject({ kind: 'failed', step: 'submit', target: 'other' });
    }
    expect([world.rounds.length, second.state.submits]).toEqual([1, 9]);
    // A jump is bought at once, for both.
    world.price *= 2n;
    expect(await keeper.check()).toMatchObject({ kind: 'written', reason: 'deviation' });
    expect(world.rounds).toHaveLength(2);
  });

  it('is bought anew where the other refuses for good what was kept for it', async () => {
    const { world, second, keeper } = openWorld();
    second.state.takesNothing = true;
    await keeper.check();
    Object.assign(second.state, { takesNothing: false, refuses: true });
    world.clock.ms += 15_000;
    expect(await keeper.check()).toMatchObject({ kind: 'failed', error: { name: 'AttestationRefusedError' } });
    second.state.refuses = false;
    world.clock.ms += 15_000;
    expect(await keeper.check()).toMatchObject({ kind: 'written' });
    expect([world.rounds.length, world.held]).toEqual([2, [...second.held.values()][0]]);
  });

  it('fails where no target answers, and stays open where none takes it', async () => {
    const { world, second, keeper } = openWorld();
    second.state.takesNothing = true;
    const { submit } = world.ledger;
    world.ledger.submit = () => Promise.reject(new Error('down'));
    expect(await keeper.check()).toMatchObject({ kind: 'failed', step: 'submit' });
    world.ledger.submit = submit;
    second.state.takesNothing = false;
    world.clock.ms += 15_000;
    expect(await keeper.check()).toMatchObject({ kind: 'written', reason: 'open' });
    expect([world.rounds.length, second.held.size]).toEqual([1, 1]);
  });
});

it('feeds of a list that one target lacks are brought one by one later, each its own value, by what was bought', async () => {
  const feeds = simulatedFeeds(5, { targets: NAMES });
  const { world, second, keeper } = openWorld(feeds);
  second.state.isDown = true;
  await keeper.check();
  expect([world.rounds.length, world.heldAt.length]).toEqual([1, 5]);
  second.state.isDown = false;
  for (const feed of feeds) {
    world.clock.ms += 1_000;
    expect(await keeper.check(feed)).toMatchObject({ kind: 'written' });
  }
  expect(world.rounds).toHaveLength(1);
  expect(feeds.map(({ name }) => second.held.get(name)?.value)).toEqual(world.heldAt.map((one) => one?.value));
});

it('a feed of one target is not brought to the other', async () => {
  const { second, keeper } = openWorld([simulatedFeed()]);
  expect(await keeper.check()).toMatchObject({ kind: 'written' });
  expect(second.state.submits).toBe(0);
});

describe('a gateway that does not answer', () => {
  const down = (sent: 'nothing' | 'maybe') => new TransportError('gateway', 'down', { sent });

  it('ends a purchase that nothing was sent for, and gives its amount back: the next one may be made elsewhere', async () => {
    const { world, keeper, states, feeds } = openWorld([simulatedFeed()]);
    const { buy } = world.client;
    world.client.buy = async (_subject, { onIdempotencyKey, take }) => {
      await onIdempotencyKey('round-lost');
      await take(5n);
      throw down('nothing');
    };
    expect(await keeper.check()).toMatchObject({ kind: 'failed', step: 'gateway' });
    expect(await states.read(feeds[0].feedId, world.clock.ms)).toMatchObject({ isOpen: false, spentToday: 0n });
    world.client.buy = buy;
    world.clock.ms += 15_000;
    expect(await keeper.check()).toMatchObject({ kind: 'written', reason: 'first' });
  });

  it.each([
    [0, 'kept, whatever its failures', true],
    [1, 'given up after three failures in a row', false],
  ])('with %i others its open purchase is %s', async (others, _what, isOpen) => {
    const { world, keeper, states, feeds } = openWorld([simulatedFeed()]);
    Object.assign(world.client, { others });
    world.client.buy = async (_subject, { resume, onIdempotencyKey }) => {
      if (resume === null) await onIdempotencyKey('round-open');
      throw down('maybe');
    };
    for (let failures = 0; failures < 3; failures += 1) {
      expect(await states.read(feeds[0].feedId, world.clock.ms)).toMatchObject({ isOpen: failures > 0 });
      await keeper.check();
      world.clock.ms += 60_000;
    }
    expect(await states.read(feeds[0].feedId, world.clock.ms)).toMatchObject({ isOpen });
  });
});

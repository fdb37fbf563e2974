import { describe, expect, it } from 'vitest';
import { createSimulatedKeeper } from './support/keeper.js';
import { shareStates } from './support/redis-states.js';
import { createSimulatedWorld, FAIR, mostPerPeriod, PRICE, simulatedFeed } from './support/simulated-world.js';

const shared = shareStates();
const CLAIM_MS = 60_000;
/** More than any check has. */
const MAX_STEPS = 40;
/** Checks until a feed must have its value, after everything works again. */
const MAX_CHECKS = 20;

function openWorld() {
  const { states } = shared();
  const [world, feed] = [createSimulatedWorld(), simulatedFeed()];
  return { world, feed, states, newKeeper: () => createSimulatedKeeper(world, states, feed, { claimMs: CLAIM_MS }) };
}

/** Every point of a check at which a keeper can die, by one that does not. */
async function pointsOfALook(): Promise<readonly string[]> {
  const keeper = openWorld().newKeeper();
  await keeper.check();
  return keeper.steps;
}

describe('two keepers', () => {
  it('buy one round where both check at once', async () => {
    const { world, newKeeper } = openWorld();
    const [one, other] = [newKeeper(), newKeeper()];
    for (let checks = 0; checks < 20; checks += 1) {
      await Promise.all([one.check(), other.check(), one.check(), other.check()]);
      world.price += 1_000n;
      world.clock.ms += 1_000;
    }
    expect(mostPerPeriod(world.rounds)).toBe(1);
    expect(world.rounds.length).toBeGreaterThan(10);
    expect(world.writes).toBe(world.rounds.length);
  });

  it('buy one round where one dies at any point of a check: the other writes it', async () => {
    const points = await pointsOfALook();
    expect(points).toContain('before sending');
    expect(points.length).toBeLessThan(MAX_STEPS);
    for (const [place, point] of points.entries()) {
      const { world, newKeeper, states, feed } = openWorld();
      const [dying, other] = [newKeeper(), newKeeper()];
      dying.killAt(place + 1);
      expect([point, await dying.check()]).toEqual([point, 'killed']);
      // While the claim of the dead keeper lasts, the other one waits.
      await other.check();
      world.clock.ms += CLAIM_MS;
      await other.check();
      expect([point, world.rounds.length, world.writes]).toEqual([point, 1, 1]);
      expect(await states.read(feed.feedId, world.clock.ms)).toMatchObject({ isOpen: false, spentToday: PRICE });
    }
  });

  it('buy one round for each value where they die one after the other, at any two points, with answers lost', async () => {
    const points = await pointsOfALook();
    for (let first = 1; first <= points.length; first += 1) {
      for (let second = 1; second <= points.length; second += 3) {
        const { world, newKeeper } = openWorld();
        world.weather = { ...FAIR, losesAnswer: () => true };
        for (const place of [first, second]) {
          const dying = newKeeper();
          dying.killAt(place);
          await dying.check();
          world.clock.ms += CLAIM_MS;
        }
        world.weather = FAIR;
        const last = newKeeper();
        for (let checks = 0; checks < MAX_CHECKS && world.held === null; checks += 1) {
          await last.check();
          world.clock.ms += 30_000;
        }
        expect([first, second, mostPerPeriod(world.rounds), world.writes]).toEqual([first, second, 1, 1]);
      }
    }
  });
});

describe('a keeper that wakes after its claim was taken over', () => {
  it.each(['keepIdempotencyKey', 'spend'] as const)('sends nothing: it stopped before %s', async (write) => {
    const { world, newKeeper, states, feed } = openWorld();
    let wake: () => void = () => undefined;
    const stopped = new Promise<void>((resolve) => (wake = resolve));
    let reached: () => void = () => undefined;
    const isThere = new Promise<void>((resolve) => (reached = resolve));
    const stopping = {
      ...states,
      [write]: async (...values: Parameters<(typeof states)['keepIdempotencyKey']>) => {
        reached();
        await stopped;
        return Reflect.apply(states[write], states, values) as Promise<unknown>;
      },
    };
    const sleeper = createSimulatedKeeper(world, stopping, feed, { claimMs: CLAIM_MS }).check();
    await isThere;
    world.clock.ms += CLAIM_MS;
    expect(await newKeeper().check()).toMatchObject({ kind: 'written' });
    wake();
    expect(await sleeper).toEqual({ kind: 'claimed-elsewhere' });
    expect([world.rounds.length, world.writes]).toEqual([1, 1]);
  });
});

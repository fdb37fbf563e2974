import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scriptFetches, SHARED_CONFIG } from '../../tests/scripted-fetches.js';
import { NodeError, readingTimeUsed, SourceError } from '../errors/node-error.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const DOWN = new SourceError('fetch', 'the source answered 503', 503);

describe('one fetch', () => {
  it('answers the rounds of one gateway that come while it is under way, of any requester', async () => {
    const { arrive, fetches, settled } = scriptFetches();
    const riders = Array.from({ length: 64 }, (_, number) => arrive({ requester: `r${number}` }));
    await settled();
    expect(fetches).toHaveLength(1);
    fetches[0]?.answer();
    await settled();
    expect(riders.every(({ outcomes }) => outcomes.length === 1 && !(outcomes[0] instanceof Error))).toBe(true);
  });

  it('answers no round whose stamp is after its begin', async () => {
    const { arrive, fetches, advance, settled } = scriptFetches();
    arrive();
    await settled();
    advance(1);
    arrive();
    arrive({ stampAgeMs: 1 });
    await settled();
    expect(fetches).toHaveLength(2);
  });

  it.each([
    ['200 ms', undefined, 200],
    ['a quarter of the greatest age of values', 400, 100],
  ])('answers for %s after its end, success or failure', async (_, maxAgeMs, keptMs) => {
    for (const end of ['answer', 'fail'] as const) {
      const { arrive, fetches, advance, settled } = scriptFetches();
      const asked = { maxAgeMs };
      arrive({ asked });
      await settled();
      if (end === 'answer') fetches[0]?.answer();
      else fetches[0]?.fail(DOWN);
      await settled();
      advance(keptMs);
      const late = arrive({ stampAgeMs: keptMs, asked });
      await settled();
      expect([fetches.length, late.outcomes.length]).toEqual([1, 1]);
      advance(1);
      arrive({ stampAgeMs: keptMs + 1, asked });
      await settled();
      expect(fetches).toHaveLength(2);
    }
  });

  it('is of one gateway, one source and one greatest age', async () => {
    const { arrive, fetches, settled } = scriptFetches();
    arrive();
    arrive({ gateway: 'h' });
    arrive({ config: { ...SHARED_CONFIG, responseParser: '$.a' } });
    arrive({ asked: { maxAgeMs: 1 } });
    await settled();
    expect(fetches).toHaveLength(4);
  });

  it.each([
    ['method', { config: { ...SHARED_CONFIG, method: 'POST' } }],
    ['payment', { asked: { payment: { x402Version: 2, payment: 'cA==' } } }],
    ['secret', { asked: { secrets: ['s'] } }],
    ['missing stamp, of a dry run', { asked: { observedAtMs: undefined } }],
  ] as const)('is one round’s own by its %s', async (_, how) => {
    const { arrive, fetches, settled } = scriptFetches();
    arrive({ ...how });
    arrive({ ...how });
    await settled();
    expect(fetches).toHaveLength(2);
  });

  it.each([
    ['ahead', 500],
    ['back', -500],
  ])('answers no further round once the clock was set %s', async (_, jumpMs) => {
    const { arrive, clock, fetches, settled } = scriptFetches();
    arrive();
    await settled();
    clock.wallMs += jumpMs;
    arrive({ stampAgeMs: 1_000 });
    await settled();
    expect(fetches).toHaveLength(2);
  });
});

describe('a failure', () => {
  it('reaches each round as an error of its own', async () => {
    const { arrive, fetches, settled } = scriptFetches();
    const riders = ['a', 'b', 'c'].map((requester) => arrive({ requester }));
    await settled();
    fetches[0]?.fail(DOWN);
    await settled();
    const errors = riders.flatMap(({ outcomes }) => outcomes);
    expect(errors).toEqual([DOWN, DOWN, DOWN]);
    expect(new Set([DOWN, ...errors]).size).toBe(4);
  });

  it('of the share of the requester that began the fetch reaches that requester alone', async () => {
    const { arrive, fetches, settled } = scriptFetches();
    const leader = arrive({ requester: 'greedy' });
    const other = arrive({ requester: 'modest' });
    await settled();
    fetches[0]?.fail(new NodeError('share_used'));
    await settled();
    expect(fetches.map(({ by }) => by.requester)).toEqual(['greedy', 'modest']);
    fetches[1]?.answer();
    await settled();
    expect(leader.outcomes).toEqual([new NodeError('share_used')]);
    expect(other.outcomes).toMatchObject([{ decimal: {} }]);
  });
});

describe('a round that rides along', () => {
  it('pays an equal part of what the fetch takes while it waits, and nothing before or after', async () => {
    const { arrive, fetches, settled } = scriptFetches();
    const first = arrive();
    await settled();
    fetches[0]?.charge(6);
    const second = arrive();
    await settled();
    fetches[0]?.charge(6);
    first.leave();
    fetches[0]?.charge(6);
    expect([first, second].map(({ charges }) => charges.map(({ ms }) => ms))).toEqual([
      [6, 3],
      [3, 6],
    ]);
  });

  it('is refused alone where its requester has no time left', async () => {
    const { arrive, fetches, settled } = scriptFetches();
    const [spent, other] = [arrive({ requester: 'spent' }), arrive({ requester: 'other' })];
    await settled();
    spent.hasTime = false;
    expect(fetches[0]?.charge(1)).toBe(true);
    fetches[0]?.charge(1);
    fetches[0]?.answer();
    await settled();
    expect(spent.outcomes).toEqual([readingTimeUsed('fetch')]);
    expect(spent.charges).toHaveLength(1);
    expect(other.outcomes).toMatchObject([{ decimal: {} }]);
  });

  it('leaves alone, at its own time too', async () => {
    const { arrive, fetches, advance, settled } = scriptFetches();
    const [leader, late, other] = [arrive({ requester: 'a' }), arrive({ asked: { waitedMs: 2_000 } }), arrive()];
    await settled();
    leader.leave();
    advance(9_000);
    await settled();
    fetches[0]?.answer();
    await settled();
    expect(fetches).toHaveLength(1);
    expect(leader.outcomes).toEqual([SourceError.ofEndedSession()]);
    expect(late.outcomes).toEqual([SourceError.ofTimeOut()]);
    expect(other.outcomes).toMatchObject([{ decimal: {} }]);
  });

  it('ends the fetch if it is the last to leave, pays what came, and the next begins anew', async () => {
    const { arrive, fetches, settled } = scriptFetches();
    const [first, last] = [arrive(), arrive()];
    await settled();
    first.leave();
    last.leave();
    expect(fetches[0]?.signal.aborted).toBe(true);
    fetches[0]?.charge(4);
    expect(last.charges).toEqual([{ of: 0, ms: 4 }]);
    const next = arrive();
    await settled();
    fetches[1]?.answer();
    await settled();
    expect(next.outcomes).toHaveLength(1);
  });
});

describe('a round that finds no fetch', () => {
  const config = (path: string) => ({ ...SHARED_CONFIG, url: `${SHARED_CONFIG.url}${path}` });

  it('waits for a place of its own requester, behind no other requester, and rides with the first that begins', async () => {
    const { arrive, fetches, settled } = scriptFetches({ maxPerRequesterAndOrigin: 1 });
    const busy = arrive({ requester: 'busy', config: config('slow') });
    await settled();
    const queued = arrive({ requester: 'busy' });
    await settled();
    expect(fetches).toHaveLength(1);
    const free = arrive({ requester: 'free' });
    await settled();
    expect(fetches.map(({ by }) => by.requester)).toEqual(['busy', 'free']);
    fetches[1]?.answer();
    await settled();
    expect([busy, queued, free].map(({ outcomes }) => outcomes.length)).toEqual([0, 1, 1]);
  });

  it('is refused alone where its requester has had no place for too long', async () => {
    const { arrive, fetches, advance, settled } = scriptFetches({ maxPerRequesterAndOrigin: 1 });
    arrive({ requester: 'busy', config: config('slow') });
    await settled();
    const queued = arrive({ requester: 'busy' });
    advance(1_500);
    await settled();
    expect(queued.outcomes).toEqual([new NodeError('share_used')]);
    expect(fetches).toHaveLength(1);
  });

  it('finds the place of a requester taken while its fetch lasts, though its round has left', async () => {
    const { arrive, fetches, settled } = scriptFetches({ maxPerRequesterAndOrigin: 1 });
    const leader = arrive({ requester: 'a' });
    arrive({ requester: 'b' });
    await settled();
    leader.leave();
    arrive({ requester: 'a', config: config('other') });
    await settled();
    expect(fetches).toHaveLength(1);
    fetches[0]?.answer();
    await settled();
    expect(fetches).toHaveLength(2);
  });
});

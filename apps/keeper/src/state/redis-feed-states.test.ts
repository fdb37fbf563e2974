import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { shareStates } from '../../tests/support/redis-states.js';
import { simulatedFeed, START_MS } from '../../tests/support/simulated-world.js';

const shared = shareStates();
const DAY_MS = 86_400_000;

/** A feed with a claim on it. */
async function claimedFeed(untilMs = START_MS + 1_000) {
  const { states } = shared();
  const [{ feedId }, token] = [simulatedFeed(), randomUUID()];
  await states.claim([feedId], { token, nowMs: START_MS, untilMs });
  return { states, feedId, token };
}

describe('a claim', () => {
  it('has one keeper, of any number that ask at once', async () => {
    const { states } = shared();
    const { feedId } = simulatedFeed();
    const asked = Array.from({ length: 50 }, () =>
      states.claim([feedId], { token: randomUUID(), nowMs: START_MS, untilMs: START_MS + 1_000 }),
    );
    expect((await Promise.all(asked)).filter((claim) => claim !== null)).toHaveLength(1);
  });

  it('outlives its keeper to its limit, and no longer', async () => {
    const { states, feedId } = await claimedFeed();
    const claimAt = (nowMs: number) => states.claim([feedId], { token: randomUUID(), nowMs, untilMs: nowMs + 1_000 });
    expect(await claimAt(START_MS + 999)).toBeNull();
    expect(await claimAt(START_MS + 1_000)).not.toBeNull();
  });

  it('writes nothing once it was taken over', async () => {
    const { states, feedId, token } = await claimedFeed();
    const other = randomUUID();
    await states.claim([feedId], { token: other, nowMs: START_MS + 1_000, untilMs: START_MS + 2_000 });
    expect(await states.keepIdempotencyKey([feedId], { token, list: null, idempotencyKey: 'mine', nowMs: START_MS })).toBe(false);
    expect(await states.keepAnswer(feedId, { token, answer: '{}' })).toBe(false);
    expect(await states.spend([{ feedId, total: 1n, limit: null }], { token, nowMs: START_MS })).toEqual({ kind: 'lost' });
    expect(await states.release(token, [{ feedId, closes: true, failures: 9, notBeforeMs: 9 }])).toBe(false);
    expect(await states.read(feedId, START_MS)).toMatchObject({ isOpen: false, answer: null, spentToday: 0n, failures: 0 });
    expect(await states.keepIdempotencyKey([feedId], { token: other, list: null, idempotencyKey: 'theirs', nowMs: START_MS })).toBe(true);
  });

  it('is free again once it is released', async () => {
    const { states, feedId, token } = await claimedFeed();
    const written = { observedAtMs: START_MS - 5, atMs: START_MS };
    expect(await states.release(token, [{ feedId, closes: true, failures: 2, notBeforeMs: START_MS + 7, written }])).toBe(true);
    const next = await states.claim([feedId], { token: randomUUID(), nowMs: START_MS, untilMs: START_MS + 1 });
    expect(next).toMatchObject([{ failures: 2, notBeforeMs: START_MS + 7, writtenMs: START_MS - 5, writtenAtMs: START_MS }]);
  });

  it('is forgotten after thirty days', async () => {
    const { redis } = shared();
    const { feedId } = await claimedFeed();
    const seconds = await redis.ttl(`{og-keeper:test}:feed:${Buffer.from(feedId).toString('hex')}`);
    expect(seconds).toBeGreaterThan(2_591_000);
  });
});

describe('an open purchase', () => {
  it('is what the next keeper finds: its last idempotency key, its first time, its answer', async () => {
    const { states, feedId, token } = await claimedFeed();
    await states.keepIdempotencyKey([feedId], { token, list: null, idempotencyKey: 'first', nowMs: START_MS + 1 });
    await states.keepIdempotencyKey([feedId], { token, list: null, idempotencyKey: 'second', nowMs: START_MS + 2 });
    await states.keepAnswer(feedId, { token, answer: '{"status":"completed"}' });
    const found = await states.claim([feedId], { token: randomUUID(), nowMs: START_MS + 5_000, untilMs: START_MS + 6_000 });
    expect(found).toMatchObject([{ isOpen: true, idempotencyKey: 'second', openSinceMs: START_MS + 1, answer: '{"status":"completed"}' }]);
  });

  it('stays open unless the release closes it', async () => {
    const { states, feedId, token } = await claimedFeed();
    await states.keepIdempotencyKey([feedId], { token, list: null, idempotencyKey: 'name', nowMs: START_MS });
    await states.release(token, [{ feedId, closes: false, failures: 1, notBeforeMs: 0 }]);
    expect(await states.read(feedId, START_MS)).toMatchObject({ isOpen: true, idempotencyKey: 'name', failures: 1 });
    await states.claim([feedId], { token, nowMs: START_MS, untilMs: START_MS + 1 });
    await states.release(token, [{ feedId, closes: true, failures: 0, notBeforeMs: 0 }]);
    expect(await states.read(feedId, START_MS)).toMatchObject({ isOpen: false, idempotencyKey: null, openSinceMs: null, answer: null });
  });
});

describe('what a feed costs', () => {
  it('is counted for the day, up to the limit', async () => {
    const { states, feedId, token } = await claimedFeed();
    const spend = (total: bigint, nowMs = START_MS) => states.spend([{ feedId, total, limit: 10n }], { token, nowMs });
    expect(await spend(4n)).toEqual({ kind: 'spent' });
    // The same purchase asks for a second payment.
    expect(await spend(8n)).toEqual({ kind: 'spent' });
    expect(await spend(11n)).toEqual({ kind: 'limit', feeds: [feedId] });
    expect((await states.read(feedId, START_MS)).spentToday).toBe(8n);
    expect((await states.read(feedId, START_MS + DAY_MS)).spentToday).toBe(0n);
  });

  it('counts an open purchase once, whichever keeper goes on with it, and a new one anew', async () => {
    const { states, feedId, token } = await claimedFeed();
    await states.spend([{ feedId, total: 4n, limit: 10n }], { token, nowMs: START_MS });
    const next = randomUUID();
    await states.claim([feedId], { token: next, nowMs: START_MS + 1_000, untilMs: START_MS + 2_000 });
    expect(await states.spend([{ feedId, total: 4n, limit: 10n }], { token: next, nowMs: START_MS })).toEqual({ kind: 'spent' });
    expect((await states.read(feedId, START_MS)).spentToday).toBe(4n);
    await states.release(next, [{ feedId, closes: true, failures: 0, notBeforeMs: 0 }]);
    await states.claim([feedId], { token: next, nowMs: START_MS, untilMs: START_MS + 1 });
    await states.spend([{ feedId, total: 4n, limit: 10n }], { token: next, nowMs: START_MS });
    expect((await states.read(feedId, START_MS)).spentToday).toBe(8n);
  });

  it('is exact up to the largest number that scripts count, and refused beyond', async () => {
    const { states, feedId, token } = await claimedFeed();
    const most = BigInt(Number.MAX_SAFE_INTEGER);
    expect(await states.spend([{ feedId, total: most + 1n, limit: null }], { token, nowMs: START_MS })).toEqual({
      kind: 'limit',
      feeds: [feedId],
    });
    expect(await states.spend([{ feedId, total: most, limit: null }], { token, nowMs: START_MS })).toEqual({ kind: 'spent' });
    expect((await states.read(feedId, START_MS)).spentToday).toBe(most);
  });
});

describe('feeds of one purchase', () => {
  const until = { nowMs: START_MS, untilMs: START_MS + 1_000 };

  /** Three feeds, claimed under one token. */
  async function claimedFeeds() {
    const { states } = shared();
    const [leader, ...others] = [simulatedFeed(), simulatedFeed(), simulatedFeed()].map(({ feedId }) => feedId);
    const token = randomUUID();
    const feeds = [leader!, ...others] as const;
    await states.claim(feeds, { token, ...until });
    return { states, token, feeds, leader: leader!, others };
  }

  it('are claimed with the first, but for those with a claim, an open purchase, a failure or a wait', async () => {
    const { states } = shared();
    const [first, claimed, open, failed, waiting, free] = Array.from({ length: 6 }, () => simulatedFeed().feedId);
    const token = randomUUID();
    await states.claim([claimed!], { token, ...until });
    await states.claim([open!], { token, ...until });
    await states.keepIdempotencyKey([open!], { token, idempotencyKey: 'name', list: null, nowMs: START_MS });
    await states.release(token, [{ feedId: open!, closes: false, failures: 0, notBeforeMs: 0 }]);
    await states.claim([failed!, waiting!], { token, ...until });
    await states.release(token, [
      { feedId: failed!, closes: true, failures: 1, notBeforeMs: 0 },
      { feedId: waiting!, closes: true, failures: 0, notBeforeMs: START_MS + 1 },
    ]);
    const found = await states.claim([first!, claimed!, open!, failed!, waiting!, free!], { token: randomUUID(), ...until });
    expect(found?.map((state) => state !== null)).toEqual([true, false, false, false, false, true]);
    expect(await states.claim([first!], { token: randomUUID(), ...until })).toBeNull();
    expect(await states.claim([open!], { token: randomUUID(), ...until })).not.toBeNull();
  });

  it('are claimed by their leader alone, and all of them, while the purchase is open', async () => {
    const { states, token, feeds, leader, others } = await claimedFeeds();
    await states.keepIdempotencyKey(feeds, { token, idempotencyKey: 'name', list: '[]', nowMs: START_MS });
    const later = { nowMs: START_MS + 1_000, untilMs: START_MS + 2_000 };
    expect(await states.claim([others[0]!], { token: randomUUID(), ...later })).toBeNull();
    const stranger = simulatedFeed().feedId;
    expect(await states.claim([stranger, ...others], { token: randomUUID(), ...later })).toMatchObject([{ isOpen: false }, null, null]);
    expect(await states.claim([leader, ...others, stranger], { token: randomUUID(), ...later })).toMatchObject([
      { isOpen: true, leader: null, list: '[]', idempotencyKey: 'name' },
      { isOpen: true, leader, list: null, idempotencyKey: null },
      { isOpen: true, leader, list: null, idempotencyKey: null },
      null,
    ]);
  });

  it('have no write unless every claim is held', async () => {
    const { states, token, feeds, leader, others } = await claimedFeeds();
    await states.claim([others[1]!], { token: randomUUID(), nowMs: START_MS + 1_000, untilMs: START_MS + 2_000 });
    expect(await states.keepIdempotencyKey(feeds, { token, idempotencyKey: 'name', list: '[]', nowMs: START_MS })).toBe(false);
    const shares = feeds.map((feedId) => ({ feedId, total: 1n, limit: null }));
    expect(await states.spend(shares, { token, nowMs: START_MS })).toEqual({ kind: 'lost' });
    const ends = feeds.map((feedId) => ({ feedId, closes: true, failures: 9, notBeforeMs: 0 }));
    expect(await states.release(token, ends)).toBe(false);
    for (const feedId of feeds) expect(await states.read(feedId, START_MS)).toMatchObject({ isOpen: false, failures: 0, spentToday: 0n });
    expect(await states.keepAnswer(leader, { token, answer: '{}' })).toBe(true);
  });

  it('are counted together or not at all: the feeds beyond their limits are named', async () => {
    const { states, token, feeds } = await claimedFeeds();
    const spend = (limits: readonly (bigint | null)[]) =>
      states.spend(
        feeds.map((feedId, place) => ({ feedId, total: BigInt(place + 4), limit: limits[place] ?? null })),
        { token, nowMs: START_MS },
      );
    const spent = () => Promise.all(feeds.map(async (feedId) => (await states.read(feedId, START_MS)).spentToday));
    expect(await spend([4n, 4n, 5n])).toEqual({ kind: 'limit', feeds: feeds.slice(1) });
    expect(await spent()).toEqual([0n, 0n, 0n]);
    expect(await spend([4n, null, 6n])).toEqual({ kind: 'spent' });
    expect(await spent()).toEqual([4n, 5n, 6n]);
  });

  it('end each by itself, in one step', async () => {
    const { states, token, feeds, leader, others } = await claimedFeeds();
    await states.keepIdempotencyKey(feeds, { token, idempotencyKey: 'name', list: '[]', nowMs: START_MS });
    await states.spend(
      feeds.map((feedId) => ({ feedId, total: 5n, limit: null })),
      { token, nowMs: START_MS },
    );
    const written = { observedAtMs: START_MS, atMs: START_MS + 1 };
    const ends = [
      { feedId: leader, closes: false, failures: 1, notBeforeMs: 7 },
      { feedId: others[0]!, closes: true, failures: 0, notBeforeMs: 0, written },
      { feedId: others[1]!, closes: false, failures: 2, notBeforeMs: 8, givesBack: 3n },
    ];
    expect(await states.release(token, ends)).toBe(true);
    expect(await Promise.all(feeds.map((feedId) => states.read(feedId, START_MS)))).toMatchObject([
      { isOpen: true, idempotencyKey: 'name', failures: 1, notBeforeMs: 7, writtenMs: 0, spentToday: 5n },
      { isOpen: false, leader: null, failures: 0, writtenMs: START_MS, writtenAtMs: START_MS + 1, spentToday: 5n },
      { isOpen: true, leader, failures: 2, notBeforeMs: 8, spentToday: 2n },
    ]);
  });
});

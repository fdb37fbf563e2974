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
  await states.claim(feedId, { token, nowMs: START_MS, untilMs });
  return { states, feedId, token };
}

describe('a claim', () => {
  it('has one keeper, of any number that ask at once', async () => {
    const { states } = shared();
    const { feedId } = simulatedFeed();
    const asked = Array.from({ length: 50 }, () =>
      states.claim(feedId, { token: randomUUID(), nowMs: START_MS, untilMs: START_MS + 1_000 }),
    );
    expect((await Promise.all(asked)).filter((claim) => claim !== null)).toHaveLength(1);
  });

  it('outlives its keeper to its limit, and no longer', async () => {
    const { states, feedId } = await claimedFeed();
    const claimAt = (nowMs: number) => states.claim(feedId, { token: randomUUID(), nowMs, untilMs: nowMs + 1_000 });
    expect(await claimAt(START_MS + 999)).toBeNull();
    expect(await claimAt(START_MS + 1_000)).not.toBeNull();
  });

  it('writes nothing once it was taken over', async () => {
    const { states, feedId, token } = await claimedFeed();
    const other = randomUUID();
    await states.claim(feedId, { token: other, nowMs: START_MS + 1_000, untilMs: START_MS + 2_000 });
    expect(await states.keepIdempotencyKey(feedId, { token, idempotencyKey: 'mine', nowMs: START_MS })).toBe(false);
    expect(await states.keepAnswer(feedId, { token, answer: '{}' })).toBe(false);
    expect(await states.spend(feedId, { token, total: 1n, limit: null, nowMs: START_MS })).toBe('lost');
    expect(await states.release(feedId, token, { closes: true, failures: 9, notBeforeMs: 9 })).toBe(false);
    expect(await states.read(feedId, START_MS)).toMatchObject({ isOpen: false, answer: null, spentToday: 0n, failures: 0 });
    expect(await states.keepIdempotencyKey(feedId, { token: other, idempotencyKey: 'theirs', nowMs: START_MS })).toBe(true);
  });

  it('is free again once it is released', async () => {
    const { states, feedId, token } = await claimedFeed();
    const written = { observedAtMs: START_MS - 5, atMs: START_MS };
    expect(await states.release(feedId, token, { closes: true, failures: 2, notBeforeMs: START_MS + 7, written })).toBe(true);
    const next = await states.claim(feedId, { token: randomUUID(), nowMs: START_MS, untilMs: START_MS + 1 });
    expect(next).toMatchObject({ failures: 2, notBeforeMs: START_MS + 7, writtenMs: START_MS - 5, writtenAtMs: START_MS });
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
    await states.keepIdempotencyKey(feedId, { token, idempotencyKey: 'first', nowMs: START_MS + 1 });
    await states.keepIdempotencyKey(feedId, { token, idempotencyKey: 'second', nowMs: START_MS + 2 });
    await states.keepAnswer(feedId, { token, answer: '{"status":"completed"}' });
    const found = await states.claim(feedId, { token: randomUUID(), nowMs: START_MS + 5_000, untilMs: START_MS + 6_000 });
    expect(found).toMatchObject({ isOpen: true, idempotencyKey: 'second', openSinceMs: START_MS + 1, answer: '{"status":"completed"}' });
  });

  it('stays open unless the release closes it', async () => {
    const { states, feedId, token } = await claimedFeed();
    await states.keepIdempotencyKey(feedId, { token, idempotencyKey: 'name', nowMs: START_MS });
    await states.release(feedId, token, { closes: false, failures: 1, notBeforeMs: 0 });
    expect(await states.read(feedId, START_MS)).toMatchObject({ isOpen: true, idempotencyKey: 'name', failures: 1 });
    await states.claim(feedId, { token, nowMs: START_MS, untilMs: START_MS + 1 });
    await states.release(feedId, token, { closes: true, failures: 0, notBeforeMs: 0 });
    expect(await states.read(feedId, START_MS)).toMatchObject({ isOpen: false, idempotencyKey: null, openSinceMs: null, answer: null });
  });
});

describe('what a feed costs', () => {
  it('is counted for the day, up to the limit', async () => {
    const { states, feedId, token } = await claimedFeed();
    const spend = (total: bigint, nowMs = START_MS) => states.spend(feedId, { token, total, limit: 10n, nowMs });
    expect(await spend(4n)).toBe('spent');
    // The same purchase asks for a second payment.
    expect(await spend(8n)).toBe('spent');
    expect(await spend(11n)).toBe('limit');
    expect((await states.read(feedId, START_MS)).spentToday).toBe(8n);
    expect((await states.read(feedId, START_MS + DAY_MS)).spentToday).toBe(0n);
  });

  it('counts an open purchase once, whichever keeper goes on with it, and a new one anew', async () => {
    const { states, feedId, token } = await claimedFeed();
    await states.spend(feedId, { token, total: 4n, limit: 10n, nowMs: START_MS });
    const next = randomUUID();
    await states.claim(feedId, { token: next, nowMs: START_MS + 1_000, untilMs: START_MS + 2_000 });
    expect(await states.spend(feedId, { token: next, total: 4n, limit: 10n, nowMs: START_MS })).toBe('spent');
    expect((await states.read(feedId, START_MS)).spentToday).toBe(4n);
    await states.release(feedId, next, { closes: true, failures: 0, notBeforeMs: 0 });
    await states.claim(feedId, { token: next, nowMs: START_MS, untilMs: START_MS + 1 });
    await states.spend(feedId, { token: next, total: 4n, limit: 10n, nowMs: START_MS });
    expect((await states.read(feedId, START_MS)).spentToday).toBe(8n);
  });

  it('is exact up to the largest number that scripts count, and refused beyond', async () => {
    const { states, feedId, token } = await claimedFeed();
    const most = BigInt(Number.MAX_SAFE_INTEGER);
    expect(await states.spend(feedId, { token, total: most + 1n, limit: null, nowMs: START_MS })).toBe('limit');
    expect(await states.spend(feedId, { token, total: most, limit: null, nowMs: START_MS })).toBe('spent');
    expect((await states.read(feedId, START_MS)).spentToday).toBe(most);
  });
});

import { randomUUID } from 'node:crypto';
import { type FeedId, fromHex } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/stored-form.json' with { type: 'json' };
import { shareStates } from '../../tests/support/redis-states.js';
import { simulatedFeed } from '../../tests/support/simulated-world.js';
import { basketIn } from '../feeds/basket.js';
import { UnreadableFeedStateError } from './feed-states.js';

const shared = shareStates();
const { fields, read, nowMs, otherVersions } = file.keeperState;
const STATE = { ...read, spentToday: BigInt(read.spentToday) };

/** A feed whose stored state has these fields. */
async function feedWith(stored: Readonly<Record<string, string>>) {
  const { redis } = shared();
  const { feedId } = simulatedFeed();
  const key = `{og-keeper:test}:feed:${Buffer.from(feedId).toString('hex')}`;
  if (Object.keys(stored).length > 0) await redis.hset(key, stored);
  return { feedId, fieldsNow: () => redis.hgetall(key) };
}

it('a state is read in its stored form', async () => {
  const { feedId } = await feedWith(fields);
  expect(await shared().states.read(feedId, nowMs)).toEqual(STATE);
});

it('a state is kept in its stored form', async () => {
  const { states } = shared();
  const { feedId, fieldsNow } = await feedWith({});
  const { token, idempotencyKey, answer } = fields;
  const before = randomUUID();
  await states.claim([feedId], { token: before, nowMs, untilMs: nowMs + 1 });
  await states.spend([{ feedId, total: 3_000n, limit: null }], { token: before, nowMs });
  const written = { observedAtMs: STATE.writtenMs, atMs: STATE.writtenAtMs };
  await states.release(before, [{ feedId, closes: true, failures: STATE.failures, notBeforeMs: STATE.notBeforeMs, written }]);
  await states.claim([feedId], { token, nowMs, untilMs: Number(fields.until) });
  await states.spend([{ feedId, total: 3_000n, limit: null }], { token, nowMs });
  await states.keepIdempotencyKey([feedId], { token, idempotencyKey, list: null, nowMs: STATE.openSinceMs });
  await states.keepAnswer(feedId, { token, answer });
  expect(await fieldsNow()).toEqual(fields);
});

it('a purchase of a list is kept and read in its stored form', async () => {
  const { states, redis } = shared();
  const { list } = file.keeperState;
  const [leader, other] = [fromHex(list.other.leader) as FeedId, simulatedFeed().feedId];
  const keyOf = (feedId: FeedId) => `{og-keeper:test}:feed:${Buffer.from(feedId).toString('hex')}`;
  await redis.del(keyOf(leader));
  const { token, idempotencyKey } = fields;
  await states.claim([leader, other], { token, nowMs, untilMs: nowMs + 1 });
  await states.keepIdempotencyKey([leader, other], { token, idempotencyKey, list: list.leads.list, nowMs });
  expect(await redis.hgetall(keyOf(leader))).toMatchObject({ idempotencyKey, ...list.leads });
  expect(await redis.hgetall(keyOf(other))).toMatchObject(list.other);
  expect(await states.read(other, nowMs)).toMatchObject({ isOpen: true, leader, idempotencyKey: null });
  const { subject } = basketIn((await states.read(leader, nowMs)).list ?? '', simulatedFeed(), []);
  expect(subject.sources.map(({ apiConfig }) => apiConfig)).toEqual(list.sources);
});

it.each(otherVersions)('a state of version %j is not claimed, and stays as it is', async (version) => {
  const { states } = shared();
  const other = { ...fields, version };
  const { feedId, fieldsNow } = await feedWith(other);
  const claim = { token: randomUUID(), nowMs: Number(fields.until) + 1, untilMs: Number(fields.until) + 1_000 };
  await expect(states.claim([feedId], claim)).rejects.toThrow(UnreadableFeedStateError);
  await expect(states.read(feedId, nowMs)).rejects.toThrow(UnreadableFeedStateError);
  expect(await fieldsNow()).toEqual(other);
});

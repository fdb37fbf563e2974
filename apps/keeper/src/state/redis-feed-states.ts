import type { ConfirmedCall, OutboxConnection } from '@oracle-gateway/outbox';
import { type FeedId, fromHex, toHex } from '@oracle-gateway/protocol';
import { type FeedState, type FeedStates, type AnswerToBring, type SpendOutcome, UnreadableFeedStateError } from './feed-states.js';
import { CLAIM, KEEP_ANSWER, KEEP_IDEMPOTENCY_KEY, READ, RELEASE, SPEND, STATE_VERSION } from './scripts.js';

const DAY_MS = 86_400_000;
/** Scripts count as doubles. */
const MAX_COUNTED = BigInt(Number.MAX_SAFE_INTEGER);

export interface RedisFeedStatesDeps {
  readonly redis: OutboxConnection;
  /** Answers once replicas have the write: a failover must forget neither the idempotency key of a round that is bought, nor what it costs. */
  readonly confirmed: ConfirmedCall;
  readonly prefix: string;
}

/** Feed states in Redis, one hash for each feed. Every change is one script. */
export function createRedisFeedStates({ redis, confirmed, prefix }: RedisFeedStatesDeps): FeedStates {
  const keyOf = (feedId: FeedId): string => `${prefix}:feed:${idText(feedId)}`;
  const latestKeyOf = (feedId: FeedId): string => `${prefix}:latest:${idText(feedId)}`;
  const run = (script: string, feeds: readonly FeedId[], ...values: readonly (string | number)[]): Promise<unknown> =>
    redis.eval(script, feeds.length, ...feeds.map(keyOf), ...values);
  const runConfirmed = (lua: string, feeds: readonly FeedId[], ...values: readonly (string | number)[]): Promise<unknown> =>
    confirmed({ lua, keys: feeds.map(keyOf), args: values.map(String) });

  return {
    read: async (feedId, nowMs) => stateIn(await run(READ, [feedId]), nowMs),
    async claim(feeds, { token, nowMs, untilMs }) {
      const reply = await run(CLAIM, feeds, token, nowMs, untilMs, idText(feeds[0]));
      if (reply === null) return null;
      if (!Array.isArray(reply)) throw new TypeError('the answer of a claim is no list of states');
      return reply.map((fields: unknown) => (fields === null ? null : stateIn(fields, nowMs)));
    },
    keepIdempotencyKey: async (feeds, { token, idempotencyKey, list, nowMs }) =>
      (await runConfirmed(KEEP_IDEMPOTENCY_KEY, feeds, token, idempotencyKey, nowMs, idText(feeds[0]), list ?? '')) === 1,
    keepAnswer: async (leader, { token, answer }) => (await run(KEEP_ANSWER, [leader], token, answer)) === 1,
    async spend(shares, { token, nowMs }) {
      const feeds = shares.map(({ feedId }) => feedId);
      const beyond = shares.filter(({ total }) => total > MAX_COUNTED);
      if (beyond.length > 0) return { kind: 'limit', feeds: beyond.map(({ feedId }) => feedId) };
      const values = shares.flatMap(({ total, limit }) => [total.toString(), limit === null ? '-1' : atMost(limit).toString()]);
      return spendOutcomeIn(await runConfirmed(SPEND, feeds, token, dayOf(nowMs), ...values), feeds);
    },
    async release(token, ends) {
      const values = ends.flatMap(({ closes, failures, notBeforeMs, givesBack = 0n, written }) => [
        ...[closes ? 1 : 0, failures, notBeforeMs],
        ...[written?.observedAtMs ?? '', written?.atMs ?? '', givesBack.toString()],
      ]);
      const feeds = ends.map(({ feedId }) => feedId);
      return (await run(RELEASE, feeds, token, ...values)) === 1;
    },
    async latest(feedId) {
      const text = await redis.get(latestKeyOf(feedId));
      return text === null ? null : latestIn(text);
    },
    async keepLatest(feedId, { latest, lifeMs }) {
      const text = JSON.stringify({ ...latest, value: latest.value.toString() });
      await redis.set(latestKeyOf(feedId), text, 'PX', lifeMs);
    },
    async forgetLatest(feedId) {
      await redis.del(latestKeyOf(feedId));
    },
  };
}

function idText(feedId: FeedId): string {
  return toHex(feedId).slice(2);
}

function atMost(limit: bigint): bigint {
  return limit < MAX_COUNTED ? limit : MAX_COUNTED;
}

/** Days since 1970, UTC. */
function dayOf(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS);
}

function stateIn(reply: unknown, nowMs: number): FeedState {
  if (!Array.isArray(reply)) throw new TypeError('the state of a feed is no list of fields');
  const [version, leader, list, idempotencyKey, since, answer, failures, notBefore, written, writtenAt, day, spent] = reply.map(textIn);
  if (version !== null && version !== STATE_VERSION) throw new UnreadableFeedStateError();
  return {
    // An amount that was counted for a purchase without an idempotency key has bought nothing.
    isOpen: [idempotencyKey, leader].some((field) => field !== null && field !== undefined),
    leader: leader === null || leader === undefined ? null : (fromHex(leader, 32) as FeedId),
    list: list ?? null,
    idempotencyKey: idempotencyKey ?? null,
    openSinceMs: since === null || since === undefined ? null : Number(since),
    answer: answer ?? null,
    failures: Number(failures ?? 0),
    notBeforeMs: Number(notBefore ?? 0),
    writtenMs: Number(written ?? 0),
    writtenAtMs: Number(writtenAt ?? 0),
    spentToday: day === String(dayOf(nowMs)) ? BigInt(spent ?? 0) : 0n,
  };
}

/** Null for a text of another release: a round is bought then. */
function latestIn(text: string): AnswerToBring | null {
  const kept: unknown = JSON.parse(text);
  if (typeof kept !== 'object' || kept === null || !('answer' in kept && 'list' in kept && 'value' in kept && 'observedAtMs' in kept))
    return null;
  const { answer, list, value, observedAtMs } = kept;
  if (typeof answer !== 'string' || typeof value !== 'string' || typeof observedAtMs !== 'number') return null;
  return list === null || typeof list === 'string' ? { answer, list, value: BigInt(value), observedAtMs } : null;
}

function textIn(field: unknown): string | null {
  if (field === null || typeof field === 'string') return field;
  throw new TypeError('a field of the state of a feed is no text');
}

function spendOutcomeIn(reply: unknown, feeds: readonly FeedId[]): SpendOutcome {
  if (reply === 'spent' || reply === 'lost') return { kind: reply };
  if (Array.isArray(reply)) return { kind: 'limit', feeds: feeds.filter((_, place) => reply.includes(place + 1)) };
  throw new TypeError('the answer of a script is none of its own');
}

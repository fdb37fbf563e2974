import type { ConfirmedCall, OutboxConnection } from '@oracle-gateway/outbox';
import { type FeedId, toHex } from '@oracle-gateway/protocol';
import { type FeedState, type FeedStates, type SpendOutcome, UnreadableFeedStateError } from './feed-states.js';
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
  const keyOf = (feedId: FeedId): string => `${prefix}:feed:${toHex(feedId).slice(2)}`;
  const run = (script: string, feedId: FeedId, ...values: readonly (string | number)[]): Promise<unknown> =>
    redis.eval(script, 1, keyOf(feedId), ...values);
  const runConfirmed = (lua: string, feedId: FeedId, ...values: readonly (string | number)[]): Promise<unknown> =>
    confirmed({ lua, keys: [keyOf(feedId)], args: values.map(String) });

  return {
    read: async (feedId, nowMs) => stateIn(await run(READ, feedId), nowMs),
    async claim(feedId, { token, nowMs, untilMs }) {
      const reply = await run(CLAIM, feedId, token, nowMs, untilMs);
      return reply === null ? null : stateIn(reply, nowMs);
    },
    keepIdempotencyKey: async (feedId, { token, idempotencyKey, nowMs }) =>
      (await runConfirmed(KEEP_IDEMPOTENCY_KEY, feedId, token, idempotencyKey, nowMs)) === 1,
    keepAnswer: async (feedId, { token, answer }) => (await run(KEEP_ANSWER, feedId, token, answer)) === 1,
    async spend(feedId, { token, total, limit, nowMs }) {
      if (total > MAX_COUNTED) return 'limit';
      const bound = limit === null ? '-1' : (limit < MAX_COUNTED ? limit : MAX_COUNTED).toString();
      return spendOutcomeIn(await runConfirmed(SPEND, feedId, token, total.toString(), bound, dayOf(nowMs)));
    },
    async release(feedId, token, { closes, failures, notBeforeMs, givesBack = 0n, written }) {
      const values = [closes ? 1 : 0, failures, notBeforeMs, written?.observedAtMs ?? '', written?.atMs ?? '', givesBack.toString()];
      return (await run(RELEASE, feedId, token, ...values)) === 1;
    },
  };
}

/** Days since 1970, UTC. */
function dayOf(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS);
}

function stateIn(reply: unknown, nowMs: number): FeedState {
  if (!Array.isArray(reply)) throw new TypeError('the state of a feed is no list of fields');
  const [version, idempotencyKey, since, answer, failures, notBefore, written, writtenAt, day, spent] = reply.map(textIn);
  if (version !== null && version !== STATE_VERSION) throw new UnreadableFeedStateError();
  return {
    // An amount that was counted for a purchase without an idempotency key has bought nothing.
    isOpen: idempotencyKey !== null && idempotencyKey !== undefined,
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

function textIn(field: unknown): string | null {
  if (field === null || typeof field === 'string') return field;
  throw new TypeError('a field of the state of a feed is no text');
}

function spendOutcomeIn(reply: unknown): SpendOutcome {
  if (reply === 'spent' || reply === 'limit' || reply === 'lost') return reply;
  throw new TypeError('the answer of a script is none of its own');
}

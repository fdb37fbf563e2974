import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  connectRedis,
  createFeedStore,
  type FeedStore,
  MAX_FEEDS_OF_OWNER,
  MAX_PUBLIC_FEEDS,
  outboxPrefix,
  type PublishInput,
} from '../src/index.js';
import { ANSWER_BYTES, ANSWER_LIFE_MS, ROW_BYTES, ROW_LIFE_MS } from '../src/records/public-feed.js';
import { sampleAddress } from '../src/testing/index.js';

const MINUTE_MS = 60_000;
const OWNER = 'ownerA';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let feeds: FeedStore;
let prefix: string;
beforeEach(() => {
  const gateway = sampleAddress();
  prefix = outboxPrefix(gateway);
  feeds = createFeedStore({ redis, gateway });
});

function feedOf(place: number): string {
  return `0x${place.toString(16).padStart(64, '0')}`;
}

type Opening = Partial<Pick<PublishInput, 'owner' | 'atSeconds' | 'openedBy'>>;

async function open(place: number, { owner = OWNER, atSeconds = nowSeconds(), openedBy = 'owner' }: Opening = {}) {
  return feeds.publish({ feedId: feedOf(place), owner, openedBy, atSeconds, source: `{"of":${place}}` });
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}

async function show(place: number, value: string, { observedAtMs = Date.now(), owner = OWNER, answer = `{"value":"${value}"}` } = {}) {
  await feeds.show({
    owner,
    feedsOfOwner: 1,
    answer,
    observedAtMs,
    values: [{ feedId: feedOf(place), value, told: value }],
  });
}

describe('a publication', () => {
  it('counts if its time is the greater one, whatever the order in which two arrive', async () => {
    expect(await open(1, { atSeconds: 100 })).toBe('ok');
    const close = { feedId: feedOf(1), owner: OWNER, openedBy: 'owner', source: null } as const;
    expect(await feeds.publish({ ...close, atSeconds: 100 })).toBe('older');
    expect(await feeds.publish({ ...close, atSeconds: nowSeconds() })).toBe('ok');
    expect(await open(1, { atSeconds: nowSeconds() - 1 })).toBe('older');
    expect(await feeds.feed(feedOf(1))).toBeNull();
    expect([await feeds.feeds(), await feeds.open()]).toEqual([[], []]);
  });

  it('of one owner too many is refused, and one of the operator is not counted', async () => {
    for (let place = 0; place < 2 * MAX_FEEDS_OF_OWNER; place += 1) expect(await open(place, { openedBy: 'operator' })).toBe('ok');
    for (let place = 100; place < 100 + MAX_FEEDS_OF_OWNER; place += 1) expect(await open(place)).toBe('ok');
    expect(await open(200)).toBe('owner_full');
    expect(await open(200, { owner: 'other' })).toBe('ok');
    expect(await feeds.publish({ feedId: feedOf(100), owner: OWNER, openedBy: 'owner', atSeconds: nowSeconds() + 1, source: null })).toBe(
      'ok',
    );
    expect(await open(201)).toBe('ok');
  });

  it('of owners who race for the last places is refused once all are taken', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: MAX_PUBLIC_FEEDS + 10 }, (_, place) => open(place, { owner: `owner${Math.floor(place / MAX_FEEDS_OF_OWNER)}` })),
    );
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(MAX_PUBLIC_FEEDS);
    expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(10);
    expect(await feeds.feeds()).toHaveLength(MAX_PUBLIC_FEEDS);
  });

  it('takes the place of a feed without a value for a week', async () => {
    const longAgo = nowSeconds() - ROW_LIFE_MS / 1_000 - 60;
    for (let place = 0; place < MAX_PUBLIC_FEEDS; place += 1) {
      await open(place, { owner: `owner${place}`, atSeconds: place === 7 ? longAgo : nowSeconds() });
    }
    expect(await open(999, { owner: 'late' })).toBe('ok');
    expect(await feeds.feed(feedOf(7))).toBeNull();
    expect(await open(1_000, { owner: 'later' })).toBe('full');
  });
});

describe('a value', () => {
  it('is shown with its answer to the readers of an open feed alone', async () => {
    await show(1, '5');
    expect(await feeds.feed(feedOf(1))).toBeNull();
    await open(1);
    await show(1, '6');
    const feed = await feeds.feed(feedOf(1));
    expect(feed).toMatchObject({ owner: OWNER, openedBy: 'owner', source: '{"of":1}', latest: { told: '6' } });
    expect(await feeds.answer(OWNER, feed?.latest?.answerId ?? '')).toEqual({
      answeredAtMs: feed?.latest?.answeredAtMs,
      answer: '{"value":"6"}',
    });
    expect(await feeds.answers({ owner: OWNER, fromMs: 0, toMs: Date.now() })).toHaveLength(2);
    expect(await feeds.feeds()).toEqual([feed]);
    expect(await feeds.open()).toMatchObject([{ feedId: feedOf(1), owner: OWNER, openedBy: 'owner' }]);
  });

  it('is not shown if it is older than the shown one', async () => {
    await open(1);
    await show(1, '2', { observedAtMs: 2_000 });
    await show(1, '1', { observedAtMs: 1_000 });
    expect((await feeds.feed(feedOf(1)))?.latest?.told).toBe('2');
  });

  it('makes the row of its minute unless one is there', async () => {
    await open(1);
    for (const value of ['1', '2', '3']) await show(1, value, { observedAtMs: Number(value) });
    const rows = await feeds.rows({ feedId: feedOf(1), fromMs: 0, toMs: Date.now() });
    // A minute may end between two values.
    expect(rows.length).toBeLessThanOrEqual(2);
    expect(rows[0]?.value).toBe('1');
    expect((rows[0]?.atMs ?? 1) % MINUTE_MS).toBe(0);
    expect(await feeds.rowAt({ feedId: feedOf(1), atMs: Date.now() })).toEqual(rows.at(-1));
    expect(await feeds.rowAt({ feedId: feedOf(1), atMs: 1 })).toBeNull();
  });

  it('is gone with all that was kept once its feed is closed', async () => {
    await open(1);
    await show(1, '1');
    await feeds.publish({ feedId: feedOf(1), owner: OWNER, openedBy: 'owner', atSeconds: nowSeconds() + 1, source: null });
    const left = (await redis.keys(`${prefix}:*`)).map((key) => key.slice(prefix.length + 1));
    expect(left).toEqual(['feeds']);
  });
});

describe('the room of public feeds', () => {
  /** Hex digits, as an answer has them: they shrink little. */
  const answerOf = (time: number): string => Array.from({ length: 31 }, (_, place) => sha256Hex(`${time} ${place}`)).join('');

  it('is kept by removing the oldest answers in the call that adds one', async () => {
    await open(1);
    const times = 600;
    for (let time = 1; time <= times; time += 1) await show(1, String(time), { observedAtMs: time, answer: answerOf(time) });
    const key = `${prefix}:feed-answers:${OWNER}`;
    expect(Number(await redis.hget(`${prefix}:feed-bytes`, OWNER))).toBeLessThanOrEqual(ANSWER_BYTES);
    // The server's own word.
    expect(Number(await redis.memory('USAGE', key, 'SAMPLES', 0))).toBeLessThan(ANSWER_BYTES);
    expect(await redis.xlen(key)).toBeLessThan(times);
    expect((await feeds.feed(feedOf(1)))?.latest?.told).toBe(String(times));
  });

  it('holds the rows of a week of prices', async () => {
    await open(1);
    const key = `${prefix}:feed-rows:${feedOf(1)}`;
    const minutes = ROW_LIFE_MS / MINUTE_MS;
    const first = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - (minutes + 10) * MINUTE_MS;
    const pipeline = redis.pipeline();
    for (let minute = 0; minute < minutes; minute += 1) {
      pipeline.xadd(key, `${first + minute * MINUTE_MS}-0`, 'v', '64628.31');
    }
    await pipeline.exec();
    expect(Number(await redis.memory('USAGE', key, 'SAMPLES', 0))).toBeLessThan(ROW_BYTES);
    await show(1, '1');
    const [oldest] = await feeds.rows({ feedId: feedOf(1), fromMs: 0, toMs: Date.now() });
    expect(oldest?.atMs).toBeGreaterThanOrEqual(Date.now() - ROW_LIFE_MS - MINUTE_MS);
  });

  it('ends with the last value: answers after a day, rows after a week', async () => {
    await open(1);
    await show(1, '1');
    const lives = await Promise.all([redis.pttl(`${prefix}:feed-answers:${OWNER}`), redis.pttl(`${prefix}:feed-rows:${feedOf(1)}`)]);
    expect(lives[0]).toBeLessThanOrEqual(ANSWER_LIFE_MS);
    expect(lives[1]).toBeLessThanOrEqual(ROW_LIFE_MS);
    expect(Math.min(...lives)).toBeGreaterThan(0);
  });
});

import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/account.json' with { type: 'json' };
import { toAddress } from '../address.js';
import type { FeedId } from '../feed-id.js';
import { fromHex } from '../hex.js';
import { decodeFeed } from './feed-account.js';
import { type FeedExpectation, judgeFeed } from './judge-feed.js';

const PROGRAM = toAddress(new Uint8Array(32).fill(7));
const VALUE_OFFSET = 112;

function vectorOf(name: string) {
  const found = file.valid.find((vector) => vector.account === 'Feed' && vector.name === name);
  if (found === undefined) throw new TypeError(name);
  const data = fromHex(found.data);
  return { data, feed: decodeFeed(data) };
}

const { data, feed } = vectorOf('exact');
const NOW_MS = Number(feed.observedAtMs) + 1_000;
const account = { owner: PROGRAM, data };
const expected: FeedExpectation = {
  programId: PROGRAM,
  feedId: feed.feedId as FeedId,
  mode: 'exact',
  decimals: 18,
  minSignatures: 5,
  maxAgeMs: 1_000,
};

describe('a feed', () => {
  it('is used where it is what the reader was configured with', () => {
    const verdict = judgeFeed({ account, nowMs: NOW_MS, config: { oldestAcceptedVersion: feed.registryVersion } }, expected);
    const scaled = BigInt(`0x${Buffer.from(data.subarray(VALUE_OFFSET, VALUE_OFFSET + 32)).toString('hex')}`);
    expect(verdict).toEqual({ ok: true, scaled, decimals: 18, feed });
  });

  it.each<[string, Partial<Parameters<typeof judgeFeed>[0]>, Partial<FeedExpectation>]>([
    ['absent', { account: null }, {}],
    ['other_owner', { account: { ...account, owner: toAddress(new Uint8Array(32)) } }, {}],
    ['malformed', { account: { ...account, data: data.subarray(1) } }, {}],
    ['absent', { account: { ...account, data: vectorOf('shown, without a value').data } }, {}],
    ['other_feed', {}, { feedId: new Uint8Array(32) as FeedId }],
    ['other_mode', {}, { mode: 'tolerance' }],
    ['other_decimals', {}, { decimals: 17 }],
    ['too_few_signatures', {}, { minSignatures: 6 }],
    ['stale', { nowMs: NOW_MS + 1 }, {}],
    ['stale', {}, { maxAgeMs: 999 }],
    ['ahead', { nowMs: NOW_MS - 3_001 }, {}],
    ['version_ended', { config: { oldestAcceptedVersion: feed.registryVersion + 1n } }, {}],
  ])('is refused as %s', (reason, input, expectation) => {
    expect(judgeFeed({ account, nowMs: NOW_MS, ...input }, { ...expected, ...expectation })).toEqual({ ok: false, reason });
  });

  it('may lie two seconds ahead of the clock, and its age counts in whole milliseconds', () => {
    expect(judgeFeed({ account, nowMs: NOW_MS - 3_000 }, expected)).toMatchObject({ ok: true });
    expect(judgeFeed({ account, nowMs: NOW_MS + 0.9 }, expected)).toMatchObject({ ok: true });
  });

  it('of an unknown mode says nothing about its scale', () => {
    const unknown = vectorOf('without mode, of nobody');
    const ofIt = { ...expected, feedId: unknown.feed.feedId as FeedId, minSignatures: 1, decimals: 0 };
    const input = { account: { owner: PROGRAM, data: unknown.data }, nowMs: Number(unknown.feed.observedAtMs) };
    expect(judgeFeed(input, ofIt)).toEqual({ ok: false, reason: 'other_mode' });
  });

  it('of tolerance mode may be below zero', () => {
    const tolerance = vectorOf('tolerance, without decimals');
    const below = Uint8Array.from(tolerance.data).fill(0xff, VALUE_OFFSET, VALUE_OFFSET + 32);
    const ofIt = { ...expected, feedId: tolerance.feed.feedId as FeedId, mode: 'tolerance', decimals: 0, minSignatures: 1 } as const;
    const input = { account: { owner: PROGRAM, data: below }, nowMs: Number(tolerance.feed.observedAtMs) };
    expect(judgeFeed(input, ofIt)).toMatchObject({ ok: true, scaled: -1n, decimals: 0 });
  });
});

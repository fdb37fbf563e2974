import {
  deriveFeedId,
  deriveSourceId,
  packExact,
  parseApiConfig,
  parseDecimal,
  toUnixMs,
  unixSeconds,
  SOURCE_FORM,
} from '@oracle-gateway/protocol';
import type { FeedAccount } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';

import { addressOf, newKeypair } from '../base/keypair.js';
import { DemoFailure } from './demo-failure.js';
import { checkDemoFeed, type FeedToCheck } from './check-feed.js';

const owner = addressOf(newKeypair());
const sourceId = deriveSourceId(parseApiConfig({ url: 'https://example.com/', method: 'GET' }));
const timestampMs = toUnixMs(unixSeconds(1_800_000_000));
const attestation = {
  feedId: deriveFeedId({ owner, sourceId, signaturesRequired: 3 }),
  sourceId,
  value: packExact(parseDecimal('64628.31')),
  registryVersion: 2n,
  signaturesRequired: 3,
  form: SOURCE_FORM,
  timestampMs,
  observedAtMs: timestampMs,
  signersBitmap: new Uint8Array(32),
  s: new Uint8Array(32),
  commitment: new Uint8Array(20),
};
const feed: FeedAccount = {
  mode: 'exact',
  decimals: 18,
  signaturesRequired: 3,
  feedId: attestation.feedId,
  owner,
  sourceId,
  value: attestation.value,
  form: SOURCE_FORM,
  timestampMs: BigInt(timestampMs),
  observedAtMs: BigInt(timestampMs),
  registryVersion: 2n,
  slot: 1n,
};
const good: FeedToCheck = { feed, owner, attestation, oldestAcceptedVersion: 2n, nowMs: timestampMs + 1_500 };

describe('judging a feed', () => {
  it('tells how old its value is', () => {
    expect(checkDemoFeed(good)).toBe(1_500);
  });

  it.each<[rule: string, feed: Partial<FeedAccount>]>([
    ['of another feed_id', { feedId: new Uint8Array(32) }],
    ['of another owner', { owner: addressOf(newKeypair()) }],
    ['without an owner', { owner: null }],
    ['of another source', { sourceId: new Uint8Array(32) }],
    ['whose mode is not shown yet', { mode: null, decimals: null }],
    ['of the other mode', { mode: 'tolerance' }],
    ['with other decimals', { decimals: 8 }],
    ['with another value', { value: packExact(parseDecimal('64628.32')) }],
    ['of another time', { timestampMs: BigInt(timestampMs) + 1n }],
    ['with another stamp', { observedAtMs: BigInt(timestampMs) + 1n }],
    ['of an index', { form: 3 }],
    ['of another quorum', { signaturesRequired: 2 }],
    ['of another registry version', { registryVersion: 3n }],
  ])('refuses one %s', (_rule, changed) => {
    expect(() => checkDemoFeed({ ...good, feed: { ...feed, ...changed } })).toThrow(DemoFailure);
  });

  it('refuses a registry version that an emergency ended', () => {
    expect(() => checkDemoFeed({ ...good, oldestAcceptedVersion: 3n })).toThrow('emergency');
  });

  it.each([-2_001, 300_001])('refuses an age of %d ms', (ageMs) => {
    expect(() => checkDemoFeed({ ...good, nowMs: timestampMs + ageMs })).toThrow('old');
  });
});

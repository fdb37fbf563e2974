import { fromHex } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/account.json' with { type: 'json' };
import type { AccountSource } from './account-source.js';
import { feedIdOf, type FeedSettings, readFeed } from './read-feed.js';

const OWNER = new Uint8Array(32);
function vector(account: string, name?: string) {
  const found = file.valid.find((entry) => entry.account === account && (name === undefined || entry.name === name));
  if (found === undefined) throw new TypeError(account);
  return { ...found, bytes: fromHex(found.data) };
}
const feed = vector('Feed', 'exact');
const { feedId, registryVersion, timestampMs } = feed.fields as { feedId: string; registryVersion: string; timestampMs: string };
const settings: FeedSettings = { programId: '1'.repeat(32), feedId, mode: 'exact', minSignatures: 5, maxAgeMs: 1_000 };

/** A ledger with the feed of the vectors and a Config account of such bytes. */
function ledgerWith(config: Uint8Array | null, feedData: Uint8Array | null = feed.bytes): AccountSource {
  const held = (data: Uint8Array | null) => (data === null ? null : { owner: OWNER, data });
  return () => Promise.resolve([held(feedData), held(config)]);
}

const REGISTRY_VERSION_OFFSET = 144;
const OLDEST_ACCEPTED_OFFSET = 224;

/** The Config of the vectors, where an emergency has ended the versions before this one. */
function configEnding(before: bigint): Uint8Array {
  const bytes = Buffer.from(vector('Config').bytes);
  bytes.writeBigUInt64LE(before + 1n, REGISTRY_VERSION_OFFSET);
  bytes.writeBigUInt64LE(before, OLDEST_ACCEPTED_OFFSET);
  return Uint8Array.from(bytes);
}

const nowMs = Number(timestampMs);

describe('readFeed', () => {
  it('gives the value as text and as a number with its decimals', async () => {
    const reading = await readFeed(settings, { accounts: ledgerWith(configEnding(0n)), nowMs });
    expect(reading).toMatchObject({ decimals: 18, timestampMs: nowMs, signatures: 5, registryVersion: BigInt(registryVersion) });
    expect(reading.value.replace('.', '')).toBe(reading.scaled.toString());
  });

  it('refuses a value whose signers an emergency has ended', async () => {
    const accounts = ledgerWith(configEnding(BigInt(registryVersion) + 1n));
    await expect(readFeed(settings, { accounts, nowMs })).rejects.toMatchObject({ reason: 'version_ended' });
  });

  it.each([
    ['programId', { programId: 'short' }],
    ['feedId', { feedId: '0x00' }],
    ['minSignatures', { minSignatures: 0 }],
    ['maxAgeMs', { maxAgeMs: Number.NaN }],
  ])('refuses settings by %s, before it asks', async (field, changed) => {
    const accounts: AccountSource = () => Promise.reject(new Error('asked'));
    await expect(readFeed({ ...settings, ...changed }, { accounts, nowMs })).rejects.toMatchObject({ code: 'usage', field });
  });

  it('refuses a clock that is no number', async () => {
    await expect(readFeed(settings, { accounts: ledgerWith(null), nowMs: Number.NaN })).rejects.toMatchObject({ field: 'nowMs' });
  });

  it.each([
    ['no account', null],
    ['another account', feed.bytes],
  ])('refuses a program without a Config: %s', async (_what, config) => {
    await expect(readFeed(settings, { accounts: ledgerWith(config), nowMs })).rejects.toMatchObject({ field: 'programId' });
  });

  it('refuses an answer that lacks an account', async () => {
    const accounts: AccountSource = () => Promise.resolve([null]);
    await expect(readFeed(settings, { accounts, nowMs })).rejects.toMatchObject({ code: 'transport', peer: 'ledger' });
  });
});

describe('feedIdOf', () => {
  const source = { url: 'https://api.example.com/', method: 'GET' };

  it('names one feed for each source, owner and quorum', () => {
    const ids = [
      feedIdOf({ source, quorum: 3 }),
      feedIdOf({ source, quorum: 4 }),
      feedIdOf({ source, quorum: 3, owner: 'C8o7D7mNvrMin7icWUtzgzJMM9JFwdVfVia8tSzVkWUK' }),
      feedIdOf({ source: { ...source, method: 'POST' }, quorum: 3 }),
    ];
    expect(new Set(ids).size).toBe(4);
    expect(ids).toEqual(ids.map(() => expect.stringMatching(/^0x[0-9a-f]{64}$/) as string));
  });

  it.each([
    ['apiConfig.url', { source: { ...source, url: 'x' }, quorum: 3 }],
    ['quorum', { source, quorum: 0 }],
    ['owner', { source, quorum: 3, owner: 'short' }],
  ])('refuses a wrong %s', (field, input) => {
    expect(() => feedIdOf(input)).toThrow(expect.objectContaining({ code: 'usage', field }));
  });
});

import {
  type AccountSource,
  FeedError,
  feedIdOf,
  type FeedReading,
  type FeedRefusal,
  type FeedSettings,
  kitAccounts,
  readFeed,
  web3Accounts,
} from '@oracle-gateway/client/feeds';
import { formatAddress, toHex } from '@oracle-gateway/protocol';
import { createSolanaRpc } from '@solana/kit';
import { Connection, PublicKey } from '@solana/web3.js';
import { beforeAll, describe, expect, it } from 'vitest';

import { createAttestationSubmitter } from '../../src/demo/attestation-submitter.js';
import { checkDemoAnswer } from '../../src/demo/verify-answer.js';
import { clientWorld } from './client-world.js';
import { freshSource, freshToleranceSource, keyOf, TRUE_VALUE } from './test-client.js';
import { serve } from './test-world.js';

const QUORUM = 3;
const LIBRARIES = ['web3.js', 'kit'] as const;

const accounts = {} as Record<(typeof LIBRARIES)[number], AccountSource>;
let settings: FeedSettings;
/** The stamp of the value. */
let atMs: number;
let timestampMs: number;

/** Serves a round and submits its answer with a key that has no part in it. */
async function submitted(apiConfig: ReturnType<typeof freshSource>) {
  const test = clientWorld();
  const { rpcUrl, programId } = test.world.manifest;
  const { round, answer } = await serve(test, { quorum: QUORUM, apiConfig });
  const { deploymentId } = await test.reader.config();
  const registry = await test.reader.currentRegistry();
  const checked = checkDemoAnswer({ answer, round, deploymentId, registry });
  const ledger = { rpcUrl, programId: new PublicKey(programId).toBytes() as typeof round.owner };
  const submitter = createAttestationSubmitter({ ...ledger, key: keyOf(test, 'stranger'), asked: round, checked, registry });
  await submitter.submit(checked.attestation);
  const { timestampMs, observedAtMs } = checked.attestation;
  return { round, timestampMs, atMs: observedAtMs };
}

function read(library: (typeof LIBRARIES)[number], changed: Partial<FeedSettings> = {}, nowMs = atMs + 1_000): Promise<FeedReading> {
  return readFeed({ ...settings, ...changed }, { accounts: accounts[library], nowMs });
}

beforeAll(async () => {
  const test = clientWorld();
  const { rpcUrl, programId } = test.world.manifest;
  accounts['web3.js'] = web3Accounts(new Connection(rpcUrl, 'confirmed'), PublicKey);
  accounts.kit = kitAccounts(createSolanaRpc(rpcUrl));
  const source = freshSource(test);
  const first = await submitted(source);
  ({ atMs, timestampMs } = first);
  const feedId = feedIdOf({ source, owner: formatAddress(first.round.owner), quorum: QUORUM });
  expect(feedId).toBe(toHex(first.round.feedId));
  settings = { programId, feedId, mode: 'exact', decimals: 18, minSignatures: QUORUM, maxAgeMs: 60_000 };
});

describe.each(LIBRARIES)('a feed of the ledger, through %s', (library) => {
  it('is read with its value, time and signatures', async () => {
    const { scaled, slot, ...reading } = await read(library);
    const times = { timestampMs, observedAtMs: atMs };
    expect(reading).toEqual({ value: TRUE_VALUE, decimals: 18, form: 1, ...times, signatures: QUORUM, registryVersion: 1n });
    expect([scaled, slot > 0n]).toEqual([6_462_831n * 10n ** 16n, true]);
  });

  it.each<[FeedRefusal, Partial<FeedSettings>, number]>([
    ['absent', { feedId: `0x${'00'.repeat(32)}` }, 0],
    ['other_mode', { mode: 'tolerance' }, 0],
    ['other_decimals', { decimals: 8 }, 0],
    ['too_few_signatures', { minSignatures: QUORUM + 1 }, 0],
    ['stale', { maxAgeMs: 0 }, 1],
    ['ahead', {}, -2_001],
  ])('is refused as %s', async (reason, changed, aheadMs) => {
    const refused = read(library, changed, atMs + aheadMs);
    await expect(refused).rejects.toBeInstanceOf(FeedError);
    await expect(refused).rejects.toMatchObject({ code: 'feed_refused', reason });
  });

  it('of another program is no feed', async () => {
    const programId = formatAddress(new Uint8Array(32).fill(9) as Parameters<typeof formatAddress>[0]);
    await expect(read(library, { programId })).rejects.toMatchObject({ code: 'usage', field: 'programId' });
  });

  it('is not used where the server answers with the account of another program, or of another feed', async () => {
    const honest = accounts[library];
    const lying = (change: (account: { owner: Uint8Array; data: Uint8Array }) => object): AccountSource => {
      return async (addresses) => {
        const [feed, config] = await honest(addresses);
        return [feed === null || feed === undefined ? null : { ...feed, ...change(feed) }, config ?? null];
      };
    };
    const refusal = (source: AccountSource) => expect(readFeed(settings, { accounts: source, nowMs: atMs })).rejects;
    await refusal(lying(() => ({ owner: new Uint8Array(32) }))).toMatchObject({ reason: 'other_owner' });
    await refusal(lying(({ data }) => ({ data: data.with(16, (data[16] ?? 0) ^ 1) }))).toMatchObject({ reason: 'other_feed' });
    await refusal(lying(({ data }) => ({ data: data.subarray(1) }))).toMatchObject({ reason: 'malformed' });
  });
});

it('a feed of tolerance mode has the decimals of its source', async () => {
  const { round, atMs: now } = await submitted(freshToleranceSource(clientWorld()));
  const tolerance = { ...settings, feedId: toHex(round.feedId), mode: 'tolerance', decimals: 8 } as const;
  expect(await readFeed(tolerance, { accounts: accounts.kit, nowMs: now })).toMatchObject({ value: TRUE_VALUE, decimals: 8 });
});

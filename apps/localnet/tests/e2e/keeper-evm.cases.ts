import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Hex } from '@oracle-gateway/evm';
import { deriveFeedId, deriveSourceId, packExact, parseApiConfig, toHex } from '@oracle-gateway/protocol';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { addressOf } from '../../src/base/keypair.js';
import { deployersWord } from './deployers-word.js';
import { type EvmChain, type EvmChainInput, startEvmChain } from './evm-chain.js';
import { keeperPrints, startKeeper, writeKeeperConfig } from './keeper-process.js';
import { keyOf } from './test-client.js';
import type { TestWorld } from './test-world.js';
import { twoWorkerWorld } from './two-worker-world.js';

const QUORUM = 3;
const WAIT = { interval: 100 } as const;
const DAY_SECONDS = 86_400n;
const TRUST_SECONDS = 14n * DAY_SECONDS;
/** The contracts are older than the snapshot that nodes have signed: it adds two days. */
const startSeconds = Math.floor(Date.now() / 1_000) - 2 * Number(DAY_SECONDS);
const NO_ADDRESS = `0x${'00'.repeat(20)}`;
const TIMES = { maxAgeMs: 60_000n, maxAheadMs: 5_000n };

let test: TestWorld;
let folder: string;
let chain: EvmChain | undefined;
beforeAll(async () => {
  test = twoWorkerWorld();
  folder = await mkdtemp(join(tmpdir(), 'keeper-evm-'));
});
afterAll(async () => {
  chain?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A chain whose contracts are two days old. `early` deploys further ones then. */
async function startChain(early: EvmChainInput['early']): Promise<EvmChain> {
  const word = await deployersWord(test, await test.reader.currentRegistry(), startSeconds);
  const periods = { graceSeconds: DAY_SECONDS, trustSeconds: TRUST_SECONDS, startSeconds };
  return startEvmChain({ ...word, ...periods, ...(early === undefined ? {} : { early }) });
}

it('a keeper that runs from its file keeps contracts of many feeds and of one, exchangeable and on their own, with values and snapshots', async () => {
  const { gatewayUrl, rpcUrl, sources } = test.world.manifest;
  const accountKey = keyOf(test, 'otherOwner');
  const owner = addressOf(accountKey);
  const kept = [51n, 52n, 53n, 54n].map((mantissa) => {
    const apiConfig = {
      url: `${sources.echo}/?body=${encodeURIComponent(`{"price":${mantissa}}`)}`,
      method: 'GET',
      responseParser: '$.price',
    };
    const sourceId = deriveSourceId(parseApiConfig(apiConfig));
    const ids = { feedId: toHex(deriveFeedId({ owner, sourceId, signaturesRequired: QUORUM })), sourceId: toHex(sourceId) };
    return { apiConfig, ids, value: BigInt(toHex(packExact({ mantissa, exponent: 0 }))) };
  });
  const [lent, own, ...listed] = kept;
  if (lent === undefined || own === undefined) throw new TypeError('four feeds');
  const settingsOf = ({ ids }: typeof lent) => ({ ...ids, signaturesRequired: QUORUM, form: 1, decimals: 18, isSigned: false, ...TIMES });
  const exchange = { governor: `0x${'01'.repeat(20)}`, guardian: NO_ADDRESS, delaySeconds: DAY_SECONDS };
  let alone: Hex = '0x';
  const evm = await startChain(async ({ deploy, firstVersion }) => {
    alone = await deploy('OwnPrice', [...firstVersion, settingsOf(own)]);
  });
  chain = evm;
  const lender = await evm.deploy('LenderPrice', [evm.oracle, exchange, settingsOf(lent)]);
  const many = await evm.deploy('CrossConsumer', [evm.oracle, { owner: toHex(owner), signaturesRequired: QUORUM, ...TIMES }, 1_000n]);

  const key: Hex = `0x${randomBytes(32).toString('hex')}`;
  const keyPath = join(folder, 'chain.key');
  await writeFile(keyPath, key, { mode: 0o600 });
  const payer = privateKeyToAddress(key);
  await evm.fund(payer);
  const rules = { account: 'subscription', quorum: QUORUM, heartbeat_seconds: 8, lead_seconds: 5, check_interval_seconds: 1 };
  const configPath = await writeKeeperConfig(test, {
    ...{ folder, name: 'evm', gatewayUrl, rpcUrl, namespace: 'evm', accountKey, payerKey: keyOf(test, 'stranger') },
    targets: {
      chain: {
        ...{ kind: 'evm', chain_id: 31_337, rpc_url: evm.url, key_path: keyPath, contract: many },
        contracts: { 'feed-0': lender, 'feed-1': alone },
      },
    },
    feeds: Object.fromEntries(
      kept.map(({ apiConfig }, place) => [`feed-${place}`, { api_config: apiConfig, targets: ['chain'], ...rules }]),
    ),
  });
  const contracts = [many, lender, alone].map((one) => one.toLowerCase()).join(' ');
  expect(await keeperPrints('check-config', '--config', configPath)).toContain(`evm chain 31337, contracts ${contracts}, payer ${payer}`);
  expect(await keeperPrints('plan', '--config', configPath)).toContain('A list of feed-2, feed-3');

  const before = await Promise.all([evm.oracle, alone].map((one) => evm.lapsesAt(one)));
  const latest = () =>
    Promise.all([evm.latest(lender), evm.latest(alone), ...listed.map(({ ids }) => evm.latest(many, ids.sourceId as Hex))]);
  const keeper = startKeeper(configPath);
  try {
    await keeper.untilListening();
    await expect.poll(async () => (await latest()).map(([value]) => value), WAIT).toEqual(kept.map(({ value }) => value));
    const first = (await latest()).map(([, stamp]) => stamp);
    await expect.poll(async () => (await latest()).every(([, stamp], place) => stamp > (first[place] ?? 0n)), WAIT).toBe(true);
    // Each verifying contract gets the snapshot.
    const later = async () => {
      const now = await Promise.all([evm.oracle, alone].map((one) => evm.lapsesAt(one)));
      return now.map((lapsesAt, place) => lapsesAt - (before[place] ?? 0n) > DAY_SECONDS);
    };
    await expect.poll(later, WAIT).toEqual([true, true]);
    const brought = [evm.oracle, alone].map((contract): unknown =>
      expect.objectContaining({ target: 'chain', contract: contract.toLowerCase(), fee: expect.stringMatching(/^\d+$/) as string }),
    );
    await expect.poll(() => keeper.logged('brought a registry version'), WAIT).toHaveLength(brought.length);
    expect(keeper.logged('brought a registry version')).toEqual(expect.arrayContaining(brought));
    expect(await keeperPrints('upkeep', '--config', configPath)).toMatch(
      /^chain: lapses at \S+, in 14\.0 days; its contract holds registry version \d+; there is no newer snapshot\n$/,
    );
    expect(await keeper.end('SIGTERM')).toBe(0);
  } finally {
    await keeper.end('SIGKILL');
  }
});

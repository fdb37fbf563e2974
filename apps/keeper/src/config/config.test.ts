import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPairSync } from 'node:crypto';
import { ConfigError } from '@oracle-gateway/app-config';
import { toHex } from '@oracle-gateway/protocol';
import { builtInProvider } from '@oracle-gateway/providers';
import { builtInFeed } from '@oracle-gateway/caller/feeds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountVariable, loadConfig } from './config.js';

const example = await readFile(new URL('../../config.example.toml', import.meta.url), 'utf8');

/** A key as the Solana CLI writes it. */
function newKey(): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  return JSON.stringify([...seed, ...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
}

const environment = {
  ORACLE_GATEWAY_KEEPER_TARGET_SOLANA: newKey(),
  ORACLE_GATEWAY_KEEPER_TARGET_BASE: `0x${'11'.repeat(32)}`,
  ORACLE_GATEWAY_KEEPER_ACCOUNT_SUBSCRIPTION: newKey(),
  ORACLE_GATEWAY_KEEPER_ACCOUNT_ESCROW: newKey(),
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keeper-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(toml: string, variables: Readonly<Record<string, string>> = environment) {
  const path = join(folder, 'keeper.toml');
  await writeFile(path, toml);
  return loadConfig(path, variables);
}

/** The error that loading throws. */
async function errorOf(toml: string, variables?: Readonly<Record<string, string>>): Promise<ConfigError> {
  try {
    await load(toml, variables);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

it('the example is a valid configuration', async () => {
  const { config, secrets } = await load(example);
  const [btc, eth] = config.feeds;
  const catalogued = await builtInFeed('coinbase/btc-usd');
  expect(btc!.subject.sources.map(({ apiConfig }) => apiConfig)).toEqual([catalogued!.source]);
  expect(btc).toMatchObject({
    name: 'btc-usd',
    account: 'subscription',
    quorum: 3,
    rule: { heartbeatMs: 3_600_000, leadMs: 120_000, deviationBps: 50 },
    checkIntervalMs: 15_000,
    maxPerDay: null,
  });
  // Defaults of the times.
  expect(eth).toMatchObject({ rule: { leadMs: 120_000 }, checkIntervalMs: 15_000, maxPerDay: 500_000n });
  expect(config.accounts.get('escrow')).toMatchObject({ maxAmount: 10_000n, kind: { path: 'agent' } });
  expect(config).toMatchObject({ namespace: 'default', claimMs: 60_000, backoffLimitMs: 60_000, metrics: { port: 9_102 } });
  expect(secrets.redisLocation).toBe('redis://127.0.0.1:6379');
  expect(JSON.stringify(config, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
    /redis:|devnet|mainnet.base/,
  );
  expect(config.targets).toMatchObject([
    { name: 'solana', kind: 'solana', priorityFee: { percentile: 75 } },
    { name: 'base', kind: 'evm', chainId: 8_453, confirmations: 2, maxFeeGwei: 5 },
  ]);
  expect([btc!.targets, eth!.targets]).toEqual([['solana', 'base'], ['base']]);
  expect(config.gateways.map(({ name }) => name)).toEqual(['main', 'second']);
  expect(config.accounts.get('subscription')?.gateways).toEqual(['main']);
});

it('the file of docs/keeper.md is accepted', async () => {
  const page = await readFile(new URL('../../../../docs/keeper.md', import.meta.url), 'utf8');
  const [, toml = ''] = /```toml\n([^]*?)```/.exec(page) ?? [];
  expect((await load(toml)).config.feeds).toMatchObject([{ name: 'btc-usd', account: 'escrow', maxPerDay: 500_000n }]);
});

it('short heartbeats have short defaults', async () => {
  const { config } = await load(example.replace('heartbeat_seconds = 3600\ndeviation_basis_points = 100', 'heartbeat_seconds = 8'));
  expect(config.feeds[1]).toMatchObject({ rule: { heartbeatMs: 8_000, leadMs: 2_000, deviationBps: null }, checkIntervalMs: 1_000 });
});

it('keys come from files that only their owner can read, and the environment takes precedence', async () => {
  const path = join(folder, 'key.json');
  await writeFile(path, environment.ORACLE_GATEWAY_KEEPER_TARGET_SOLANA, { mode: 0o600 });
  const toml = example.replace('/etc/oracle-gateway/keeper-payer.json', path);
  const { ORACLE_GATEWAY_KEEPER_TARGET_SOLANA: _payer, ...others } = environment;
  const payerOf = async (...input: Parameters<typeof load>) => JSON.stringify((await load(...input)).secrets.targets.get('solana')?.payer);
  expect(await payerOf(toml, others)).toBe(await payerOf(toml));
  expect(await payerOf(toml)).toMatch(/^\{"address":/);
  await chmod(path, 0o644);
  const { key, rule } = await errorOf(toml, others);
  expect([key, rule]).toEqual(['targets.solana.keypair_path', expect.stringContaining('chmod 600')]);
  const places = {
    ORACLE_GATEWAY_KEEPER_TARGET_BASE_RPC_URL: 'http://one.test http://two.test',
    ORACLE_GATEWAY_KEEPER_REDIS_URL: 'unix:/run/redis.sock',
  };
  const { secrets } = await load(example, { ...environment, ...places });
  expect(secrets.redisLocation).toBe('unix:/run/redis.sock');
  expect(secrets.targets.get('base')?.rpcUrls).toEqual(['http://one.test', 'http://two.test']);
});

it('keepers reach Redis through Sentinels or a Cluster too, and a replica must then have what is bought', async () => {
  const one = 'url = "redis://127.0.0.1:6379"';
  const several = (more: string) => `${example.replace(one, '')}\n${more}`;
  const cluster = await load(several('[redis.cluster]\nnodes = ["10.0.0.1:6379"]'), { ...environment, ORACLE_GATEWAY_REDIS_PASSWORD: 'x' });
  expect(cluster.secrets.redisLocation).toMatchObject({ kind: 'cluster', nodes: [{ host: '10.0.0.1', port: 6_379 }], tls: null });
  const sentinel = await load(several('[redis.sentinel]\nname = "oracle"\nhosts = ["10.0.0.1:26379"]'));
  expect(sentinel.secrets.redisLocation).toMatchObject({ kind: 'sentinel', name: 'oracle' });
  for (const { config } of [cluster, sentinel]) expect(config.durability.minReplicas).toBe(1);
  expect((await load(example)).config.durability.minReplicas).toBe(0);
  const both = await errorOf(`${example}\n[redis.cluster]\nnodes = ["10.0.0.1:6379"]`);
  expect([both.key, both.rule]).toEqual(['redis.cluster.nodes', expect.stringContaining('beside redis.url')]);
});

it('the variable of an account has its name', () => {
  expect(accountVariable('my-escrow')).toBe('ORACLE_GATEWAY_KEEPER_ACCOUNT_MY_ESCROW');
});

const SOURCES = '{ url = "https://a.example/", method = "GET" }, { url = "https://b.example/", method = "GET" }';
const COMBINE = 'combine = { rule = "median", minSources = 2, maxDeviationBps = 50, maxAgeMs = 15000, decimals = 8 }\n';
const LONG = `{ url = "https://x.example/${'a'.repeat(900)}", method = "GET" }`;
const TOO_LONG = 'must have at most 909 bytes in its canonical form, which readers on the ledger need: shorten it';

it('an index is a feed, of the catalogue or of the file', async () => {
  const indexed = await load(example.replace('coinbase/btc-usd', 'index/btc-usd'));
  expect(toHex(indexed.config.feeds[0]!.subject.sourceId)).toBe(builtInProvider('index')!.indices![0]!.sourceId);
  const own = await load(example.replace(/api_config = .*\n/, `api_configs = [${SOURCES}]\n${COMBINE}`));
  expect(own.config.feeds[1]!.subject).toMatchObject({ form: 2, combine: { minSources: 2 } });
});

it('a text that no account of Solana has room for is kept on other chains alone', async () => {
  const { config } = await load(example.replace(/api_config = .*\n/, `api_config = ${LONG}\n`));
  expect(config.feeds[1]!.targets).toEqual(['base']);
});

const ADDRESS = `0x${'aB'.repeat(20)}`;
const CONTRACT = /contract = .*\n/;
const OWN = `contracts = { eth-usd = "${ADDRESS}" }\n`;

it('a feed with a contract of its own is bought alone, beside a contract of many feeds or without one', async () => {
  const beside = await load(example.replace('confirmations = 2', `confirmations = 2\n${OWN}`));
  expect(beside.config.feeds.map(({ isAlone }) => isAlone)).toEqual([false, true]);
  const { config } = await load(example.replace(CONTRACT, OWN).replace('targets = ["solana", "base"]', 'targets = ["solana"]'));
  expect(config.feeds.map(({ isAlone }) => isAlone)).toEqual([false, true]);
  expect(config.targets[1]).toMatchObject({ contract: null, contracts: new Map([['eth-usd', ADDRESS.toLowerCase()]]) });
});

describe('a bad configuration names its key and the rule', () => {
  const apiConfig = /api_config = .*\n/;
  it.each([
    ['kind = "agent"', 'kind = "bank"', 'accounts.escrow.kind', 'must be one of owner, delegate, agent, x402'],
    ['kind = "owner"', 'kind = "delegate"', 'accounts.subscription.subscription_owner', 'is required for an account of kind delegate'],
    ['max_amount = 10000', '', 'accounts.escrow.max_amount', 'is required for an account of kind agent'],
    ['max_per_day = 500000', '', 'feeds.eth-usd.max_per_day', 'is required where rounds are paid for by themselves'],
    ['account = "escrow"', 'account = "other"', 'feeds.eth-usd.account', 'must be the name of an account of this file'],
    ['source = "coinbase/btc-usd"', '', 'feeds.btc-usd.source', 'is required, or api_config or api_configs instead; never two of them'],
    [apiConfig, 'source = "a/b"\n', 'feeds.eth-usd.source', 'must be a feed of the built-in catalogue: oracle-gateway feeds lists them'],
    [apiConfig, 'source = "coinbase/none"\n', 'feeds.eth-usd.source', 'must be a feed of its provider'],
    [apiConfig, 'api_config = { url = "ftp://x", method = "GET" }\n', 'feeds.eth-usd.api_config.url', ''],
    [/api_config = .*\ntargets = .*\n/, `api_config = ${LONG}\n`, 'feeds.eth-usd.api_config', TOO_LONG],
    [apiConfig, `api_configs = [${SOURCES}]\n`, 'feeds.eth-usd.combine', 'must come with api_configs: a feed has one value'],
    [apiConfig, `api_configs = [${SOURCES}]\ncombine = { rule = "mean", decimals = 8 }\n`, 'feeds.eth-usd.combine.rule', ''],
    [apiConfig, `api_configs = [${SOURCES.replace('b.example', 'a.example')}]\n${COMBINE}`, 'feeds.eth-usd.api_configs[1]', ''],
    ['lead_seconds = 120', 'lead_seconds = 3600', 'feeds.btc-usd.lead_seconds', 'must be shorter than heartbeat_seconds'],
    [
      'check_interval_seconds = 15',
      'check_interval_seconds = 3601',
      'feeds.btc-usd.check_interval_seconds',
      'must be at most heartbeat_seconds',
    ],
    ['targets = ["base"]', 'targets = ["other"]', 'feeds.eth-usd.targets', 'must be names of targets of this file'],
    ['gateways = ["main"]', 'gateways = ["other"]', 'accounts.subscription.gateways', 'must be names of gateways of this file'],
    ['chain_id = 8453', '', 'targets.base.chain_id', 'is required for a target of kind evm'],
    ['confirmations = 2', 'keypair_path = "x"', 'targets.base.keypair_path', 'is not for a target of kind evm'],
    [CONTRACT, '', 'targets.base.contract', 'is required for a target of kind evm, or contracts instead'],
    [CONTRACT, OWN, 'feeds.btc-usd.targets', 'must be targets that have a contract for it: add targets.base.contracts.btc-usd'],
    [CONTRACT, `contracts = { eth = "${ADDRESS}" }\n`, 'targets.base.contracts.eth', 'must be the name of a feed of this file'],
    [CONTRACT, 'contracts = { eth-usd = "0x1" }\n', 'targets.base.contracts.eth-usd', 'must be an address, 0x and 40 hex digits'],
    [/rpc_url = "https:..mainnet.*\n/, '', 'targets.base.rpc_url', 'is required, here or in ORACLE_GATEWAY_KEEPER_TARGET_BASE_RPC_URL'],
    ['[targets.base]\nkind = "evm"', '[targets.base]\nkind = "solana"', 'targets.base.chain_id', 'is not for a target of kind solana'],
    ['quorum = 3', 'quorum = 65', 'feeds.btc-usd.quorum', 'must be an integer from 1 to 64'],
    ['claim_seconds = 60', 'claim_second = 60', 'keeper.claim_second', 'is not a known member'],
    ['heartbeat_seconds = 3600\nlead', 'lead', 'feeds.btc-usd.heartbeat_seconds', 'is required'],
    ['url = "redis://127.0.0.1:6379"', '', 'redis.url', 'is required, here or in ORACLE_GATEWAY_KEEPER_REDIS_URL'],
    ['[feeds.btc-usd]', '[feeds.BTC]', 'feeds.BTC', ''],
    [/\[feeds\.btc-usd\][^]*max_per_day = 500000/, '', 'feeds', 'must have at least one feed'],
  ] as const)('%s → %s', async (line, replacement, key, rule) => {
    const error = await errorOf(example.replace(line, replacement));
    expect([error.key, error.rule]).toEqual([key, expect.stringContaining(rule)]);
  });
});

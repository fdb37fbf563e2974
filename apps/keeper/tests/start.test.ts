import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { readKeypair } from '@oracle-gateway/app-config';
import { type FakeWorld, fakeWorld } from '@oracle-gateway/client/testing';
import { parseAddress, parseApiConfig } from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { pino } from 'pino';
import { expect, inject, it, onTestFinished } from 'vitest';
import { generateKeyPairSync } from 'node:crypto';
import { KEEPER_ACCOUNT_KINDS } from '../src/accounts/index.js';
import { createContext } from '../src/context.js';
import { fetchSnapshots } from '../src/gateway/fetch-snapshots.js';
import { openFeeds } from '../src/gateway/open-feeds.js';
import { type Config, createKeeper, type Secrets } from '../src/index.js';
import { evmTarget } from '../src/targets/evm/index.js';
import { solanaTarget } from '../src/targets/solana/index.js';
import { startTestChain } from './support/evm-chain.js';
import { createEvmNodes } from './support/evm-nodes.js';

/** A port at which no server listens. */
const NOWHERE = 'http://127.0.0.1:1';

function newKey(): Uint8Array {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  return Uint8Array.from([...seed, ...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
}

function settings(): { config: Config; secrets: Secrets } {
  const subject = sourceSubject(parseApiConfig({ url: 'https://source.example/', method: 'GET', responseParser: '$.price' }));
  const rule = { heartbeatMs: 60_000, leadMs: 15_000, deviationBps: 50 };
  return {
    config: {
      programId: parseAddress('SysvarC1ock11111111111111111111111111111111'),
      network: 'solana:test',
      gateways: [{ name: 'main', url: NOWHERE }],
      namespace: randomUUID(),
      durability: { allowVolatile: false, durability: 'verify', minReplicas: 0 },
      targets: [solanaTarget({ name: 'solana', maxFeesPerDay: null, priorityFee: { percentile: 75, capMicroLamports: 0 } })],
      ...{ claimMs: 5_000, backoffLimitMs: 1_000, concurrentChecks: 4 },
      accounts: new Map([['own', { kind: KEEPER_ACCOUNT_KINDS.owner, maxAmount: null, subscriptionOwner: null, gateways: ['main'] }]]),
      feeds: [
        {
          name: 'price',
          account: 'own',
          targets: ['solana'],
          isAlone: false,
          subject,
          quorum: 3,
          rule,
          checkIntervalMs: 1_000,
          maxPerDay: 100n,
        },
      ],
      metrics: { host: '127.0.0.1', port: 0 },
      logLevel: 'info',
    },
    secrets: {
      rpcUrls: [NOWHERE],
      redisLocation: inject('redisUrl'),
      targets: new Map([['solana', { payer: readKeypair({ name: 'key', text: JSON.stringify([...newKey()]) }), rpcUrls: [] }]]),
      accountKeys: new Map([['own', newKey()]]),
    },
  };
}

it('a keeper whose gateway and ledger are gone runs, says so, checks again and again, and closes', async () => {
  const { config, secrets } = settings();
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const keeper = await createKeeper(config, secrets, { logger });
  const { url } = await keeper.listen();
  const statusOf = async (path: string): Promise<number> => (await fetch(`${url}${path}`)).status;
  expect(await statusOf('/ready')).toBe(200);
  await expect.poll(() => statusOf('/health')).toBe(503);
  const failures = async (): Promise<boolean> =>
    /^oracle_keeper_failures_total\{feed="price",step="ledger"\} [1-9]/m.test(await (await fetch(`${url}/metrics`)).text());
  await expect.poll(failures).toBe(true);
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toContain('oracle_keeper_feed_age_seconds{feed="price",target="solana"} Nan');
  expect(text).toContain('oracle_keeper_feed_heartbeat_seconds{feed="price"} 60');
  expect(text).toContain('oracle_keeper_spending_limit{feed="price"} 100');
  await keeper.close();
  await expect(fetch(`${url}/ready`)).rejects.toThrow();
  expect(lines.join('')).not.toContain(inject('redisUrl'));
});

/** The gateway of a world, which has announced the end of every operation. */
async function serveEnding(world: FakeWorld): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/', headers } = request;
      const init = {
        method,
        headers: new Headers(headers as Record<string, string>),
        ...(method === 'GET' ? {} : { body: await text(request) }),
      };
      const answer = await world.fetch(world.gateway + url, init);
      response.setHeader('deprecation', '@1801353600').setHeader('sunset', 'Fri, 31 Dec 2027 00:00:00 GMT');
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('a keeper logs once of each operation that a gateway ends, whatever number of feeds asks for it', async () => {
  const world = fakeWorld({ values: { 'https://source.example/': '1.5' } });
  const url = await serveEnding(world);
  const { config, secrets } = settings();
  const feeds = ['price', 'other'].flatMap((name) => config.feeds.map((feed) => ({ ...feed, name })));
  const whole = {
    ...config,
    feeds,
    gateways: [{ name: 'main', url }],
    programId: parseAddress(world.ledger.programId),
    network: world.ledger.network,
  };
  const lines: unknown[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const context = await createContext(whole, secrets, { logger });
  onTestFinished(() => {
    for (const redis of new Set([context.redis, context.confirming, context.queueRedis])) redis.disconnect();
  });
  const ledgerOrGateway: typeof fetch = (input, init) => (input === world.ledger.rpcUrl ? world.fetch(input, init) : fetch(input, init));
  const opened = await openFeeds({
    ...{ config: whole, gateways: context.gateways, fetch: ledgerOrGateway, nowMs: Date.now },
    secrets: { ...secrets, rpcUrls: [world.ledger.rpcUrl] },
  });
  const signal = AbortSignal.timeout(60_000);
  for (const { feed, client } of [...opened, ...opened])
    expect(await client.dryRun(feed.subject, signal)).toEqual([{ value: expect.any(BigInt) as bigint }]);
  expect(await fetchSnapshots({ fetch, gateways: context.gateways }, 1n, signal)).toEqual([]);
  const end = {
    ...{ gateway: 'main', endsAt: '2027-12-31T00:00:00.000Z' },
    msg: 'the gateway ends an operation; install a later version of @oracle-gateway/keeper before it ends',
  };
  expect(lines).toMatchObject(
    ['GET /v1/info', 'POST /v1/simulate', 'GET /v1/registry/snapshot'].map((operation) => ({ ...end, operation })),
  );
});

it('a keeper of an EVM chain tells what its key pays for and when its contract lapses, although no gateway answers', async () => {
  const chain = await startTestChain();
  try {
    const { consumer: contract } = await chain.deploy(createEvmNodes(4));
    const { config, secrets } = settings();
    const evm = evmTarget({
      ...{ name: 'chain', maxFeesPerDay: 9n, chainId: chain.chainId, contract, contracts: new Map() },
      ...{ confirmations: 1, maxFeeGwei: 9 },
    });
    const targets = new Map([...secrets.targets, ['chain', { payer: new Uint8Array(32).fill(1), rpcUrls: [chain.url] }] as const]);
    const logger = pino({ level: 'silent' });
    const whole = [
      { ...config, targets: [...config.targets, evm] },
      { ...secrets, targets },
    ] as const;
    const keeper = await createKeeper(...whole, { logger });
    const { url } = await keeper.listen();
    const metrics = async (): Promise<string> => (await fetch(`${url}/metrics`)).text();
    await expect.poll(metrics).toMatch(/oracle_keeper_lapses_at_seconds\{target="chain"\} \d{10}/);
    await expect.poll(metrics).toMatch(/oracle_keeper_payer_writes\{target="chain"\} 0/);
    expect(await metrics()).toContain('oracle_keeper_fees_limit{target="chain"} 9');
    const { lines, failed } = await keeper.upkeep();
    expect([lines, failed]).toEqual([[expect.stringMatching(/^chain: lapses at \d{4}-\S+, in \d+\.\d days; \S/)], ['chain']]);
    await keeper.close();
    const shown = await createKeeper(...whole, { logger, snapshot: {} });
    expect((await shown.upkeep()).lines).toEqual([expect.stringMatching(/no true snapshot/)]);
    await shown.close();
  } finally {
    chain.close();
  }
});

it('a keeper does not start while Redis does not answer', async () => {
  const { config, secrets } = settings();
  const keeper = await createKeeper(config, { ...secrets, redisLocation: 'unix:/nowhere.sock' }, { logger: pino({ level: 'silent' }) });
  await expect(keeper.listen()).rejects.toThrow();
  await keeper.close();
});

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findOrFetchRedis, launchRedisServer, type RedisServer } from '@oracle-gateway/dev-servers';
import type { ExecuteRoundRequest } from '@oracle-gateway/gateway-api';
import { connectRedis, createOutbox } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { createGateway, type Gateway } from '../src/index.js';
import { fakeLedger } from './fakes/ledger.js';
import { post } from './fakes/post.js';
import { startWorld, type World } from './fakes/world.js';

const SKEW_SECONDS = 2;
const PAUSE_MS = 10;
const PAGE = new URL('../../../docs/redis.md', import.meta.url);

interface Served {
  readonly request: ExecuteRoundRequest;
  readonly roundId: RoundId;
}

/** The commands of the page, typed into a shell as an operator does. */
async function createOperator(variables: Readonly<Record<string, string>>) {
  const page = await readFile(PAGE, 'utf8');
  const { command, env } = await findOrFetchRedis();
  const path = [dirname(command), process.env['PATH'] ?? ''].join(delimiter);
  return async (name: string): Promise<void> => {
    const [, commands] = new RegExp(`<!-- run: ${name} -->\\n+\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
    if (commands === undefined) throw new Error(`the page has no commands to ${name}`);
    await promisify(execFile)('sh', ['-euc', commands], { env: { ...env, ...variables, PATH: path } });
  };
}

/** Asks one request after another, of each gateway in turn, and keeps what was served. */
async function load(world: World, urls: readonly string[], served: Served[], isEnding: () => boolean): Promise<void> {
  for (let turn = 0; !isEnding(); turn += 1) {
    const request = world.subscriber().request();
    const answer = await post(urls[turn % urls.length] ?? '', request);
    if (answer.status === 200) served.push({ request, roundId: answer.headers.get('x-round-id') as RoundId });
    await wait(PAUSE_MS);
  }
}

it('the commands of docs/redis.md back up and restore the outbox: nothing is served twice, and nothing of the copy is lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-restore-'));
  const [dataDir, newDir, backup, mark] = ['data', 'new', 'backup', 'mark.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  await mkdir(newDir);
  const redis = await findOrFetchRedis();
  let server: RedisServer = await launchRedisServer({ ...redis, dataDir });
  const { port, url: redisUrl } = server;
  const world = await startWorld({ nodeCount: 3 });
  const config = {
    ...world.config,
    metrics: { host: '127.0.0.1', port: 0 },
    timestampSkewSeconds: SKEW_SECONDS,
    outbox: { ...world.config.outbox, markPath: mark },
  };
  const secrets = { ...world.secrets, outboxLocation: redisUrl };
  const start = (): Promise<Gateway> => createGateway(config, secrets, { ledger: fakeLedger(world.ledger), logger: world.log.logger });
  const operate = await createOperator({ REDIS_URL: redisUrl, REDIS_DATA: dataDir, BACKUP: backup, MARK: mark });
  const operateAnew = await createOperator({ REDIS_URL: redisUrl, REDIS_DATA: newDir, BACKUP: backup, MARK: mark });
  let gateway = await start();
  let isEnding = false;
  onTestFinished(async () => {
    isEnding = true;
    await gateway.close();
    await world.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const startServer = async (from: string): Promise<void> => {
    await server.stop();
    server = await launchRedisServer({ ...redis, dataDir: from, port });
  };

  // A backup while rounds are served, by two gateways that share the mark.
  const { url } = await gateway.listen();
  const other = await start();
  const { url: otherUrl } = await other.listen();
  const served: Served[] = [];
  const loading = load(world, [url, otherUrl], served, () => isEnding);
  await expect.poll(() => served.length).toBeGreaterThan(3);
  const before = [...served];
  await operate('back up');
  const copied = served.length;
  await expect.poll(() => served.length).toBeGreaterThan(copied + 4);
  isEnding = true;
  await loading;
  // One of them ends early: the other goes on with the mark.
  await other.close();
  const lastServedAtMs = Date.now();
  const [late] = served.slice(-1);
  if (late === undefined) throw new Error('nothing was served');

  // The older copy, on the same machine: the running gateway notices.
  await server.stop();
  await operate('restore');
  await startServer(dataDir);
  const readiness = async (): Promise<unknown> => {
    const answer = await fetch(`${url}/ready`);
    return [answer.status, await answer.text()];
  };
  await expect.poll(readiness).toEqual([503, expect.stringContaining('has lost its records')]);
  expect((await post(url, world.subscriber().request())).body).toMatchObject({ code: 'outbox_volatile' });

  // Step 1: the newest folder is still there, and holds all rounds.
  await server.stop();
  await rm(join(dataDir, 'appendonlydir'), { recursive: true });
  await rename(join(dataDir, 'appendonlydir.before'), join(dataDir, 'appendonlydir'));
  await startServer(dataDir);
  await expect.poll(readiness).toEqual([200, expect.any(String)]);
  expect((await post(url, late.request)).status).not.toBe(200);

  // The machine is lost, and a new server has the older copy: no gateway starts.
  await gateway.close();
  expect(JSON.parse(await readFile(mark, 'utf8'))).toMatchObject({ pending: served.length });
  await operateAnew('restore');
  await startServer(newDir);
  await expect(start()).rejects.toMatchObject({ name: 'VolatileOutboxError', setting: 'totals' });

  // Steps 2 to 4.
  await wait(Math.max(0, lastServedAtMs + 2 * SKEW_SECONDS * 1_000 - Date.now()));
  await operateAnew('accept the older copy');
  gateway = await start();
  const { url: newUrl } = await gateway.listen();
  for (const { request } of served) expect((await post(newUrl, request)).status).not.toBe(200);
  const client = connectRedis(redisUrl);
  onTestFinished(() => client.disconnect());
  const outbox = createOutbox({ redis: client, gateway: world.gatewayPda, identityTtlSeconds: 60, resultTtlSeconds: 60 });
  for (const { roundId } of before) expect(await outbox.read(roundId)).toMatchObject({ state: 'pending' });
  // The rule gives one thing up: a round that was served after the copy was made.
  expect(await outbox.read(late.roundId)).toBeNull();
  const fresh = async (): Promise<number> => (await post(newUrl, world.subscriber().request())).status;
  await expect.poll(fresh).toBe(200);
});

import { findOrFetchRedis, freePort, launchRedisServer } from '@oracle-gateway/dev-servers';
import { DeploymentMismatchError, LedgerUnavailableError } from '@oracle-gateway/ledger';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { type Config, createGateway, type Gateway } from '../src/index.js';
import { fakeLedger } from './fakes/ledger.js';
import { post } from './fakes/post.js';
import { startWorld, type World } from './fakes/world.js';

let world: World;
let gateway: Gateway;
beforeEach(async () => {
  world = await startWorld();
  world.ledger.failure = new LedgerUnavailableError('getAccountInfo', 'no answer');
});
afterEach(async () => {
  await gateway.close();
  await world.close();
});

async function start(changes: Partial<Config> = {}, secrets = world.secrets): Promise<string> {
  const config = { ...world.config, metrics: { host: '127.0.0.1', port: 0 }, ...changes };
  gateway = await createGateway(config, secrets, { ledger: fakeLedger(world.ledger), logger: world.log.logger });
  return (await gateway.listen()).url;
}

it('a gateway starts while the ledger does not answer: it lives, says why it is not ready, and serves once the ledger answers', async () => {
  const url = await start();
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok' });
  const reasons = ['the ledger has not answered since the start'];
  const ready = await fetch(`${url}/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([503, { code: 'not_ready', reasons }]);
  expect(ready.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await post(url, world.subscriber().request())).toMatchObject({ status: 503, body: { code: 'not_ready', reasons } });
  await world.log.line('not ready: the ledger does not answer');

  world.ledger.failure = null;
  await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(200);
  expect((await post(url, world.subscriber().request())).status).toBe(200);
});

it('a ledger that turns out to be the wrong one ends it, as it would have at the start', async () => {
  const url = await start({ network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' });
  expect((await fetch(`${url}/ready`)).status).toBe(503);
  world.ledger.failure = null;
  await expect(gateway.failed).rejects.toThrow(DeploymentMismatchError);
});

it('a gateway starts while Redis is down: it says so, and serves once Redis answers', async () => {
  world.ledger.failure = null;
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-start-'));
  const port = await freePort();
  const url = await start({}, { ...world.secrets, outboxLocation: `redis://127.0.0.1:${port}` });
  await world.log.line('not ready: the outbox does not answer');
  const ready = await fetch(`${url}/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([503, { reasons: ['the outbox has not answered since the start'] }]);
  const server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir, port });
  onTestFinished(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true });
  });
  await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(200);
  expect((await post(url, world.subscriber().request())).status).toBe(200);
});

it('is closed at once while it waits', async () => {
  const url = await start();
  await gateway.close();
  await expect(fetch(`${url}/health`)).rejects.toThrow();
});

import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@oracle-gateway/dev-servers';
import { BALANCER_PERIOD_MS, openBalancer } from './balancer.mjs';
import { startGateway } from './own-gateway.mjs';
import { upgradeApp } from './upgraded-app.mjs';

const WORKER = fileURLToPath(new URL('../../apps/settlement-worker/dist/main.js', import.meta.url));
/** A gateway goes on serving for longer than two periods of the balancer. */
const SHUTDOWN_DELAY_MS = 3 * BALANCER_PERIOD_MS;

/**
 * Lines of a configuration that say where Redis is.
 *
 * @typedef {{ settlement?: string, outbox?: string, tables?: string }} RedisLines lines of `[settlement]`, of `[outbox]`, and further tables
 */

/**
 * Two gateways behind a balancer and two workers, on the ledger and the nodes of a world, with a Redis of their own.
 *
 * @param {{ manifestPath: string, name: string, redis: RedisLines, markPath: string, skewSeconds: number }} input `name` of its files
 */
export async function startFleet({ manifestPath, name, redis: { settlement = '', outbox = '', tables = '' }, markPath, skewSeconds }) {
  const state = dirname(manifestPath);
  const balancer = openBalancer();
  const onRedis = (config) =>
    config
      .replace(/^db_path = .*\n/m, '')
      .replace(/^\[outbox\]\n(?:\w.*\n)*/m, '')
      .replace(/^\[settlement\]\n/m, `[settlement]\n${settlement}`)
      .replace(/^\[agent\]\n/m, `[agent]\ntimestamp_skew_seconds = ${skewSeconds}\n`);

  const startOne = async (index) => {
    const gateway = await startGateway({
      manifestPath,
      name: `${name}-gateway-${index}`,
      shutdownDelayMs: SHUTDOWN_DELAY_MS,
      rewrite: onRedis,
      tables: `[outbox]\nmark_path = ${JSON.stringify(markPath)}\n${outbox}\n${tables}`,
    });
    balancer.add(gateway.url);
    return gateway;
  };
  const writeWorker = async (index) => {
    const port = await freePort();
    const config = await readFile(join(state, 'config', 'worker-0.toml'), 'utf8');
    const ours = onRedis(config).replace(/(\[metrics\][^[]*port = )\d+/, `$1${port}`);
    const path = join(state, 'config', `${name}-worker-${index}.toml`);
    await writeFile(path, `${ours}\n[outbox]\n${outbox}\n${tables}\n`, { mode: 0o600 });
    return { port };
  };
  const startWorker = (index, { port }, pid) =>
    upgradeApp({
      pid,
      state,
      command: [process.execPath, WORKER],
      config: `${name}-worker-${index}`,
      healthUrl: `http://127.0.0.1:${port}/health`,
    });

  const gateways = await Promise.all([0, 1].map(startOne));
  const places = await Promise.all([0, 1].map(writeWorker));
  const workers = await Promise.all(places.map((place, index) => startWorker(index, place)));

  const stopGateway = async (index) => {
    const { url, stop } = gateways[index];
    await stop();
    balancer.remove(url);
  };
  return {
    balancer,
    url: () => gateways[0].url,
    /** Each in turn, as an operator does: the next one once the balancer has seen the one before. */
    async roll() {
      for (const index of workers.keys()) workers[index] = await startWorker(index, places[index], workers[index].pid);
      for (const index of gateways.keys()) {
        await stopGateway(index);
        gateways[index] = await startOne(index);
        await wait(2 * BALANCER_PERIOD_MS);
      }
    },
    async stop() {
      await Promise.all([...gateways.keys()].map(stopGateway));
      await Promise.all(workers.map((worker) => worker.stop()));
    },
    async startAgain() {
      for (const index of gateways.keys()) gateways[index] = await startOne(index);
      for (const index of workers.keys()) workers[index] = await startWorker(index, places[index]);
    },
    close() {
      balancer.close();
      return this.stop();
    },
  };
}

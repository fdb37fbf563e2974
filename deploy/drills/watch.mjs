import { once } from 'node:events';
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { freePort } from '../../packages/dev-servers/dist/index.js';
import { requireDebianTool } from '../debian-tool.mjs';
import { writeHistory } from './history.mjs';
import { startOwnServer } from './own-server.mjs';

const SHIPPED = join(import.meta.dirname, '..', 'prometheus');
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * A Prometheus, an Alertmanager, and exporters of Redis and of the disk, with the rules, the scrape times and the routing that are shipped. A receiver of ours
 * stands in the place of each receiver, and keeps what it is told.
 *
 * @param {{ targets: Readonly<Record<string, readonly string[]>>, redisUrl: string, scrapeSeconds?: number, servedHours?: number }} input `targets`: metrics urls by
 *   job; `scrapeSeconds`: in the place of what is shipped; `servedHours`: for how long rounds were served before
 */
export async function startWatch({ targets, redisUrl, scrapeSeconds, servedHours = 0 }) {
  const folder = await mkdtemp(join(tmpdir(), 'drill-watch-'));
  const stops = [];
  const close = async () => {
    for (const stop of stops.reverse()) await stop();
    await rm(folder, { recursive: true, force: true });
  };
  const start = async ({ tool, args, readyUrl }) => {
    const { command, args: first } = await requireDebianTool(tool);
    const server = await startOwnServer({ command, args: [...first, ...args], logPath: join(folder, `${tool}.log`), readyUrl });
    stops.push(() => server.stop());
  };
  try {
    const receiver = await startReceiver();
    stops.push(receiver.close);
    const [prometheus, alertmanager, exporter, disk] = (await freePorts(4)).map((port) => ({
      address: `127.0.0.1:${port}`,
      url: `http://127.0.0.1:${port}`,
    }));
    await start({
      tool: 'prometheus-redis-exporter',
      args: [`--redis.addr=${redisUrl}`, `--web.listen-address=${exporter.address}`],
      readyUrl: `${exporter.url}/metrics`,
    });
    await start({
      tool: 'prometheus-node-exporter',
      args: ['--collector.disable-defaults', '--collector.filesystem', `--web.listen-address=${disk.address}`],
      readyUrl: `${disk.url}/metrics`,
    });
    const routing = join(folder, 'alertmanager.yml');
    await writeFile(routing, stringify(routed(await shipped('alertmanager.yml'), receiver.url)));
    await start({
      tool: 'prometheus-alertmanager',
      args: [
        `--config.file=${routing}`,
        `--storage.path=${join(folder, 'alertmanager')}`,
        `--web.listen-address=${alertmanager.address}`,
        '--cluster.listen-address=',
      ],
      readyUrl: `${alertmanager.url}/-/ready`,
    });
    const jobs = { ...targets, redis: [`${exporter.url}/metrics`], 'redis-disk': [`${disk.url}/metrics`] };
    const scraping = join(folder, 'prometheus.yml');
    const config = scraped(await shipped('prometheus.yml'), { jobs, alertmanager: alertmanager.address });
    const every = scrapeSeconds === undefined ? {} : { scrape_interval: `${scrapeSeconds}s`, evaluation_interval: `${scrapeSeconds}s` };
    await writeFile(scraping, stringify({ ...config, global: { ...config.global, ...every } }));
    const dataFolder = join(folder, 'prometheus');
    if (servedHours > 0) await writeHistory({ folder, dataFolder, hours: servedHours });
    await start({
      tool: 'prometheus',
      args: [`--config.file=${scraping}`, `--storage.tsdb.path=${dataFolder}`, `--web.listen-address=${prometheus.address}`],
      readyUrl: `${prometheus.url}/-/ready`,
    });
    return {
      /** Notifications, in order. */
      notifications: receiver.notifications,
      query: (expr) => query(prometheus.url, expr),
      queryRange: (expr, range) => queryRange(prometheus.url, expr, range),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function freePorts(count) {
  const ports = new Set();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

async function shipped(name) {
  return parse(await readFile(join(SHIPPED, name), 'utf8'));
}

/** The configuration of Prometheus with the world's targets, by the names of its jobs. */
function scraped(config, { jobs, alertmanager }) {
  const settings = new Map(config.scrape_configs.map((job) => [job.job_name, job]));
  const unknown = [...settings.keys()].find((name) => jobs[name] === undefined);
  if (unknown !== undefined) throw new Error(`prometheus.yml: the drill's world has no job ${unknown}`);
  return {
    ...config,
    rule_files: [join(SHIPPED, 'alerts.yml')],
    alerting: { alertmanagers: [{ static_configs: [{ targets: [alertmanager] }] }] },
    scrape_configs: Object.entries(jobs).map(([name, urls]) => ({
      ...withoutTargets(settings.get(name) ?? { job_name: name }),
      metrics_path: new URL(urls[0]).pathname,
      static_configs: [{ targets: urls.map((url) => new URL(url).host) }],
    })),
  };
}

function withoutTargets(job) {
  return Object.fromEntries(Object.entries(job).filter(([name]) => !name.endsWith('_configs') || name === 'metric_relabel_configs'));
}

/** The routing with our receiver in the place of each that is shipped; one that is sent nothing stays so. */
function routed(config, url) {
  const receivers = config.receivers.map(({ name, webhook_configs: hooks = [] }) => ({
    name,
    webhook_configs: hooks.map(({ url_file: _file, ...hook }) => ({ ...hook, url: `${url}/${name}` })),
  }));
  return { ...config, receivers };
}

async function startReceiver() {
  const notifications = [];
  const server = createServer((request, response) => {
    const chunks = [];
    let length = 0;
    request.on('data', (chunk) => {
      length += chunk.length;
      if (length > MAX_BODY_BYTES) request.destroy();
      else chunks.push(chunk);
    });
    request.on('end', () => {
      const { status, groupLabels, alerts } = JSON.parse(Buffer.concat(chunks).toString());
      notifications.push({ atMs: Date.now(), receiver: request.url.slice(1), status, groupLabels, alerts });
      response.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    notifications,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

/** The samples of an instant query: labels and value. */
async function query(prometheusUrl, expr) {
  const result = await ask(`${prometheusUrl}/api/v1/query`, { query: expr });
  return result.map(({ metric, value: [, value] }) => ({ labels: metric, value: Number(value) }));
}

/** The series of a range query: labels, and values by unix seconds. */
async function queryRange(prometheusUrl, expr, { fromSeconds, toSeconds, stepSeconds }) {
  const result = await ask(`${prometheusUrl}/api/v1/query_range`, { query: expr, start: fromSeconds, end: toSeconds, step: stepSeconds });
  return result.map(({ metric, values }) => ({ labels: metric, values: new Map(values.map(([time, value]) => [time, Number(value)])) }));
}

async function ask(address, parameters) {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const answer = await (await fetch(url)).json();
  if (answer.status !== 'success') throw new Error(`${parameters.query}: ${answer.error}`);
  return answer.data.result;
}

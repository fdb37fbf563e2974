import { Counter, Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveMetrics, type MetricsListener } from './metrics-listener.js';

const registry = new Registry();
const settled = new Counter({ name: 'settled_total', help: 'Settled rounds.', registers: [registry] });
let troubles: Readonly<Record<string, string>> = {};
const served = { registry, troubles: () => troubles };
let listener: MetricsListener;
beforeAll(async () => {
  listener = await serveMetrics(served, { host: '127.0.0.1', port: 0 });
});
afterAll(() => listener.close());

it('answers the metrics in Prometheus’ form', async () => {
  settled.inc();
  const response = await fetch(`${listener.url}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  const text = await response.text();
  for (const sample of ['settled_total 1', 'process_cpu_seconds_total ', 'nodejs_eventloop_lag_p99_seconds ']) {
    expect(text).toContain(`\n${sample}`);
  }
});

it('answers whether outbox and ledger answer', async () => {
  expect(await (await fetch(`${listener.url}/health?x=1`)).json()).toEqual({ status: 'ok' });
  troubles = { outbox: 'Command timed out' };
  const response = await fetch(`${listener.url}/health`);
  expect([response.status, await response.json()]).toEqual([503, { status: 'failing', outbox: 'Command timed out' }]);
  troubles = {};
});

it('answers whether the process works', async () => {
  expect((await fetch(`${listener.url}/ready`)).status).toBe(404);
  let obstacles: Readonly<Record<string, string>> = { process: 'it is closing' };
  const other = await serveMetrics({ registry, obstacles: () => obstacles }, { host: '127.0.0.1', port: 0 });
  const response = await fetch(`${other.url}/ready`);
  expect([response.status, await response.json()]).toEqual([503, { status: 'not ready', process: 'it is closing' }]);
  obstacles = {};
  expect(await (await fetch(`${other.url}/ready`)).json()).toEqual({ status: 'ok' });
  await other.close();
});

it('answers no health of a process that does not tell it', async () => {
  const other = await serveMetrics({ registry }, { host: '127.0.0.1', port: 0 });
  expect((await fetch(`${other.url}/health`)).status).toBe(404);
  await other.close();
});

it.each([
  ['GET', '/'],
  ['POST', '/metrics'],
])('%s %s is not found', async (method, path) => {
  expect((await fetch(`${listener.url}${path}`, { method })).status).toBe(404);
});

it('a taken port is an error', async () => {
  const { port } = new URL(listener.url);
  await expect(serveMetrics(served, { host: '127.0.0.1', port: Number(port) })).rejects.toThrow(/^metrics\.port: must be free/);
});

it('answers some metrics by their names, and no others', async () => {
  const text = await (await fetch(`${listener.url}/metrics?name[]=settled_total&name[]=unknown_total`)).text();
  expect(text.split('\n').filter((line) => !line.startsWith('#'))).toEqual(['settled_total 1', '']);
});

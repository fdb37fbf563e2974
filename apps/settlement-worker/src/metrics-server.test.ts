import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMetrics } from './metrics.js';
import { serveMetrics, type MetricsServer } from './metrics-server.js';
import type { Part } from './standing.js';

const metrics = createMetrics();
let troubles: Readonly<Partial<Record<Part, string>>> = {};
const served = { registry: metrics.registry, standing: { troubles: () => troubles } };
let server: MetricsServer;
beforeAll(async () => {
  server = await serveMetrics(served, { host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

it('answers the metrics in Prometheus’ form', async () => {
  metrics.settled.inc();
  const response = await fetch(`${server.url}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await response.text()).toContain('oracle_settlement_settled_total 1');
});

it('answers whether outbox and ledger answer', async () => {
  expect(await (await fetch(`${server.url}/health?x=1`)).json()).toEqual({ status: 'ok' });
  troubles = { outbox: 'Command timed out' };
  const response = await fetch(`${server.url}/health`);
  expect([response.status, await response.json()]).toEqual([503, { status: 'failing', outbox: 'Command timed out' }]);
  troubles = {};
});

it.each([
  ['GET', '/'],
  ['POST', '/metrics'],
])('%s %s is not found', async (method, path) => {
  expect((await fetch(`${server.url}${path}`, { method })).status).toBe(404);
});

it('a taken port is an error', async () => {
  const { port } = new URL(server.url);
  await expect(serveMetrics(served, { host: '127.0.0.1', port: Number(port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

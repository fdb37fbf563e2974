import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

import { SOURCE_NAMES } from '../sources/serve-sources.js';

export const LOOPBACK = '127.0.0.1';
const MAX_PORT = 65_535;
/** The ports end below the range that Linux assigns to outgoing connections (32,768 and up). A restarted process must find its port free. */
const FREE_FROM = 10_000;
const FREE_TO = 32_000;
const MAX_TRIES_PER_PORT = 100;
/** The ports from 1,024 up that the Fetch Standard blocks ("bad ports"). A part that listens there runs, and no `fetch` and no browser can call it. */
const BLOCKED_BY_FETCH: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

export function urlOfPort(port: number): string {
  return `http://${LOOPBACK}:${port}`;
}

/** 0: the part takes a free port when it starts. */
export interface PortPlan {
  readonly gateway: number;
  readonly gatewayMetrics: number;
  readonly control: number;
  readonly redis: number;
  readonly rpc: number;
  /** The first of `SOURCE_NAMES.length` neighbours. */
  readonly sources: number;
  readonly facilitator: number;
  readonly nodes: readonly number[];
  readonly nodeMetrics: readonly number[];
  readonly workerMetrics: readonly number[];
  readonly keeperMetrics: number;
}

export interface PortRequest {
  /** The gateway's port; 0 for free ports everywhere. */
  readonly port: number;
  readonly nodes: number;
  readonly workers: number;
}

export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';

  constructor(
    readonly port: number,
    use: string,
  ) {
    super(`port ${port} (${use}) is taken: choose another first port with --port <number>, or free ports with --port 0`);
  }
}

/**
 * Plans every port before anything starts, because a restarted process must keep its address. Throws PortTakenError,
 * and RangeError if the range exceeds the port numbers or contains a port that `fetch` blocks.
 */
export async function planPorts(request: PortRequest): Promise<PortPlan> {
  if (request.port === 0) return planFreePorts(request);
  const plan = planNeighbours(request);
  const named = namedPorts(plan);
  const blocked = named.find(([, port]) => BLOCKED_BY_FETCH.has(port));
  if (blocked !== undefined)
    throw new RangeError(`--port: browsers and fetch refuse to call port ${blocked[1]} (${blocked[0]}): choose another first port`);
  for (const [use, port] of named) await assertFree(port, use);
  return plan;
}

function planNeighbours({ port, nodes, workers }: PortRequest): PortPlan {
  let next = port;
  const take = (count: number): number => {
    const first = next;
    next += count;
    return first;
  };
  const takeEach = (count: number): number[] => Array.from({ length: count }, () => take(1));
  const plan: PortPlan = {
    gateway: take(1),
    gatewayMetrics: take(1),
    control: take(1),
    redis: take(1),
    rpc: take(2),
    sources: take(SOURCE_NAMES.length),
    facilitator: take(1),
    nodes: takeEach(nodes),
    workerMetrics: takeEach(workers),
    keeperMetrics: take(1),
    nodeMetrics: takeEach(nodes),
  };
  if (next - 1 > MAX_PORT) throw new RangeError(`--port: must leave room for ${next - port} ports below ${MAX_PORT + 1}`);
  return plan;
}

async function planFreePorts({ nodes, workers }: PortRequest): Promise<PortPlan> {
  const ports = await freePorts(4 + 2 * nodes + workers);
  const [gateway = 0, gatewayMetrics = 0, redis = 0, keeperMetrics = 0] = ports;
  return {
    gateway,
    gatewayMetrics,
    control: 0,
    redis,
    rpc: 0,
    sources: 0,
    facilitator: 0,
    nodes: ports.slice(4, 4 + nodes),
    nodeMetrics: ports.slice(4 + nodes, 4 + 2 * nodes),
    workerMetrics: ports.slice(4 + 2 * nodes),
    keeperMetrics,
  };
}

function namedPorts(plan: PortPlan): readonly (readonly [use: string, port: number])[] {
  return [
    ['gateway', plan.gateway],
    ['gateway metrics', plan.gatewayMetrics],
    ['control', plan.control],
    ['Redis', plan.redis],
    ['ledger RPC', plan.rpc],
    ['ledger subscriptions', plan.rpc + 1],
    ...SOURCE_NAMES.map((name, index) => [`source ${name}`, plan.sources + index] as const),
    ['facilitator', plan.facilitator],
    ...plan.nodes.map((port, index) => [`node ${index}`, port] as const),
    ...plan.workerMetrics.map((port, index) => [`metrics of worker ${index}`, port] as const),
    ['metrics of the keeper', plan.keeperMetrics],
    ...plan.nodeMetrics.map((port, index) => [`metrics of node ${index}`, port] as const),
  ];
}

async function listen(port: number): Promise<Server> {
  const server = createServer();
  await once(server.listen(port, LOOPBACK), 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}

async function assertFree(port: number, use: string): Promise<void> {
  try {
    await close(await listen(port));
  } catch {
    throw new PortTakenError(port, use);
  }
}

/** Holds all ports before it releases any, so that no port is returned twice. */
async function freePorts(count: number): Promise<number[]> {
  const held: { readonly port: number; readonly server: Server }[] = [];
  for (let tries = 0; held.length < count; tries += 1) {
    if (tries === count * MAX_TRIES_PER_PORT) throw new Error(`no ${count} free ports from ${FREE_FROM} to ${FREE_TO}`);
    const port = FREE_FROM + Math.floor(Math.random() * (FREE_TO - FREE_FROM));
    if (BLOCKED_BY_FETCH.has(port)) continue;
    const server = await listen(port).catch(() => null);
    if (server !== null) held.push({ port, server });
  }
  await Promise.all(held.map(({ server }) => close(server)));
  return held.map(({ port }) => port);
}

import { setTimeout as wait } from 'node:timers/promises';
import { pendingRounds } from '../settlement/settled.mjs';
import { readMetrics } from './metrics.mjs';
import { cpuOf } from './process-cpu.mjs';

const SETTLE_PATIENCE_MS = 60_000;
const POLL_MS = 200;

/**
 * CPU time of a world's processes since their start, ms, and the answers to observe that its gateways have had.
 *
 * @param {any} manifest
 * @param {readonly { pid: number, metricsUrl: string }[]} [gateways] the world's own unless told
 */
export async function usageOf(manifest, gateways = [{ pid: manifest.pids.gateway, metricsUrl: manifest.metricsUrls.gateway }]) {
  const { worker, nodes, redis } = manifest.pids;
  const [cpu, ...metrics] = await Promise.all([
    cpuOf([...gateways.map(({ pid }) => pid), ...worker, ...nodes, redis]),
    ...gateways.map(({ metricsUrl }) => readMetrics(metricsUrl)),
  ]);
  const spentMs = (pids) => pids.reduce((sum, pid) => sum + cpu.get(pid), 0);
  return {
    gatewayMs: spentMs(gateways.map(({ pid }) => pid)),
    nodesMs: spentMs(nodes),
    workerMs: spentMs(worker),
    redisMs: cpu.get(redis),
    observations: metrics.reduce((sum, read) => sum + read(/^oracle_gateway_node_seconds_count\{.*step="observe".*\} (\d+)$/gm), 0),
  };
}

/** Waits until the outbox has no pending round. */
export async function awaitNonePending(manifest) {
  const deadlineMs = performance.now() + SETTLE_PATIENCE_MS;
  while (performance.now() < deadlineMs) {
    await wait(POLL_MS);
    if ((await pendingRounds(manifest)) === 0) return;
  }
  throw new Error(`rounds still wait for their settlement after ${SETTLE_PATIENCE_MS} ms`);
}

import { readFile } from 'node:fs/promises';
import { redisCommand } from '@oracle-gateway/dev-servers';
import { readMetrics } from '../world/metrics.mjs';
import { quantile } from '../world/measurements.mjs';

const HEAP = /^nodejs_heap_size_used_bytes (\S+)$/gm;
const BYTES_PER_MIB = 1_048_576;
/** Growth from the second quarter of the time to the last: a process warms up in the first, and its heap comes and goes. */
const MOST_GROWTH = 1.15;
const SLACK_MIB = 16;
/** A record's largest, with its places in lists: what Redis keeps of a round for an hour. */
const MOST_REDIS_BYTES_A_ROUND = 4_096;

/**
 * Reads the memory of a world's processes again and again until it is stopped.
 *
 * @param {{ manifest: any, gateway: { pid: number, metricsUrl: string }, periodMs: number }} input
 * @returns {{ stop: () => Promise<readonly Sample[]> }}
 * @typedef {{ name: string, values: readonly number[] }} Sample MiB of one process' memory, or of its heap, by time
 */
export function watchGrowth({ manifest, gateway, periodMs }) {
  const processes = [
    { name: 'gateway', pid: gateway.pid, metricsUrl: gateway.metricsUrl },
    { name: 'worker', pid: manifest.pids.worker[0], metricsUrl: manifest.metricsUrls.worker },
    ...manifest.nodes.map(({ index, metricsUrl }) => ({ name: `node ${index}`, pid: manifest.pids.nodes[index], metricsUrl })),
  ];
  const samples = new Map();
  const note = (name, mib) => samples.set(name, [...(samples.get(name) ?? []), mib]);
  const read = async () => {
    await Promise.all(
      processes.map(async ({ name, pid, metricsUrl }) => {
        note(`${name}, RSS`, await rssOf(pid));
        note(`${name}, heap`, (await readMetrics(metricsUrl))(HEAP) / BYTES_PER_MIB);
      }),
    );
    note('Redis, used_memory', await redisMib(manifest));
  };
  // A reading that a busy process does not answer is left out.
  let reading = read().catch(() => undefined);
  const timer = setInterval(() => (reading = reading.then(read).catch(() => undefined)), periodMs);
  return {
    async stop() {
      clearInterval(timer);
      await reading;
      await read();
      return [...samples].map(([name, values]) => ({ name, values }));
    },
  };
}

/** Rows of a table, and the names of what is not flat. */
export function judgeGrowth(samples, { served }) {
  const rows = samples.map(({ name, values }) => {
    const quarter = Math.max(1, Math.floor(values.length / 4));
    const [first, last] = [values[0], values.at(-1)];
    // The least of a quarter is a heap after its garbage was collected.
    const middle = name.endsWith('RSS') ? 0.5 : 0;
    const [second, fourth] = [values.slice(quarter, 2 * quarter), values.slice(-quarter)].map((part) => quantile(part, middle));
    const isFlat = name.startsWith('Redis')
      ? ((last - first) * BYTES_PER_MIB) / Math.max(1, served) <= MOST_REDIS_BYTES_A_ROUND
      : fourth <= second * MOST_GROWTH + SLACK_MIB;
    return { name, first, second, fourth, last, isFlat };
  });
  return { rows, growing: rows.filter(({ isFlat }) => !isFlat).map(({ name }) => name) };
}

export async function rssOf(pid) {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1_024;
}

async function redisMib({ redisUrl }) {
  const told = String(await redisCommand(Number(new URL(redisUrl).port), 'INFO memory'));
  return Number(/used_memory:(\d+)/.exec(told)?.[1]) / BYTES_PER_MIB;
}

import type { Measurement } from './capacity-measurement.js';
import { PLANNED_SHARE, type CapacityPlan, type Load } from './plan-capacity.js';

const LAMPORTS_PER_SOL = 1e9;
const BYTES_PER_MIB = 1_048_576;
const BYTES_PER_GIB = 1_073_741_824;

/** A plan for people, a process a line. */
export function capacityText(
  load: Load,
  { basis, gateways, nodes, workers, redis, rpc, lamports }: CapacityPlan,
  { machine }: Measurement,
): string {
  const rows = [
    ['gateways', `${gateways.processes} (${rounded(gateways.cores)} cores), ${rounded(gateways.roundsUnderWay)} rounds under way`],
    ['each node', `${rounded(nodes.coresEach)} cores, ${rounded(nodes.observationsPerSecondEach)} observations a second`],
    ['workers', `${workers.processes} (${rounded(workers.cores)} cores), ${rounded(workers.transactionsPerSecond)} transactions a second`],
    [
      'Redis',
      `${rounded(redis.memoryBytes / BYTES_PER_MIB)} MiB of memory for ${rounded(redis.bytes / BYTES_PER_MIB)} MiB of records, ${rounded(redis.durableWritesPerSecond)} durable writes a second`,
    ],
    [
      "Redis' disk",
      `${rounded(redis.diskBytes / BYTES_PER_GIB)} GiB on each server: its file grows by ${rounded(redis.appendedBytesPerHour / BYTES_PER_GIB)} GiB an hour before it is written anew, and may do so for ${load.hoursWithoutRewrite} hours`,
    ],
    ['RPC servers', `${rounded(rpc.callsPerSecond)} calls a second, beside those of the nodes`],
    [
      'lamports',
      `${rounded(lamports.locked / LAMPORTS_PER_SOL)} SOL in receipts until they are closed, ${rounded(lamports.feesPerDay / LAMPORTS_PER_SOL)} SOL of fees a day`,
    ],
  ] as const;
  const { roundsPerSecond, path, mode, quorum, nodes: count, sourceMs } = load;
  return [
    `${roundsPerSecond} rounds a second of the path ${path} in mode ${mode}, quorum ${quorum} of ${count} nodes, a source of ${sourceMs} ms`,
    ...rows.map(([name, text]) => `  ${name.padEnd(11)}  ${text}`),
    `from a round of quorum ${basis.quorum}, measured on ${machine}; ${PLANNED_SHARE * 100} % of a core for each process`,
    '',
  ].join('\n');
}

/** Two significant digits below ten, whole numbers above. */
function rounded(value: number): string {
  return value >= 10 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(2)));
}

import type { Measurement } from './capacity-measurement.js';
import type { CapacityBound, BoundName } from './bounds.js';
import { PLANNED_SHARE, type DeploymentSize, type Load } from './load.js';
import type { CapacityPlan } from './plan-capacity.js';
import type { SizeForLoad } from './size-for.js';

const LAMPORTS_PER_SOL = 1e9;
const BYTES_PER_MIB = 1_048_576;
const BYTES_PER_GIB = 1_073_741_824;

const WIDEST_NAME = "a node's observing threads".length;
/** Ways to raise each bound. */
const RAISED_BY: Readonly<Record<BoundName, string>> = {
  'fetches of one origin': 'more nodes, owners or origins, or a higher limits.fetches_per_requester_and_origin of the nodes',
  "a node's main thread": 'more nodes with the same quorum (--nodes)',
  "a node's observing threads": 'more nodes with the same quorum (--nodes), or sources.threads with a core each (--node-threads)',
  'a Redis primary': 'more gateway keypairs, each with a primary (--keypairs)',
  'a paying account': 'more accounts that pay (--payers, at most 16), or more keypairs (--keypairs)',
  'a subscription': 'more owners (--owners)',
  'the treasury': 'nothing of a deployment: every round of an agent writes it',
  'the blocks of the chain': 'nothing of a deployment: others use the same blocks',
  'lamports in receipts': 'more SOL (--sol), or a shorter settle window',
  'the disk of Redis': 'more disk (--disk-gib), more keypairs, or fewer hours without a rewrite',
};

/** A plan for people, a process a line, then the bounds, the first one first. */
export function capacityText(
  { load, deployment }: { readonly load: Load; readonly deployment: DeploymentSize },
  { basis, gateways, nodes, workers, redis, rpc, lamports, bounds, breaks }: CapacityPlan,
  { machine }: Pick<Measurement, 'machine'>,
  larger: SizeForLoad,
): string {
  const { roundsPerSecond, path, mode, quorum, sourceMs } = load;
  const { nodes: count, keypairs, payers } = deployment;
  const rows = [
    ['gateways', `${gateways.processes} (${rounded(gateways.cores)} cores), ${rounded(gateways.roundsUnderWay)} rounds under way`],
    [
      'each node',
      `${rounded(nodes.coresEach)} cores, ${rounded(nodes.processCoresEach)} to plan, ${rounded(nodes.observationsPerSecondEach)} observations a second`,
    ],
    ['workers', `${workers.processes} (${rounded(workers.cores)} cores), ${rounded(workers.transactionsPerSecond)} transactions a second`],
    [
      keypairs === 1 ? 'Redis' : 'each Redis',
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
  return [
    `${roundsPerSecond} rounds a second of the path ${path} in mode ${mode}, quorum ${quorum} of ${count} nodes, a source of ${sourceMs} ms`,
    ...rows.map(([name, text]) => `  ${name.padEnd(11)}  ${text}`),
    `${keypairs} ${keypairs === 1 ? 'keypair' : 'keypairs'} with a Redis primary, ${payers} paying; what is full, and at which load:`,
    ...bounds.map((bound) => `  ${bound.name.padEnd(WIDEST_NAME)}  ${ratedAt(bound)}`),
    `from a round of quorum ${basis.quorum}, measured on ${machine}; ${PLANNED_SHARE * 100} % of a core, and of a block, for each part`,
    ...verdict(breaks, larger),
    '',
  ].join('\n');
}

function verdict(breaks: CapacityBound | null, larger: SizeForLoad): readonly string[] {
  if (breaks === null) return ['the deployment holds this load'];
  const { nodes, nodeThreads, keypairs, payers } = larger.size;
  return [
    `breaks first: ${breaks.name}, at ${ratedAt(breaks)}; raised by ${RAISED_BY[breaks.name]}`,
    larger.breaks === null
      ? `held with --nodes ${nodes} --node-threads ${nodeThreads} --keypairs ${keypairs} --payers ${payers}`
      : `held by no size: ${larger.breaks.name}, at ${ratedAt(larger.breaks)}; raised by ${RAISED_BY[larger.breaks.name]}`,
  ];
}

function ratedAt({ roundsPerSecond }: CapacityBound): string {
  return `${rounded(roundsPerSecond)} rounds a second`;
}

/** Two significant digits below ten, whole numbers above. */
function rounded(value: number): string {
  return value >= 10 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(2)));
}

import { table } from './generated-blocks.mjs';

const LAMPORTS_PER_SOL = 1e9;
const BYTES_PER_MIB = 1_048_576;
const LOADS = [10, 100, 500];
const SOURCE_MS = 250;

/** docs/capacity.md: what a round of each measured row costs. */
export function measuredTable({ MEASUREMENT: { machine, figures } }) {
  const rows = figures.map((row) => [
    row.path,
    `${row.quorum} of ${row.nodes}`,
    row.gatewayMs,
    row.observations,
    row.observationMs,
    row.workerMs,
    row.roundMs,
    rounded(row.gatewayCalls + row.workerCalls),
    row.transactions,
    row.feeLamports.toLocaleString('en-US'),
  ]);
  const heads = [
    'path',
    'quorum',
    'gateway, ms',
    'nodes asked',
    'a node, ms',
    'worker, ms',
    'latency, ms',
    'RPC calls',
    'transactions',
    'fee, lamports',
  ];
  return `${machine}; a round:\n\n${table(heads, rows)}`;
}

/** docs/capacity.md: what the calculator says of some loads. */
export function loadsTable({ MEASUREMENT, planCapacity }) {
  const rows = MEASUREMENT.figures.flatMap(({ path, quorum, nodes }) =>
    LOADS.map((roundsPerSecond) => {
      const plan = planCapacity({ roundsPerSecond, path, quorum, nodes, sourceMs: SOURCE_MS }, MEASUREMENT);
      return [
        roundsPerSecond,
        path,
        `${quorum} of ${nodes}`,
        plan.gateways.processes,
        rounded(plan.nodes.coresEach),
        plan.workers.processes,
        rounded(plan.redis.bytes / BYTES_PER_MIB),
        rounded(plan.rpc.callsPerSecond),
        rounded(plan.lamports.locked / LAMPORTS_PER_SOL),
        rounded(plan.lamports.feesPerDay / LAMPORTS_PER_SOL),
      ];
    }),
  );
  const heads = [
    'rounds a second',
    'path',
    'quorum',
    'gateways',
    'cores of a node',
    'workers',
    'Redis, MiB',
    'RPC calls a second',
    'SOL in receipts',
    'SOL of fees a day',
  ];
  return `With a source of ${SOURCE_MS} ms:\n\n${table(heads, rows)}`;
}

/** Two significant digits below ten, whole numbers above. */
function rounded(value) {
  return value >= 10 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(2)));
}

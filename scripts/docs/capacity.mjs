import { table } from './generated-blocks.mjs';

const LAMPORTS_PER_SOL = 1e9;
const BYTES_PER_MIB = 1_048_576;
const BYTES_PER_GIB = 1_073_741_824;
const HOURS_WITHOUT_REWRITE = 6;
const LOADS = [10, 100, 500];
const SOURCE_MS = 250;
const MILLION = 1e6;
const MS_PER_HOUR = 3_600_000;

/** docs/capacity.md: what a round of each measured row costs. */
export function measuredTable({ MEASUREMENT: { machine, rows: measured } }) {
  const rows = measured.map((row) => [
    row.path,
    row.mode,
    `${row.quorum} of ${row.nodes}`,
    row.perSecond,
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
    'mode',
    'quorum',
    'rounds/s',
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

/** docs/capacity.md: what one machine serves by its cores. */
export function coresTable({ MEASUREMENT: { machine, cores } }) {
  const rows = cores.map((row) => [row.cores, row.mode, row.perSecond, row.roundMs, row.loadedRoundMs]);
  const heads = ['cores', 'mode', 'rounds/s', 'latency of one at a time, ms', 'latency at that rate, ms'];
  return `${machine}; subscription, quorum 3 of 5:\n\n${table(heads, rows)}`;
}

/** docs/capacity.md: what the calculator says of some loads. */
export function loadsTable({ MEASUREMENT, planCapacity }) {
  const rows = MEASUREMENT.rows.flatMap(({ path, mode, quorum, nodes }) =>
    LOADS.map((roundsPerSecond) => {
      const plan = planCapacity(
        { roundsPerSecond, path, mode, quorum, nodes, sourceMs: SOURCE_MS, hoursWithoutRewrite: HOURS_WITHOUT_REWRITE },
        MEASUREMENT,
      );
      return [
        roundsPerSecond,
        path,
        mode,
        `${quorum} of ${nodes}`,
        plan.gateways.processes,
        rounded(plan.nodes.coresEach),
        plan.workers.processes,
        rounded(plan.redis.memoryBytes / BYTES_PER_MIB),
        rounded(plan.redis.diskBytes / BYTES_PER_GIB),
        rounded(plan.rpc.callsPerSecond),
        rounded(plan.lamports.locked / LAMPORTS_PER_SOL),
        rounded(plan.lamports.feesPerDay / LAMPORTS_PER_SOL),
      ];
    }),
  );
  const heads = [
    'rounds a second',
    'path',
    'mode',
    'quorum',
    'gateways',
    'cores of a node',
    'workers',
    'Redis, MiB of memory',
    'Redis, GiB of disk',
    'RPC calls a second',
    'SOL in receipts',
    'SOL of fees a day',
  ];
  return `With a source of ${SOURCE_MS} ms, and ${HOURS_WITHOUT_REWRITE} hours of disk without a rewrite:\n\n${table(heads, rows)}`;
}

/** docs/capacity.md: what a million rounds of each measured row cost the operators. */
export function millionTable({ MEASUREMENT: { rows: measured } }) {
  const hours = (msOfRound) => rounded((msOfRound * MILLION) / MS_PER_HOUR);
  const rows = measured.map((row) => [
    row.path,
    row.mode,
    `${row.quorum} of ${row.nodes}`,
    hours(row.gatewayMs),
    hours(row.observations * row.observationMs),
    hours(row.workerMs),
    rounded((row.feeLamports * MILLION) / LAMPORTS_PER_SOL),
  ]);
  const heads = ['path', 'mode', 'quorum', 'gateway, core hours', 'all nodes, core hours', 'worker, core hours', 'fees, SOL'];
  return `A million rounds:\n\n${table(heads, rows)}`;
}

/** Two significant digits below ten, whole numbers above. */
function rounded(value) {
  return value >= 10 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(2)));
}

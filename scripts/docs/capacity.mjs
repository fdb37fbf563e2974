import { table } from './generated-blocks.mjs';

const LAMPORTS_PER_SOL = 1e9;
const BYTES_PER_MIB = 1_048_576;
const BYTES_PER_GIB = 1_073_741_824;
const HOURS_WITHOUT_REWRITE = 6;
const LOADS = [10, 100, 500];
const SOURCE_MS = 250;
const MILLION = 1e6;
const MS_PER_HOUR = 3_600_000;
/** Loads of the table of sizes; Solana's blocks end between them. */
const SIZES = [100, 500, 1_000, 2_000, 5_000, 10_000];
const OWNERS = 1_000;
const ONE = { nodeThreads: 4, keypairs: 1, payers: 1, sol: null, diskGib: null };
const SPREAD = { owners: OWNERS, sources: null, origins: 1, sourceMs: SOURCE_MS, hoursWithoutRewrite: HOURS_WITHOUT_REWRITE };

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
      const plan = planCapacity({ ...SPREAD, roundsPerSecond, path, mode, quorum }, { ...ONE, nodes }, MEASUREMENT);
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
        plan.breaks === null ? '' : `${plan.breaks.name}, ${rounded(plan.breaks.roundsPerSecond)}`,
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
    'breaks first, at rounds a second',
  ];
  return `With a source of ${SOURCE_MS} ms, ${OWNERS.toLocaleString('en-US')} owners, one keypair with one account that pays, and ${HOURS_WITHOUT_REWRITE} hours of disk without a rewrite:\n\n${table(heads, rows)}`;
}

/** docs/capacity.md: figures that are measured once for all rows. */
export function sharesTable({ MEASUREMENT: { shares, settlementUnits }, CHAIN }) {
  const percent = (share) => `${Math.round(share * 100)} %`;
  const units = (value) => value.toLocaleString('en-US');
  const rows = [
    ["a node's main thread, of an observation", percent(shares.mainThreadOfObservation), '`node bench/capacity.mjs --only shares`'],
    ['a fetch, of an observation', percent(shares.fetchOfObservation), '`node bench/one-source.mjs`'],
    ['Redis, beside the gateway', percent(shares.redisOfGateway), '`node bench/capacity.mjs --only shares`'],
    ['compute units of a subscription’s round', units(settlementUnits.subscription), '`node bench/settlement-payers.mjs`'],
    ['compute units of an agent’s round', units(settlementUnits.agent), '`node bench/settlement-payers.mjs`'],
    ['compute units of a block, each 400 ms', units(CHAIN.blockUnits), 'Agave 2.2 and later, `block_cost_limits.rs`'],
    ['… of the transactions that write one account', units(CHAIN.accountUnits), 'the same; 24,000,000 in Agave 4.3'],
  ];
  return table(['figure', 'value', 'from'], rows);
}

/** docs/capacity.md: at which load each part of a small deployment is full. */
export function boundsTable({ MEASUREMENT, planCapacity }) {
  const rows = Object.keys(MEASUREMENT.recordBytes).flatMap((path) => {
    const load = { ...SPREAD, owners: 8, roundsPerSecond: 1, path, mode: 'exact', quorum: 3 };
    return planCapacity(load, { ...ONE, nodes: 5 }, MEASUREMENT).bounds.map(({ name, roundsPerSecond }, place) => [
      place === 0 ? path : '',
      name,
      rounded(roundsPerSecond),
    ]);
  });
  return `Quorum 3 of 5 nodes of 4 threads, one keypair with one account that pays, 8 owners, a source of ${SOURCE_MS} ms for each round:\n\n${table(['path', 'what is full', 'at rounds a second'], rows)}`;
}

/** docs/capacity.md: the least deployment for each load, by what settles it. */
export function sizesTable({ MEASUREMENT, planCapacity, sizeFor }) {
  const ofRoots = { ...MEASUREMENT, settlementUnits: { ...MEASUREMENT.settlementUnits, subscription: 0 } };
  const rows = SIZES.map((roundsPerSecond) => {
    const load = { ...SPREAD, roundsPerSecond, path: 'subscription', mode: 'exact', quorum: 3 };
    const now = sizeFor(load, { ...ONE, nodes: 5 }, MEASUREMENT);
    const isHeld = now.breaks === null;
    const measurement = isHeld ? MEASUREMENT : ofRoots;
    const { size, breaks } = isHeld ? now : sizeFor(load, { ...ONE, nodes: 5 }, ofRoots);
    const plan = planCapacity(load, size, measurement);
    return [
      roundsPerSecond.toLocaleString('en-US'),
      isHeld ? 'each round' : 'roots',
      size.nodes,
      rounded(plan.nodes.processCoresEach),
      size.keypairs,
      isHeld ? size.payers : 1,
      plan.gateways.processes,
      plan.workers.processes,
      rounded(plan.redis.memoryBytes / BYTES_PER_GIB),
      rounded(plan.redis.diskBytes / BYTES_PER_GIB),
      isHeld ? rounded(plan.lamports.locked / LAMPORTS_PER_SOL) : 'see below',
      breaks === null ? '' : `${breaks.name}, ${rounded(breaks.roundsPerSecond)}`,
    ];
  });
  const heads = [
    'rounds a second',
    'settled by',
    'nodes',
    'cores of a node',
    'keypairs and primaries',
    'paying, each',
    'gateways',
    'workers',
    'memory of a primary, GiB',
    'disk of a primary, GiB',
    'SOL in receipts',
    'breaks all the same, at',
  ];
  return `Subscription, mode exact, quorum 3, ${OWNERS.toLocaleString('en-US')} owners, a source of ${SOURCE_MS} ms for each round:\n\n${table(heads, rows)}`;
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

import { rentLamports } from '@oracle-gateway/ledger';
import { CLOSE_MARGIN_SECONDS } from '@oracle-gateway/protocol/internal';
import { ACCOUNT_BYTES } from '@oracle-gateway/protocol/accounts';
import { boundsOf, type CapacityBound } from './bounds.js';
import type { CapacityRow, Measurement, RecordBytes } from './capacity-measurement.js';
import { PLANNED_SHARE, type DeploymentSize, type Load } from './load.js';

/** Machines and money that a load takes. Cores are those of the machine of the measurement. */
export interface CapacityPlan {
  /** The measured row that the plan is made from. */
  readonly basis: CapacityRow;
  readonly gateways: { readonly cores: number; readonly processes: number; readonly roundsUnderWay: number };
  readonly nodes: { readonly coresEach: number; readonly processCoresEach: number; readonly observationsPerSecondEach: number };
  readonly workers: { readonly cores: number; readonly processes: number; readonly transactionsPerSecond: number };
  readonly redis: RedisPlan;
  readonly rpc: { readonly callsPerSecond: number };
  readonly lamports: { readonly locked: number; readonly feesPerDay: number };
  /** The parts of the deployment that are full at some load, the first one first. */
  readonly bounds: readonly CapacityBound[];
  /** The first bound, where it is below the load. */
  readonly breaks: CapacityBound | null;
}

/** Redis, on each server of each keypair's primary. */
interface RedisPlan {
  /** Bytes of the records. */
  readonly bytes: number;
  /** The memory to plan. */
  readonly memoryBytes: number;
  readonly durableWritesPerSecond: number;
  /** Growth of the append-only file. */
  readonly appendedBytesPerHour: number;
  /** The disk to plan. */
  readonly diskBytes: number;
}

/** Default of `rounds.max_concurrent`: rounds that one gateway process has under way. */
const PLACES_OF_A_PROCESS = 64;
/** Reserve and commit. */
const DURABLE_WRITES = 2;
/** Default of `settlement.settle_interval_seconds`: the longest wait of a due round. */
const WAITING_SECONDS = 10;
/** Seconds for which the outbox keeps the result of a round after its settlement. */
const KEPT_SECONDS = 3_600;
/** Rent of a receipt. It comes back once the settle window is over. */
const RECEIPT_LAMPORTS = Number(rentLamports(ACCOUNT_BYTES.roundReceipt));
/** Default of the program's settle window, with the time until a receipt may be closed. */
const LOCKED_SECONDS = 21_600 + Number(CLOSE_MARGIN_SECONDS);
const SECONDS_PER_DAY = 86_400;
const SECONDS_PER_HOUR = 3_600;
/** Redis' own overhead, and the pages that a rewrite copies, beside the records. */
const MEMORY_FACTOR = 2;
/** The file begins with its records, grows by as much at auto-aof-rewrite-percentage 100, and is then written anew beside itself. */
const DISK_FACTOR = 3;
/** Default of auto-aof-rewrite-min-size. */
const MIN_REWRITE_BYTES = 64 * 1_048_576;

/**
 * Plans processes, Redis, RPC calls and lamports for a load, from what was measured, and names what the deployment does not hold. The row of the next larger measured quorum is the basis; where
 * a path was not measured at that quorum or in that mode, its own part is added to the row of the first path.
 *
 * @throws RangeError naming what was not measured
 */
export function planCapacity(load: Load, deployment: DeploymentSize, measurement: Measurement): CapacityPlan {
  const { roundsPerSecond, path, sourceMs } = load;
  const { nodes, keypairs } = deployment;
  const bytes = measurement.recordBytes[path];
  if (bytes === undefined) throw new RangeError(`path: must be one of ${Object.keys(measurement.recordBytes).join(', ')}`);
  const appended = measurement.appendedBytes[path];
  if (appended === undefined) throw new RangeError('path: its bytes on disk were not measured');
  const basis = basisOf(load, measurement.rows);
  const coresOf = (ms: number): number => (roundsPerSecond * ms) / 1_000;
  const gatewayCores = coresOf(basis.gatewayMs);
  const workerCores = coresOf(basis.workerMs);
  const roundsUnderWay = (roundsPerSecond * (basis.roundMs + sourceMs)) / 1_000;
  const observationsPerSecondEach = (roundsPerSecond * basis.observations) / nodes;
  const coresEach = (observationsPerSecondEach * basis.observationMs) / 1_000;
  const redis = planRedis({ ...load, roundsPerSecond: roundsPerSecond / keypairs }, { bytes, appended });
  const lockedLamports = basis.transactions === 0 ? 0 : LOCKED_SECONDS * RECEIPT_LAMPORTS;
  const diskBytes = (redis.diskBytes * keypairs) / roundsPerSecond;
  const bounds = boundsOf({ load, deployment, basis, measurement, lockedLamports, diskBytes });
  return {
    basis,
    gateways: {
      cores: gatewayCores,
      processes: Math.max(keypairs, processesFor(gatewayCores, roundsUnderWay)),
      roundsUnderWay,
    },
    nodes: { coresEach, processCoresEach: coresEach / PLANNED_SHARE, observationsPerSecondEach },
    // A path that no transaction settles needs no worker.
    workers: {
      cores: workerCores,
      processes: basis.transactions === 0 ? 0 : Math.max(keypairs, processesFor(workerCores)),
      transactionsPerSecond: roundsPerSecond * basis.transactions,
    },
    redis,
    rpc: { callsPerSecond: roundsPerSecond * (basis.gatewayCalls + basis.workerCalls) },
    lamports: {
      locked: roundsPerSecond * lockedLamports,
      feesPerDay: roundsPerSecond * SECONDS_PER_DAY * basis.feeLamports,
    },
    bounds,
    breaks: bounds.find((bound) => bound.roundsPerSecond < roundsPerSecond) ?? null,
  };
}

function planRedis(
  { roundsPerSecond, hoursWithoutRewrite }: Load,
  { bytes, appended }: { readonly bytes: RecordBytes; readonly appended: number },
): RedisPlan {
  const recordBytes = roundsPerSecond * (bytes.waiting * WAITING_SECONDS + bytes.kept * KEPT_SECONDS);
  const appendedBytesPerHour = roundsPerSecond * appended * SECONDS_PER_HOUR;
  return {
    bytes: recordBytes,
    memoryBytes: recordBytes * MEMORY_FACTOR,
    durableWritesPerSecond: roundsPerSecond * DURABLE_WRITES,
    appendedBytesPerHour,
    diskBytes: Math.max(recordBytes, MIN_REWRITE_BYTES) * DISK_FACTOR + appendedBytesPerHour * hoursWithoutRewrite,
  };
}

function processesFor(cores: number, roundsUnderWay = 0): number {
  return Math.max(1, Math.ceil(cores / PLANNED_SHARE), Math.ceil(roundsUnderWay / PLACES_OF_A_PROCESS));
}

function basisOf({ path, mode, quorum }: Load, rows: readonly CapacityRow[]): CapacityRow {
  const own = rowsOf({ path, mode }, rows);
  const exact = own.find((row) => row.quorum >= quorum);
  if (exact !== undefined) return exact;
  const [first] = rows;
  const largest = own.at(-1) ?? rows.findLast((row) => row.path === path);
  if (largest === undefined || first === undefined) throw new RangeError('path: was not measured');
  const others = rowsOf({ path: first.path, mode }, rows);
  const wide = others.find((row) => row.quorum >= quorum);
  if (wide === undefined) throw new RangeError(`quorum: was measured up to ${others.at(-1)?.quorum ?? 0} in mode ${mode}`);
  const beside = rowsOf({ path: first.path, mode: largest.mode }, rows).find((row) => row.quorum === largest.quorum);
  if (beside === undefined) throw new RangeError('path: was not measured beside another path');
  const added = (cost: (row: CapacityRow) => number): number => Math.max(0, cost(wide) + cost(largest) - cost(beside));
  return {
    path,
    mode,
    nodes: wide.nodes,
    quorum: wide.quorum,
    gatewayMs: added((row) => row.gatewayMs),
    observationMs: added((row) => row.observationMs),
    workerMs: added((row) => row.workerMs),
    observations: wide.observations,
    roundMs: added((row) => row.roundMs),
    perSecond: Math.min(wide.perSecond, largest.perSecond),
    gatewayCalls: added((row) => row.gatewayCalls),
    workerCalls: added((row) => row.workerCalls),
    transactions: largest.transactions,
    feeLamports: added((row) => row.feeLamports),
  };
}

/** By quorum, the smallest first. */
function rowsOf({ path, mode }: Pick<Load, 'path' | 'mode'>, rows: readonly CapacityRow[]): readonly CapacityRow[] {
  return rows.filter((row) => row.path === path && row.mode === mode).sort((one, other) => one.quorum - other.quorum);
}

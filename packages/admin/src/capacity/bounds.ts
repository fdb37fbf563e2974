import type { CapacityRow, Measurement } from './capacity-measurement.js';
import { PLANNED_SHARE, type DeploymentSize, type Load } from './load.js';

/** A part of a deployment that is full at some load. */
export interface CapacityBound {
  readonly name: BoundName;
  /** The load at which the part is as full as it is planned to be. */
  readonly roundsPerSecond: number;
}

/** Name of a bound of a plan. */
export type BoundName =
  | 'fetches of one origin'
  | "a node's main thread"
  | "a node's observing threads"
  | 'a Redis primary'
  | 'a paying account'
  | 'a subscription'
  | 'the treasury'
  | 'the blocks of the chain'
  | 'lamports in receipts'
  | 'the disk of Redis';

export interface BoundsInput {
  readonly load: Load;
  readonly deployment: DeploymentSize;
  readonly basis: CapacityRow;
  readonly measurement: Measurement;
  /** Lamports that a round a second locks, and bytes of disk that it takes on each server of a primary. */
  readonly lockedLamports: number;
  readonly diskBytes: number;
}

/**
 * Blocks of Solana: a slot, the compute units of a block, and those of the transactions that write one account. Agave 2.2 to 4.2; 4.3 lets
 * 24,000,000 write one account.
 */
export const CHAIN = { slotMs: 400, blockUnits: 60_000_000, accountUnits: 12_000_000 } as const;
/** Default of a node's `limits.fetches_per_requester_and_origin`. */
const FETCHES_OF_ONE_ORIGIN = 16;
/** Gateways floor stamps to these: rounds of one source and step share a fetch of a node. */
const STEPS_PER_SECOND = 10;
const MS_PER_SECOND = 1_000;
const LAMPORTS_PER_SOL = 1e9;
const BYTES_PER_GIB = 1_073_741_824;

/** Every part of the deployment that is full at some load, the first one first. Gateways and workers are not: they are added. */
export function boundsOf(input: BoundsInput): readonly CapacityBound[] {
  const { deployment, basis, measurement } = input;
  const { nodes, nodeThreads, keypairs, sol, diskGib } = deployment;
  const { shares } = measurement;
  const observationsOfANode = basis.observations / nodes;
  const mainMs = basis.observationMs * shares.mainThreadOfObservation;
  const saved = shares.fetchOfObservation * (1 - fetchesOfARound(input) / basis.observations);
  const observingMs = Math.max(0, basis.observationMs * (1 - saved) - mainMs);
  const bounds: readonly CapacityBound[] = [
    { name: 'fetches of one origin', roundsPerSecond: untilFetchesWait(input) },
    { name: "a node's main thread", roundsPerSecond: perCore(mainMs * observationsOfANode) },
    { name: "a node's observing threads", roundsPerSecond: nodeThreads * perCore(observingMs * observationsOfANode) },
    { name: 'a Redis primary', roundsPerSecond: keypairs * perCore(shares.redisOfGateway * gatewayMsOfShares(measurement)) },
    ...boundsOfChain(input),
    ...(sol === null ? [] : [{ name: 'lamports in receipts', roundsPerSecond: (sol * LAMPORTS_PER_SOL) / input.lockedLamports } as const]),
    ...(diskGib === null
      ? []
      : [{ name: 'the disk of Redis', roundsPerSecond: (keypairs * diskGib * BYTES_PER_GIB) / input.diskBytes } as const]),
  ];
  return bounds
    .filter(({ roundsPerSecond }) => roundsPerSecond !== Infinity)
    .toSorted((one, other) => one.roundsPerSecond - other.roundsPerSecond);
}

/** Transactions that write one account share its part of each block. */
function boundsOfChain({
  load,
  deployment: { keypairs, payers },
  measurement: { settlementUnits },
}: BoundsInput): readonly CapacityBound[] {
  const units = settlementUnits[load.path] ?? 0;
  if (units === 0) return [];
  const perSecond = (blockUnits: number): number => (blockUnits * PLANNED_SHARE * MS_PER_SECOND) / CHAIN.slotMs / units;
  const ofAnAccount = perSecond(CHAIN.accountUnits);
  return [
    { name: 'a paying account', roundsPerSecond: keypairs * payers * ofAnAccount },
    load.path === 'agent'
      ? { name: 'the treasury', roundsPerSecond: ofAnAccount }
      : { name: 'a subscription', roundsPerSecond: load.owners * ofAnAccount },
    { name: 'the blocks of the chain', roundsPerSecond: perSecond(CHAIN.blockUnits) },
  ];
}

/** Rounds a second of a part that spends so many milliseconds of one core on each. */
function perCore(ms: number): number {
  return ms === 0 ? Infinity : (MS_PER_SECOND * PLANNED_SHARE) / ms;
}

/** CPU milliseconds of the gateway beside which the primary was measured: the first row. A primary does much the same for every round. */
function gatewayMsOfShares({ rows }: Measurement): number {
  return rows[0]?.gatewayMs ?? 0;
}

/** Fetches that all rounds of one node have in a second, if each source has a fetch in each step at most; Infinity without a shared source. */
function mostFetchesPerSecond({ load: { sources }, deployment: { keypairs } }: BoundsInput): number {
  return sources === null ? Infinity : sources * keypairs * STEPS_PER_SECOND;
}

/** Fetches of all nodes for one round: rounds that fall into a step by chance share one. */
function fetchesOfARound(input: BoundsInput): number {
  const { load, deployment, basis } = input;
  const most = mostFetchesPerSecond(input);
  if (most === Infinity) return basis.observations;
  const asked = (load.roundsPerSecond * basis.observations) / deployment.nodes;
  return (basis.observations * most * (1 - Math.exp(-asked / most))) / asked;
}

/** The load at which an owner's fetches of one origin at a node are all under way; owners and origins share the load evenly. */
function untilFetchesWait(input: BoundsInput): number {
  const { load, deployment, basis } = input;
  if (load.sourceMs === 0) return Infinity;
  const room = (FETCHES_OF_ONE_ORIGIN * load.owners * load.origins * MS_PER_SECOND) / load.sourceMs;
  const most = mostFetchesPerSecond(input);
  if (room >= most) return Infinity;
  const asked = most === Infinity ? room : -most * Math.log(1 - room / most);
  return (asked * deployment.nodes) / basis.observations;
}

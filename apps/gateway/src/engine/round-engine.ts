import type { Tenant } from '@oracle-gateway/fair-share';
import { setMaxListeners } from 'node:events';
import { type DryRun, type DryRunOutcome, dryRun } from './dry-run/dry-run.js';
import type { AdmittedRound } from './model/admitted-round.js';
import { createCapacity, type Capacity } from './model/capacity.js';
import type { RoundPorts } from './model/round-ports.js';
import { type PathService, type RoundService, serveRound } from './serving/serve-round.js';
import { GatewayError } from '../errors/gateway-error.js';
import { traceRound, withDeadline } from '@oracle-gateway/process';

/** Serves rounds with the oracle nodes: every path to pay is a policy and a conclusion over it. */
export interface RoundEngine {
  /** Serves the rounds of one path: confirm, reserve, run, conclude (docs/architecture.md#the-states-of-its-record). */
  serve<Round extends AdmittedRound, Answer>(service: PathService<Round, Answer>): RoundService<Round, Answer>;
  /** Checks a source as a round would. */
  dryRun(input: DryRun, asked: { readonly clientGone: AbortSignal }): Promise<DryRunOutcome>;
  /** Throws what a round of the tenant would be refused with now; without a tenant it is asked whether any place is free. */
  readonly requireRoom: (tenant?: Tenant) => void;
  readonly inFlight: () => number;
  readonly isDraining: () => boolean;
  /** Aborted when rounds under way must end. */
  readonly ending: AbortSignal;
  /** Refuses new rounds, waits up to `graceMs` for those under way, then ends them: one and a half seconds more at most. */
  drain(graceMs: number): Promise<void>;
}

export function createRoundEngine(ports: RoundPorts): RoundEngine {
  const { maxConcurrent: max, failingPerMinute } = ports.settings;
  const capacity = createCapacity({ max, failingPerMinute, events: ports.events, monotonicMs: ports.clock.monotonicMs });
  const shutdown = new AbortController();
  const { signal: ending } = shutdown;
  // Every round under way listens; Node would take more than ten listeners for a leak.
  setMaxListeners(0, ending);
  return {
    serve:
      (service) =>
      (round, { requestId, clientGone }) =>
        traceRound(round, () => serveRound({ round: { ...round, requestId }, capacity, clientGone, ending }, service, ports)).catch(
          (error: unknown) => {
            throw error instanceof GatewayError ? error.ofRound(round) : error;
          },
        ),
    dryRun: (input, { clientGone }) => dryRun(input, { clientGone, ending }, ports),
    requireRoom: capacity.requireRoom,
    inFlight: capacity.inFlight,
    isDraining: capacity.isDraining,
    ending,
    drain: (graceMs) => drainRounds(capacity, shutdown, graceMs),
  };
}

/** Time for rounds that were ended to give back what they hold. */
const ENDING_MS = 1_500;

/** Refuses new rounds and waits up to `graceMs` for the running ones; then ends them, and waits for that for at most one and a half seconds. */
export async function drainRounds(capacity: Capacity, shutdown: AbortController, graceMs: number): Promise<void> {
  const drained = capacity.drain();
  const isInTime = await withDeadline(drained, graceMs);
  shutdown.abort();
  if (!isInTime) await withDeadline(drained, ENDING_MS);
}

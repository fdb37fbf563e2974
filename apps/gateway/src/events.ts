import type { Logger } from 'pino';
import type { ErrorCode } from './errors.js';
import type { Metrics } from './metrics.js';
import type { NodeCallContext, NodeFault, NodeStep } from './nodes/node-call-error.js';
import type { NodeHealth } from './nodes/node-health.js';

/** What happens in the gateway: one function per event, which writes the log line and moves the counters together. */
export interface Events {
  nodeAnswered(nodeIndex: number, step: NodeStep, seconds: number): void;
  /** Names a node (protocol §4, step 4). */
  nodeFault(context: NodeCallContext & { readonly roundId?: string }): void;
  roundCompleted(round: {
    readonly roundId: string;
    readonly path: string;
    readonly signers: readonly number[];
    readonly attempt: number;
    readonly seconds: number;
  }): void;
  roundFailed(round: {
    readonly path: string;
    readonly roundId: string;
    readonly code: ErrorCode;
    readonly seconds: number;
    readonly detail: string;
  }): void;
  /** A record could not be moved or the queue not be woken; the sweeps repair both. */
  outboxTrouble(trouble: { readonly roundId: string; readonly action: 'fail' | 'wake'; readonly cause: unknown }): void;
  /** Reservations of dead processes could not be ended this time. */
  sweepFailed(cause: unknown): void;
  httpAnswered(answer: {
    readonly operation: string;
    readonly status: number;
    readonly code?: string;
    readonly requestId: string;
    readonly client: string;
    readonly seconds: number;
  }): void;
  /** A fault of ours: the cause goes to the log and nowhere else. */
  internalError(error: unknown, requestId: string): void;
}

/** A source that fails, secrets that do not serve, or a value that moved between two reads. */
const SAYS_NOTHING_OF_THE_NODE: ReadonlySet<NodeFault> = new Set(['upstream', 'sealed', 'dissent']);

export function createEvents(deps: { readonly logger: Logger; readonly metrics: Metrics; readonly health: NodeHealth }): Events {
  const { logger, metrics, health } = deps;
  return {
    nodeAnswered(nodeIndex, step, seconds) {
      metrics.nodeSeconds.observe({ node: nodeIndex, step }, seconds);
    },
    nodeFault(context) {
      if (!SAYS_NOTHING_OF_THE_NODE.has(context.fault)) health.recordFailure(context.nodeIndex);
      metrics.nodeFaults.inc({ node: context.nodeIndex, step: context.step, fault: context.fault });
      // The terms are a stranger's words; JSON leaves out what is undefined.
      logger.warn({ ...context, sourceTerms: undefined }, 'node fault');
    },
    roundCompleted(round) {
      for (const nodeIndex of round.signers) health.recordSuccess(nodeIndex);
      metrics.rounds.inc({ path: round.path, outcome: 'completed' });
      metrics.roundSeconds.observe({ path: round.path }, round.seconds);
      logger.info(round, 'round completed');
    },
    roundFailed(round) {
      metrics.rounds.inc({ path: round.path, outcome: round.code });
      logger.warn(round, 'round failed');
    },
    outboxTrouble({ roundId, action, cause }) {
      metrics.outboxTroubles.inc({ action });
      logger.error({ roundId, action, err: cause }, 'outbox trouble');
    },
    sweepFailed(cause) {
      metrics.outboxTroubles.inc({ action: 'sweep' });
      logger.error({ err: cause }, 'reservation sweep failed');
    },
    httpAnswered(answer) {
      metrics.httpRequests.inc({ operation: answer.operation, status: answer.status });
      metrics.httpSeconds.observe({ operation: answer.operation }, answer.seconds);
      logger.debug(answer, 'answered');
    },
    internalError(error, requestId) {
      logger.error({ err: error, requestId }, 'internal error');
    },
  };
}

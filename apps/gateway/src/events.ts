import type { Logger } from 'pino';
import type { ErrorCode } from './errors.js';
import type { Metrics } from './metrics.js';
import type { CallPace } from './nodes/call-pace.js';
import type { NodeCallContext, NodeStep } from './nodes/node-call-error.js';
import type { NodeHealth } from './nodes/node-health.js';

/** What happens in the gateway: one function per event, which writes the log line and moves the counters together. */
export interface Events {
  nodeAnswered(nodeIndex: number, step: NodeStep, seconds: number): void;
  /** Names a node (protocol §4, step 4). */
  nodeFault(context: NodeCallContext & { readonly roundId?: string }): void;
  /** A node gave no nonce commitments in advance; its rounds take two exchanges meanwhile. */
  stockNotFilled(context: NodeCallContext): void;
  roundCompleted(round: {
    readonly roundId: string;
    readonly path: string;
    readonly signers: readonly number[];
    readonly exchanges: 1 | 2;
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

export function createEvents(deps: {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly health: NodeHealth;
  readonly pace: Pick<CallPace, 'record'>;
}): Events {
  const { logger, metrics, health, pace } = deps;
  return {
    nodeAnswered(nodeIndex, step, seconds) {
      pace.record(nodeIndex, step, seconds * 1_000);
      metrics.nodeSeconds.observe({ node: nodeIndex, step }, seconds);
    },
    nodeFault(context) {
      // A source that fails, or a value that moved between two reads, says nothing about the node.
      if (context.fault !== 'upstream' && context.fault !== 'dissent') health.recordFailure(context.nodeIndex);
      metrics.nodeFaults.inc({ node: context.nodeIndex, step: context.step, fault: context.fault });
      logger.warn({ ...context }, 'node fault');
    },
    stockNotFilled(context) {
      // Not held against the node: it may be an older one, which serves rounds all the same.
      metrics.nodeFaults.inc({ node: context.nodeIndex, step: context.step, fault: context.fault });
      logger.info({ ...context }, 'no commitments in advance');
    },
    roundCompleted(round) {
      metrics.signedRounds.inc({ exchanges: round.exchanges });
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

import { SOURCE_RULES } from '@oracle-gateway/node-api';
import type { Logger } from 'pino';
import type { OutboxStatistics, RoundState } from '@oracle-gateway/outbox';
import { signersOf } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import type { EngineEvents } from '../engine/index.js';
import type { GatewayError } from '../errors/gateway-error.js';
import { createAnswerLog, roundOfAnswer } from './answer-log.js';
import type { FACILITATOR_STEPS, Metrics, OUTBOX_ACTIONS } from './metrics.js';
import type { NameSources } from './name-sources.js';

/** Names the round that a line is about, and the request that it is served for. */
export type RoundOfLine = Pick<Parameters<EngineEvents['nodeFault']>[0], 'roundId' | 'requestId'>;

export interface PaymentConclusion extends PaymentOutcome {
  readonly roundId: string;
  readonly requestId?: string | undefined;
  readonly by: 'request' | 'sweep';
}

export interface PaymentOutcome {
  readonly outcome: 'paid' | 'unpaid' | 'unknown';
  readonly reason?: string;
  readonly words?: string;
}

export interface FacilitatorEvents {
  /** The facilitator did not answer, or not usably; `words` are its own or its connection's, and for no caller. */
  facilitatorTrouble(step: (typeof FACILITATOR_STEPS)[number], words: string, ofRound?: RoundOfLine): void;
  /** The facilitator has told what it supports. */
  facilitatorAnswered(): void;
}

/** Events of the gateway: one function per event, which writes the log line and moves the counters together. */
export interface Events extends EngineEvents, FacilitatorEvents {
  /** A dry run was answered; `outcome` is `would_sign`, or the code of the reason why nothing would be. */
  dryRunAnswered(dryRun: { readonly isKnown: boolean; readonly outcome: string }): void;
  /** A record could not change its state or the queue not be woken; the sweeps repair both. */
  outboxTrouble(trouble: {
    readonly roundId: string;
    readonly requestId?: string | undefined;
    readonly action: Exclude<(typeof OUTBOX_ACTIONS)[number], 'sweep' | 'contradiction'>;
    readonly cause: unknown;
  }): void;
  /**
   * The outcome of a payment, reported by the request that asked for it or by the sweep that found it. `words` are the facilitator's own:
   * they are for the log alone.
   */
  paymentConcluded(payment: PaymentConclusion): void;
  /** The facilitator would not settle a payment; `words` are its own, for the log alone. Nothing was reserved. */
  paymentRefused(refusal: RoundOfLine & { readonly reason: string; readonly words: string }): void;
  /** The ledger has told two processes different things. */
  paymentContradicted(payment: RoundOfLine & { readonly found: 'paid' | 'unpaid'; readonly recorded: RoundState }): void;
  /** The ledger has a payment after all that was given up: its server forgets, or lagged behind for long. */
  paymentOverturned(payment: RoundOfLine & { readonly signature: string }): void;
  /** Calls of the ledger's server that one sweep of payments took. */
  paymentCalls(calls: number): void;
  /** Payments without a conclusion, of all processes of the keypair; null: the outbox does not say. */
  paymentsOpen(statistics: Pick<OutboxStatistics, 'paying' | 'oldestPaymentMs'> | null): void;
  /**
   * Reports the lamports of the accounts that pay for settlements, and `owed`, the lamports for settlements of served rounds; without `owed`: it was not asked.
   */
  settlementFunds(funds: { readonly isLow: boolean; readonly lamports: bigint; readonly owed?: bigint }): void;
  httpAnswered(answer: {
    readonly operation: string;
    readonly status: number;
    /** Absent: the answer is no refusal. */
    readonly refusal?: GatewayError | undefined;
    readonly requestId: string;
    readonly client: string;
    readonly seconds: number;
  }): void;
  /** A fault of ours: the cause goes to the log and nowhere else. */
  internalError(error: unknown, requestId: string): void;
}

/** Texts that a node or a source has chosen are not for the log. JSON leaves out undefined members. */
function withoutTexts(context: { readonly sourceRule?: string }): object {
  const sourceRule = SOURCE_RULES.find((known) => known === context.sourceRule);
  return { ...context, sourceTerms: undefined, matched: undefined, sourceRule };
}

export interface EventsDeps {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly nameSources: NameSources;
  readonly monotonicMs: () => number;
}

export function createEvents(deps: EventsDeps): Events {
  const { logger, metrics, nameSources } = deps;
  const logRefused = createAnswerLog(deps);
  let wasLow = false;
  let wereTooFew = false;
  return {
    ...createStreamEvents(deps),
    nodeAnswered(nodeIndex, step, seconds) {
      metrics.nodeSeconds.observe({ node: nodeIndex, step }, seconds);
    },
    nodeFault(context) {
      metrics.nodeFaults.inc({ node: context.nodeIndex, step: context.step, fault: context.fault });
      logger.warn(withoutTexts(context), 'node fault');
    },
    clockJudged({ offsetMs, isWarning }) {
      const text = isWarning
        ? 'the gateway clock differs from most node clocks; synchronize it with NTP'
        : 'the gateway clock agrees with most node clocks';
      logger[isWarning ? 'warn' : 'info']({ offsetMs }, text);
    },
    nodesCheckedAt({ answering, needed }) {
      metrics.nodesAnswering.set(answering);
      metrics.nodesNeeded.set(needed);
      if (answering < needed === wereTooFew) return;
      wereTooFew = !wereTooFew;
      if (wereTooFew) logger.error({ answering, needed }, 'too few nodes answer; see their operators and the network between');
      else logger.info({ answering, needed }, 'enough nodes answer again');
    },
    stockNotFilled(context) {
      // Not held against the node: it may be an older one, which serves rounds all the same.
      metrics.nodeFaults.inc({ node: context.nodeIndex, step: context.step, fault: context.fault });
      logger.info(withoutTexts(context), 'no commitments in advance');
    },
    notVouched(context) {
      // Not held against the node, as above: rounds need no snapshots.
      metrics.nodeFaults.inc({ node: context.nodeIndex, step: context.step, fault: context.fault });
      logger.warn(withoutTexts(context), 'registry snapshot not signed by a node');
    },
    snapshotMade({ snapshot, signersBitmap }) {
      const { signerVersion, version, signedAtSeconds } = snapshot;
      logger.info(
        { signerVersion: signerVersion.toString(), version: version.toString(), signedAtSeconds, signers: signersOf(signersBitmap) },
        'registry snapshot made',
      );
    },
    snapshotKept(signedAtSeconds) {
      metrics.snapshotSignedAt.set(signedAtSeconds);
    },
    roundBeganAnew({ from, to, ...round }) {
      const text = from === to ? 'round began anew with other nodes' : 'round began anew under the registry version of the ledger';
      logger.info({ ...round, from: from.toString(), to: to.toString() }, text);
    },
    roundCompleted(round) {
      metrics.signedRounds.inc({ exchanges: round.exchanges });
      metrics.rounds.inc({ path: round.path, outcome: 'completed' });
      metrics.roundSeconds.observe({ path: round.path }, round.seconds);
      logger.info(round, 'round completed');
    },
    roundFailed({ round, ...failed }) {
      const { path, roundId, requestId } = round;
      metrics.rounds.inc({ path, outcome: failed.code });
      logger.warn({ path, roundId, requestId, ...failed, ...roundOfAnswer(round, nameSources) }, 'round failed');
    },
    dryRunAnswered({ isKnown, outcome }) {
      metrics.dryRuns.inc({ caller: isKnown ? 'known' : 'stranger', outcome });
    },
    outboxTrouble({ cause, ...trouble }) {
      metrics.outboxTroubles.inc({ action: trouble.action });
      logger.error({ ...trouble, err: cause }, 'outbox trouble');
    },
    paymentConcluded(payment) {
      metrics.payments.inc({ by: payment.by, outcome: payment.outcome });
      const log = payment.outcome === 'paid' ? 'info' : 'warn';
      logger[log](payment, 'payment');
    },
    paymentContradicted(payment) {
      metrics.outboxTroubles.inc({ action: 'contradiction' });
      logger.error(payment, 'recorded payment contradicts the ledger');
    },
    paymentOverturned(payment) {
      metrics.paymentsOverturned.inc();
      logger.warn(payment, 'payment recorded as unpaid found on the ledger; its round is paid');
    },
    paymentCalls(calls) {
      metrics.paymentCalls.inc(calls);
    },
    paymentsOpen(statistics) {
      metrics.paymentsOpen.set(statistics?.paying ?? Number.NaN);
      metrics.oldestPaymentSeconds.set(statistics === null ? Number.NaN : (statistics.oldestPaymentMs ?? 0) / 1_000);
    },
    sweepFailed(cause) {
      metrics.outboxTroubles.inc({ action: 'sweep' });
      logger.error({ err: cause }, 'sweep failed');
    },
    paymentRefused(refusal) {
      logger.info(refusal, 'payment refused');
    },
    facilitatorAnswered() {
      metrics.facilitatorUp.set(1);
    },
    facilitatorTrouble(step, words, ofRound = {}) {
      metrics.facilitatorTroubles.inc({ step });
      if (step === 'supported') metrics.facilitatorUp.set(0);
      logger.warn({ ...ofRound, step, words }, 'facilitator trouble');
    },
    shareRefused(resource, reason) {
      metrics.shareRefusals.inc({ resource, reason });
    },
    settlementFunds({ isLow, lamports, owed }) {
      metrics.feeBalanceLamports.set(Number(lamports));
      if (owed !== undefined) metrics.owedLamports.set(Number(owed));
      if (isLow === wasLow) return;
      wasLow = isLow;
      const told = { lamports: lamports.toString(), owedLamports: owed?.toString() };
      if (isLow) logger.error(told, 'the accounts that pay have too few lamports for further settlements; fund them');
      else logger.info(told, 'the accounts that pay have enough lamports for settlements again');
    },
    httpAnswered({ refusal, ...answer }) {
      const { operation, status } = answer;
      metrics.httpRequests.inc({ operation, status, code: refusal?.code ?? '', scope: refusal?.rule.scope ?? '' });
      metrics.httpSeconds.observe({ operation }, answer.seconds);
      if (refusal !== undefined) logRefused({ ...answer, refusal });
      logger.debug({ ...answer, code: refusal?.code }, 'answered');
    },
    internalError(error, requestId) {
      logger.error({ err: error, requestId }, 'internal error');
    },
  };
}

/** Events of the streams between this gateway and its nodes. */
type StreamEvents = Pick<
  EngineEvents,
  'streamOpened' | 'streamEnded' | 'streamNotOpened' | 'streamFailed' | 'nodesNotRead' | 'nodeCallSent'
>;

/** A node whose stream comes and goes writes each line once in this time. The counters have every event. */
const LINE_EVERY_MS = 60_000;
/** Lines of each node of a registry with 64 places. */
const MAX_LINES = 512;

export function createStreamEvents(deps: {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly monotonicMs: () => number;
}): StreamEvents {
  const { logger, metrics } = deps;
  const writtenAtMs = new BoundedMap<string, number>(MAX_LINES);
  const calls = { stream: metrics.nodeCalls.labels('stream'), http: metrics.nodeCalls.labels('http') };

  const write = (level: 'info' | 'warn', about: Readonly<Record<string, number | string | null>>, text: string): void => {
    const nowMs = deps.monotonicMs();
    const key = `${JSON.stringify(about)} ${text}`;
    if (nowMs - (writtenAtMs.peek(key) ?? -Infinity) < LINE_EVERY_MS) return;
    writtenAtMs.set(key, nowMs);
    logger[level](about, text);
  };

  return {
    streamOpened(nodeIndex) {
      metrics.nodeStreams.set({ node: nodeIndex }, 1);
      metrics.nodeStreamHandshakes.inc({ node: nodeIndex, outcome: 'opened' });
      write('info', { nodeIndex }, 'stream to a node opened');
    },
    streamEnded(nodeIndex, reason) {
      metrics.nodeStreams.set({ node: nodeIndex }, 0);
      metrics.nodeStreamEnds.inc({ node: nodeIndex, reason });
      if (reason === 'draining' || reason === 'done') write('info', { nodeIndex, reason }, 'stream to a node ended');
      else write('warn', { nodeIndex, reason }, 'stream to a node lost; it is opened again');
    },
    streamNotOpened(nodeIndex, { failure, refusal, cause }) {
      metrics.nodeStreams.set({ node: nodeIndex }, 0);
      metrics.nodeStreamHandshakes.inc({ node: nodeIndex, outcome: failure });
      if (failure === 'unsigned') {
        const reason = cause instanceof Error ? cause.message : null;
        write('warn', { nodeIndex, reason }, 'stream to a node not opened: the key of the gateway does not sign; see its signer');
        return;
      }
      write(
        failure === 'refused' ? 'info' : 'warn',
        { nodeIndex, failure, status: refusal?.status ?? null },
        'stream to a node not opened; check its endpoint, and that proxies before it pass upgrades',
      );
    },
    streamFailed(error) {
      logger.error({ err: error }, 'internal error in a stream to a node; the stream is opened again');
    },
    nodesNotRead(error) {
      logger.warn({ err: error }, 'nodes of the ledger not read; streams stay as they are');
    },
    nodeCallSent(transport) {
      calls[transport].inc();
    },
  };
}

import { gatewayKeysOf } from '@oracle-gateway/app-config';
import { LedgerUnavailableError, untilLedgerAnswers } from '@oracle-gateway/ledger';
import { OutboxUnavailableError } from '@oracle-gateway/outbox';
import { createFailure, repeat, serveMetrics, type MetricsListener, type Service } from '@oracle-gateway/process';
import { type QueueBoard, serveQueueBoard } from './board/queue-board.js';
import type { Config, Secrets } from './config/config.js';
import { createContext, type Context, type Overrides } from './context.js';
import { openSettling, type OpenedSettling, watchGatewayKey } from './settling/open-settling.js';
import type { Metrics } from './telemetry/metrics.js';
import { startSettling } from './settling/start-settling.js';
import { reportStatistics, type StatisticsDeps } from './upkeep/sweep.js';

export { ConfigError } from '@oracle-gateway/app-config';
export { loadConfig, type Config, type Secrets } from './config/config.js';
export type { Overrides } from './context.js';

export interface SettlementWorker extends Service {
  /** Rejects when a ledger that did not answer at the start belongs to another deployment. The worker must then be closed. */
  readonly failed: Promise<never>;
  /** Serves metrics and, unless settlement is disabled, begins to settle. `url` is the metrics listener's, null without one. */
  listen(): Promise<{ readonly url: string | null }>;
  /** Finishes running work within ten seconds. The next worker continues with the rounds that are left. */
  close(): Promise<void>;
}

/**
 * One settlement worker. While ledger or outbox do not answer, the worker serves its metrics, is unhealthy and tries again. Throws
 * VolatileOutboxError when the outbox may lose records, DeploymentMismatchError when the program belongs to another network, and
 * ProtocolNotInitialisedError when it belongs to none. Throws GatewayKeyError when the keypair is not the gateway's authority. Everything
 * that was opened is then closed.
 */
export async function createSettlementWorker(config: Config, secrets: Secrets, overrides: Overrides = {}): Promise<SettlementWorker> {
  const context = createContext(config, secrets, overrides);
  const { metrics, logger, upstreams } = context.settling;
  const onFailure = (error: Error): void => {
    if (error instanceof OutboxUnavailableError) upstreams.failed('outbox', error.cause ?? error);
    else upstreams.failed('ledger', error);
  };
  const opened = await openSettling(context, secrets, config).catch((error: unknown) => {
    if (error instanceof LedgerUnavailableError || error instanceof OutboxUnavailableError) {
      onFailure(error);
      return null;
    }
    disconnect(context);
    throw error;
  });

  const ending = new AbortController();
  let metricsListener: MetricsListener | undefined;
  let board: QueueBoard | undefined;
  let activity: { stop(): Promise<void> } | undefined;
  let keyWatch: { stop(): Promise<void> } | undefined;
  let closing: Promise<void> | undefined;
  const failure = createFailure();

  const begin = ({ settling, signerSets }: OpenedSettling): void => {
    const { settlement } = config;
    activity = settlement.enabled
      ? startSettling({ ...context, settling, signerSets }, settlement)
      : startReporting({ outbox: settling.outbox, receipts: context.receipts, metrics, upstreams, logger }, settlement);
  };
  const beginWith = (opened: OpenedSettling): void => {
    begin(opened);
    if (gatewayKeysOf(secrets).length === 1) return;
    keyWatch = watchGatewayKey(context, secrets, config, opened, async (next) => {
      await activity?.stop();
      if (!ending.signal.aborted) begin(next);
    });
  };
  const openLater = async (): Promise<void> => {
    try {
      const settling = await untilLedgerAnswers(() => openSettling(context, secrets, config), {
        signal: ending.signal,
        onFailure,
        mayPass,
      });
      if (ending.signal.aborted) return;
      upstreams.answered('outbox');
      upstreams.answered('ledger');
      beginWith(settling);
    } catch (error) {
      if (!ending.signal.aborted) failure.report(error);
    }
  };
  return {
    failed: failure.failed,
    logger,
    async listen() {
      const served = { registry: metrics.registry, troubles: () => ({ ...upstreams.troubles(), ...keyTroubles(metrics) }) };
      metricsListener = config.metrics === null ? undefined : await serveMetrics(served, config.metrics);
      if (opened === null) void openLater();
      else beginWith(opened);
      board = config.board === null ? undefined : await serveQueueBoard({ ...context, address: config.board });
      const url = metricsListener?.url ?? null;
      logger.info({ url, boardUrl: board?.url, settling: config.settlement.enabled }, 'listening');
      return { url };
    },
    close: () => (closing ??= end()),
  };

  async function end(): Promise<void> {
    ending.abort();
    await keyWatch?.stop();
    await activity?.stop();
    await Promise.all([metricsListener?.close(), board?.close()]);
    disconnect(context);
  }
}

/** Why keys do not sign, for the check of health. */
function keyTroubles({ keys }: Pick<Metrics, 'keys'>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(keys.troubles()).map(([key, why]) => [`signer of ${key}`, why]));
}

/** Tells whether a failure of the start may pass, as that of a silent ledger does. */
function mayPass(error: Error): boolean {
  return error instanceof OutboxUnavailableError;
}

/** With settlement disabled, rounds stay pending and nothing is swept (docs/architecture.md#the-states-of-its-record). The statistics are still reported. */
function startReporting(
  deps: StatisticsDeps & Pick<OpenedSettling['settling'], 'logger'>,
  { intervalSeconds }: Config['settlement'],
): { stop(): Promise<void> } {
  return repeat(() => reportStatistics(deps), {
    intervalMs: intervalSeconds * 1_000,
    onError: (error) => deps.logger.error({ err: error }, 'the statistics of the outbox could not be read'),
  });
}

function disconnect({ redis, queueRedis, durability, servers }: Context): void {
  servers.close();
  durability.close();
  redis.disconnect();
  queueRedis.disconnect();
}

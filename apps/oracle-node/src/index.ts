import { LedgerUnavailableError, requireDeployment, untilLedgerAnswers } from '@oracle-gateway/ledger';
import { createFailure, repeat, serveMetrics, type MetricsListener, type Repetition, type Service } from '@oracle-gateway/process';
import { deriveDeploymentId } from '@oracle-gateway/protocol';
import { createFastCurve } from '@oracle-gateway/schnorr/native';
import { randomBytes } from 'node:crypto';
import type { Config, Secrets } from './config/config.js';
import { createContext, type Context, type Overrides } from './context.js';
import { loggableError } from './telemetry/log.js';

export { ConfigError } from '@oracle-gateway/app-config';
export { type Config, loadConfig, type LoadedConfig, type Secrets } from './config/config.js';
export type { Overrides } from './context.js';
export { FAULTS, type Fault } from './faults/faults.js';

/** Milliseconds that requests under way may take to finish once the node closes. */
const CLOSE_GRACE_MS = 8_000;

export interface OracleNode extends Service {
  /** Starts to serve; `metricsUrl` is null when metrics are off. */
  listen(): Promise<{ readonly url: string; readonly metricsUrl: string | null }>;
  /** Rejects when the ledger first answers after the start and has another deployment id. The node must then end. */
  readonly failed: Promise<never>;
  close(): Promise<void>;
}

/**
 * Creates an oracle node of the deployment on the ledger; it does not listen yet. While the ledger does not answer, the node is not ready and
 * retries. Throws DeploymentMismatchError, ProtocolNotInitialisedError, SecretKeyError.
 */
export async function createOracleNode(config: Config, secrets: Secrets, overrides: Overrides = {}): Promise<OracleNode> {
  const deploymentId = deriveDeploymentId(config.solana);
  const random = overrides.random ?? ((length: number) => new Uint8Array(randomBytes(length)));
  const { curve, form } = await createFastCurve({ random, installedBy: import.meta.url });
  const context = createContext({ config, secrets, deploymentId, curve, random, overrides });
  const ending = new AbortController();
  const onError = (error: unknown): void => {
    context.log.warn(loggableError(error), 'ledger read failed');
  };
  const check = async (): Promise<void> => {
    requireDeployment(await context.reader.config(), config.solana);
  };
  let polling: Repetition | undefined;
  let metricsListener: MetricsListener | undefined;
  let closing: Promise<void> | undefined;
  const failure = createFailure();
  const begin = async (): Promise<void> => {
    // A node may start before it is registered: without a registry it runs and is not ready.
    await context.refresh().catch(onError);
    if (ending.signal.aborted) return;
    polling = repeat(context.refresh, { intervalMs: config.registry.pollIntervalSeconds * 1_000, startsLater: true, onError });
  };
  const beginLater = async (): Promise<void> => {
    try {
      await untilLedgerAnswers(check, { signal: ending.signal, onFailure: onError });
      await begin();
    } catch (error) {
      if (!ending.signal.aborted) failure.report(error);
    }
  };
  try {
    await check();
    await begin();
  } catch (error) {
    if (!(error instanceof LedgerUnavailableError)) {
      await closeOutgoing(context);
      throw error;
    }
    // The node is not ready and refuses requests while it has no view of the ledger.
    onError(error);
    void beginLater();
  }

  return {
    listen: async () => {
      await context.sourceThreads.started();
      const url = await context.server.listen(config.server.host, config.server.port);
      metricsListener = config.metrics.port === 0 ? undefined : await serveMetrics(context.metrics, config.metrics);
      const metricsUrl = metricsListener?.url ?? null;
      const origins = Object.keys(config.sources.fixtures);
      if (origins.length > 0) context.log.warn({ origins }, 'fixtures are used instead of these sources');
      context.log.info({ url, metricsUrl, curve: form }, 'listening');
      return { url, metricsUrl };
    },
    failed: failure.failed,
    logger: context.log,
    close: () => (closing ??= end()),
  };

  async function end(): Promise<void> {
    ending.abort();
    // A read of the ledger that runs is not waited for.
    void polling?.stop();
    await Promise.all([context.server.close(CLOSE_GRACE_MS), metricsListener?.close()]);
    await closeOutgoing(context);
  }
}

async function closeOutgoing({ servers, sourceThreads }: Context): Promise<void> {
  servers.close();
  await sourceThreads.close();
}

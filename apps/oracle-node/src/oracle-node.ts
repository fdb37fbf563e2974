import { deriveDeploymentId, equalBytes } from '@oracle-gateway/protocol';
import { createFastCurve } from '@oracle-gateway/schnorr/native';
import { randomBytes } from 'node:crypto';
import type { NodeConfig, NodeSecrets } from './config.js';
import { createContext, type NodeContext, type NodeOverrides } from './context.js';
import { DeploymentMismatchError } from './errors.js';
import { loggedError } from './log.js';
import { startPolling, type Polling } from './polling.js';

/** How long requests under way may take to finish once the node closes. */
const CLOSE_GRACE_MS = 8_000;

export interface OracleNode {
  /** Starts to serve; `metricsUrl` is null when metrics are off. */
  listen(): Promise<{ readonly url: string; readonly metricsUrl: string | null }>;
  close(): Promise<void>;
}

/**
 * An oracle node that belongs to the deployment on the ledger, not listening yet.
 * Throws DeploymentMismatchError, LedgerUnavailableError, ProtocolNotInitialisedError, SecretKeyError.
 */
export async function createOracleNode(config: NodeConfig, secrets: NodeSecrets, overrides: NodeOverrides = {}): Promise<OracleNode> {
  const deploymentId = deriveDeploymentId(config.solana);
  const random = overrides.random ?? ((length: number) => new Uint8Array(randomBytes(length)));
  const { curve, form } = await createFastCurve({ random });
  const context = createContext({ config, secrets, deploymentId, curve, random, overrides });
  const onLedger = await context.reader.config();
  if (!equalBytes(onLedger.deploymentId, deploymentId)) {
    context.servers.close();
    await context.safeFetch.close();
    throw new DeploymentMismatchError();
  }
  const poll = async (): Promise<void> => {
    await context.refresh();
  };
  const onError = (error: unknown): void => {
    context.log.warn(loggedError(error), 'ledger not read');
  };
  // Without a registry yet a node runs and says that it is not ready: it can be started before it is registered.
  await poll().catch(onError);
  const polling = startPolling({ poll, intervalMs: config.registry.pollIntervalSeconds * 1_000, onError });

  return {
    listen: async () => {
      const url = await context.server.listen(config.server.host, config.server.port);
      const metricsUrl = config.metrics.port === 0 ? null : await context.metricsServer.listen(config.metrics.host, config.metrics.port);
      const origins = Object.keys(config.sources.fixtures);
      if (origins.length > 0) context.log.warn({ origins }, 'fixtures stand in for these sources');
      context.log.info({ url, metricsUrl, curve: form }, 'listening');
      return { url, metricsUrl };
    },
    close: () => closeNode(context, polling),
  };
}

async function closeNode(context: NodeContext, polling: Polling): Promise<void> {
  polling.stop();
  await Promise.all([context.server.close(CLOSE_GRACE_MS), context.metricsServer.close(CLOSE_GRACE_MS)]);
  context.servers.close();
  await context.safeFetch.close();
}

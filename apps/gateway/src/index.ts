import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from './app.js';
import type { Config, Secrets } from './config.js';
import { createContext, type Overrides } from './context.js';
import { createListener } from './http/listener.js';
import { createReadBody } from './http/read-body.js';
import { createRateLimits } from './http/rate-limits.js';
import { metricsHandler } from './metrics-endpoint.js';

export { ConfigError, type Keypair, readKeypair } from '@oracle-gateway/app-config';
export { type Config, loadConfig, parseConfigFile, type Secrets } from './config.js';
export type { Overrides } from './context.js';
export { DeploymentMismatchError, MintMismatchError, TreasuryMissingError } from './deployment.js';

/** Time for rounds under way to end by themselves; with what follows, a stop takes at most ten seconds. */
const DRAIN_MS = 5_500;
const CONNECTIONS_MS = 1_000;

export interface Gateway {
  /** Resolves once requests are accepted; `metricsUrl` is there when the metrics listener is on. */
  listen(): Promise<{ readonly url: string; readonly metricsUrl?: string }>;
  /**
   * Is unready for `server.shutdown_delay_ms` while it goes on serving; then refuses new rounds, lets those under way end, and closes
   * everything, in ten seconds at most. A second call ends the delay.
   */
  close(): Promise<void>;
}

/** Constructs a gateway; nothing listens before `listen()`. Throws what makes serving impossible: see `createContext`. */
export async function createGateway(config: Config, secrets: Secrets, overrides: Overrides = {}): Promise<Gateway> {
  const context = await createContext(config, secrets, overrides);
  const { server, metrics } = config;
  const app = createApp({
    routes: context.routes,
    events: context.events,
    corsOrigins: server.cors_origins,
    trustedProxies: server.trusted_proxies,
    rateLimits: createRateLimits(server.rate_limits, { nowMs: overrides.nowMs ?? Date.now }),
    readBody: createReadBody(context),
    monotonicMs: context.monotonicMs,
    isLeaving: context.isLeaving,
  });
  const listener = createListener(app, server, {
    report: (answer) => context.events.httpAnswered(answer),
    onShed: () => context.events.shareRefused('connections', 'closed'),
  });
  const metricsListener = metrics.port === 0 ? null : createListener(metricsHandler(context.metrics), metrics);

  const hurry = new AbortController();
  let closing: Promise<void> | undefined;

  return {
    async listen() {
      const { url } = await listener.listen();
      const metricsUrl = metricsListener === null ? undefined : `${(await metricsListener.listen()).url}/metrics`;
      context.logger.info({ url, metricsUrl, publicOrigin: server.public_origin, curve: context.curveForm }, 'listening');
      return { url, ...(metricsUrl === undefined ? {} : { metricsUrl }) };
    },
    close() {
      if (closing !== undefined) hurry.abort();
      return (closing ??= end());
    },
  };

  async function end(): Promise<void> {
    context.leave();
    context.logger.info({ delayMs: server.shutdown_delay_ms }, 'unready; closing after the delay');
    await delay(server.shutdown_delay_ms, undefined, { signal: hurry.signal }).catch(() => undefined);
    await context.drain(DRAIN_MS);
    await Promise.all([listener.close(CONNECTIONS_MS), metricsListener?.close(CONNECTIONS_MS)]);
    await context.close();
    context.logger.info('closed');
  }
}

import type { RequestListener } from 'node:http';
import { LedgerUnavailableError, untilLedgerAnswers } from '@oracle-gateway/ledger';
import { OutboxUnavailableError } from '@oracle-gateway/outbox';
import { createFailure, serveMetrics, type MetricsListener, type Service, wait, withDeadline } from '@oracle-gateway/process';
import type { Config, Secrets } from './config/config.js';
import { type Context, createContext, openServices, type Overrides } from './context.js';
import { createApp } from './http/app.js';
import { serveFrontDoor } from './http/front-door.js';
import { createListener } from './http/listener.js';
import { createReadBody } from './http/read-body.js';
import { createRefusalBudget } from './http/refusal-budget.js';
import { createRateLimits } from './http/rate-limits.js';
import { createRequestTurns } from './http/request-turns.js';
import { serveSecurityText } from './http/security-text.js';
import { serveSite } from './http/static-site.js';
import { answerStarting, type AwaitedPart, startObstacle } from './http/starting.js';
import { bundledPages } from './sites/bundled-pages.js';
import { createDocsSite } from './sites/docs-site.js';
import { createDocuments } from './sites/documents.js';
import { createErrorPages } from './sites/error-pages.js';
import { openExplorerSite } from './sites/explorer-site.js';
import { createStatusPage } from './sites/status-page.js';

export { ConfigError, type Keypair, readKeypair } from '@oracle-gateway/app-config';
export { type Config, loadConfig, parseConfigFile, type Secrets } from './config/config.js';
export type { Overrides } from './context.js';
export { MintMismatchError, TreasuryMissingError } from './ledger/deployment.js';

/** Time for rounds under way to end by themselves; with what follows, a stop takes at most ten seconds. */
const DRAIN_MS = 5_500;
const CONNECTIONS_MS = 1_000;

/** Tells whether a failure of the start may pass, as that of a silent ledger does. */
function mayPass(error: Error): boolean {
  return error instanceof OutboxUnavailableError;
}

export interface Gateway extends Service {
  /** Resolves once requests are accepted; `metricsUrl` is there when the metrics listener is on. */
  listen(): Promise<{ readonly url: string; readonly metricsUrl?: string }>;
  /**
   * Is unready for `server.shutdown_delay_ms` while it goes on serving; then refuses new rounds, lets those under way end, and closes
   * everything, in ten seconds at most. A second call ends the delay.
   */
  close(): Promise<void>;
  /** Rejects when a ledger or an outbox that did not answer at the start turns out to be the wrong one: the gateway must end then. */
  readonly failed: Promise<never>;
}

/** Parts that serve once the ledger has answered. */
interface Serving {
  readonly context: Context;
  readonly handler: RequestListener;
}

/**
 * Constructs a gateway; nothing listens before `listen()`. While ledger or outbox do not answer, the gateway listens, is not ready, and asks again.
 * Throws what makes serving impossible: see `createContext`.
 */
export async function createGateway(config: Config, secrets: Secrets, overrides: Overrides = {}): Promise<Gateway> {
  const { server, metrics } = config;
  const pagesPath = overrides.pagesPath ?? bundledPages();
  const explorer = await openExplorerSite(config, secrets, pagesPath);
  const docs = server.docsEnabled ? createDocsSite({ ...server, pagesPath }) : null;
  const sites = [
    serveFrontDoor({ page: explorer === null ? docs && 'docs' : 'app/' }),
    ...[createDocuments(pagesPath), createErrorPages(), createStatusPage(), docs, explorer].filter((site) => site !== null).map(serveSite),
  ];
  const services = await openServices(config, secrets, overrides);
  const { logger, events, ledger } = services;
  const { nowMs, monotonicMs } = services.clock;
  const { securityContact: contact } = server;
  if (contact !== undefined) sites.push(serveSecurityText({ contact, publicOrigin: server.publicOrigin, nowMs }));
  const rateLimits = createRateLimits(server.rateLimits, { nowMs });
  const readBody = createReadBody({ events, monotonicMs });
  const refusals = createRefusalBudget({ events, monotonicMs, wait });
  const turns = createRequestTurns({ monotonicMs });
  const open = async (): Promise<Serving> => {
    const context = await createContext(config, secrets, overrides, services);
    const { operations, leaving } = context;
    const { corsOrigins, trustedProxies, publicOrigin } = server;
    return {
      context,
      handler: createApp({
        operations,
        sites,
        ...(publicOrigin === undefined ? {} : { publicOrigin }),
        events,
        corsOrigins,
        trustedProxies,
        rateLimits,
        readBody,
        refusals,
        turns,
        monotonicMs,
        leaving,
      }),
    };
  };
  let awaited: AwaitedPart = 'ledger';
  services.metrics.readFrom({ obstacles: () => Promise.resolve([startObstacle(awaited)]) });
  const onFailure = (error: Error): void => {
    awaited = error instanceof OutboxUnavailableError ? 'outbox' : 'ledger';
    const { message } = error.cause instanceof Error ? error.cause : error;
    logger.warn({ reason: message }, `not ready: the ${awaited} does not answer`);
  };
  let serving = await open().catch((error: unknown) => {
    if (error instanceof LedgerUnavailableError || error instanceof OutboxUnavailableError) {
      onFailure(error);
      return null;
    }
    ledger.close();
    throw error;
  });
  const listener = createListener((request, response) => (serving?.handler ?? answerStarting(awaited, server))(request, response), server, {
    report: (answer) => (serving === null ? undefined : events.httpAnswered(answer)),
    onShed: () => events.shareRefused('connections', 'closed'),
  });

  const hurry = new AbortController();
  const ending = new AbortController();
  let closing: Promise<void> | undefined;
  let opening: Promise<void> | undefined;
  let metricsListener: MetricsListener | undefined;
  const failure = createFailure();

  return {
    failed: failure.failed,
    logger,
    async listen() {
      const { url } = await listener.listen();
      if (metrics.port !== 0) metricsListener = await serveMetrics(services.metrics, metrics);
      const metricsUrl = metricsListener === undefined ? undefined : `${metricsListener.url}/metrics`;
      logger.info({ url, metricsUrl, publicOrigin: server.publicOrigin, curve: serving?.context.curveForm }, 'listening');
      if (serving === null) opening = openLater();
      return { url, ...(metricsUrl === undefined ? {} : { metricsUrl }) };
    },
    close() {
      if (closing !== undefined) hurry.abort();
      return (closing ??= end());
    },
  };

  async function openLater(): Promise<void> {
    try {
      serving = await untilLedgerAnswers(open, { signal: ending.signal, onFailure, mayPass });
      logger.info({ curve: serving.context.curveForm }, `the ${awaited} answers: serving`);
    } catch (error) {
      if (!ending.signal.aborted) failure.report(error);
    }
  }

  async function end(): Promise<void> {
    ending.abort();
    serving?.context.leave();
    logger.info({ delayMs: server.shutdownDelayMs }, 'unready; closing after the delay');
    if (serving !== null) await wait(server.shutdownDelayMs, hurry.signal);
    await serving?.context.drain(DRAIN_MS);
    await Promise.all([listener.close(CONNECTIONS_MS), metricsListener?.close()]);
    // One that is being opened just now is closed as well.
    if (opening !== undefined) await withDeadline(opening, CONNECTIONS_MS);
    await serving?.context.close();
    ledger.close();
    logger.info('closed');
  }
}

import { commonOperations, type RoundPath } from '@oracle-gateway/gateway-api/internal';
import type { InfoAnswer } from '@oracle-gateway/gateway-api';
import type { VerifySignature } from '@oracle-gateway/schnorr';
import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from '../config/config.js';
import { createSimulate } from '../dry-runs/routes.js';
import type { Engine } from '../engine/index.js';
import { createFeedEndpoints } from '../feeds/feed-endpoints.js';
import type { PublicFeeds } from '../feeds/public-feeds.js';
import type { Endpoint, ServedOperation } from '../http/endpoint.js';
import { createStreamPlaces } from '../http/stream-places.js';
import type { OpenOutbox } from '../outbox/open-outbox.js';
import type { OpenPaths } from '../paths/open-paths.js';
import type { PathPorts } from '../paths/path-ports.js';
import type { ReadObstacles } from '../errors/obstacles.js';
import type { SigningAndPaying } from '../ledger/signing-and-paying.js';
import { getFeedRounds } from './get-feed-rounds.js';
import { getHealth } from './get-health.js';
import { getInfo } from './get-info.js';
import { getLlmsText } from './get-llms-text.js';
import { getNodes } from './get-nodes.js';
import { getOpenApi } from './get-openapi.js';
import { getReady } from './get-ready.js';
import { getRegistrySnapshot } from './get-registry-snapshot.js';
import { getRoundEvents } from './get-round-events.js';
import { getRoundEvidence } from './get-round-evidence.js';
import { getRound } from './get-round.js';
import { getUsage } from './get-usage.js';
import type { ProviderAccess } from './provider-access.js';
import { getProvider, getProviders } from './providers.js';
import type { Sessions } from '../sessions/sessions.js';

export interface RoutesDeps {
  readonly config: Config;
  readonly ports: PathPorts;
  readonly paths: OpenPaths;
  readonly signingAndPaying: SigningAndPaying;
  readonly sessions: Sessions;
  readonly engine: Engine;
  readonly outbox: OpenOutbox;
  /** null: public feeds are not served. */
  readonly feeds: PublicFeeds | null;
  readonly obstacles: ReadObstacles;
  readonly sponsored: ProviderAccess['sponsored'];
  readonly verify: VerifySignature;
  /** Aborted when no more rounds are taken. */
  readonly stopping: AbortSignal;
}

/** One endpoint for each operation that belongs to no way to pay: a new operation without an endpoint does not compile. */
type CommonEndpoints = { readonly [Name in keyof typeof commonOperations]: Endpoint<(typeof commonOperations)[Name]> };

/** Every operation of the contract, with its endpoint. */
export function createRoutes(deps: RoutesDeps): readonly ServedOperation[] {
  const { config, ports, paths, signingAndPaying, sessions, outbox, obstacles, verify, stopping } = deps;
  const { deployment, ledger, records, events, clock } = ports;
  const { catalogue, network, programId } = config;
  const { publicOrigin, maxEventStreams } = config.server;
  const { requireReader, readUsageReader } = sessions.callers;
  const access: ProviderAccess = { payments: paths.paySources, sponsored: deps.sponsored };
  const isPath = (text: string): text is RoundPath => Object.hasOwn(paths.served, text);
  const places = createStreamPlaces({ max: maxEventStreams, events, stopping, monotonicMs: clock.monotonicMs });
  const served = paths.serve(ports);
  const described = [...served.operations.map(({ operation }) => operation), ...Object.values(commonOperations)];
  const common: CommonEndpoints = {
    createSession: sessions.createSession,
    deleteSession: sessions.deleteSession,
    getHealth,
    getReady: getReady({ obstacles, outbox }),
    getNodes: getNodes({ ledger, engine: deps.engine }),
    getRegistrySnapshot: getRegistrySnapshot({
      enabled: config.snapshots.enabled,
      deploymentId: deployment.deploymentId,
      engine: deps.engine,
      ledger,
      verify,
    }),
    getInfo: getInfo({
      config,
      ledger,
      deployment,
      sessions: sessions.info,
      paths: paths.served as InfoAnswer['data']['paths'],
      signingAndPaying,
      version: packageJson.version,
    }),
    getOpenApi: getOpenApi({ operations: described, publicOrigin }),
    getLlmsText: getLlmsText({ operations: described, programId, network, publicOrigin }),
    getProviders: getProviders({ catalogue, access }),
    getProvider: getProvider({ catalogue, access }),
    getRound: getRound({ records, requireReader, isPath }),
    getRoundEvents: getRoundEvents({ watch: outbox.watch, requireReader, isPath, places }),
    getRoundEvidence: getRoundEvidence({ records, requireReader }),
    getFeedRounds: getFeedRounds({ records, isPath }),
    getUsage: getUsage({ records, readUsageReader, isPath, nowMs: clock.nowMs }),
    ...createFeedEndpoints({ config, feeds: deps.feeds, outbox, ports, stopping }),
    simulate: createSimulate(config.simulate, { ports, paths: served.dryRuns }),
  };
  return [...served.operations, ...Object.values(commonOperations).map((operation) => ({ operation, endpoint: common[operation.name] }))];
}

import type { Redis } from '../redis/redis.js';
import {
  writeGatewayConfig,
  writeGatewayKey,
  writeKeeperConfig,
  writeNodeConfig,
  writeWorkerConfig,
  type SharedSettings,
} from './app-configs.js';
import type { Infrastructure } from './infrastructure.js';
import { programOf, tieToParentUrl } from '../base/built-files.js';
import type { Identities } from '../base/identities.js';
import { addressOf } from '../base/keypair.js';
import { urlOfPort, type PortPlan } from '../base/ports.js';
import type { DeployedProtocol } from '../ledgers/protocol-setup.js';
import type { Externals } from './externals.js';
import { AppProcess } from '../base/service.js';
import { SOURCES_WITH_BODIES } from '../sources/serve-sources.js';
import type { StateFolder } from '../base/state-folder.js';
import type { Teardown } from '../base/teardown.js';
import { UnknownProcessError, type RestartTarget } from '../world/world.js';

export interface Apps {
  readonly gateway: AppProcess;
  readonly nodes: readonly AppProcess[];
  readonly workers: readonly AppProcess[];
  /** null: the world keeps no feeds. */
  readonly keeper: AppProcess | null;
}

export interface AppsInput {
  readonly state: StateFolder;
  readonly ports: PortPlan;
  readonly identities: Identities;
  readonly infrastructure: Infrastructure;
  readonly protocol: DeployedProtocol;
  readonly externals: Externals;
  readonly faultsToken: string;
  readonly rpcUrls: readonly string[];
  readonly workerRpcUrls: readonly string[];
  /** null: no facilitator. */
  readonly facilitatorUrl: string | null;
  readonly corsOrigins: readonly string[];
  readonly ownSources: readonly string[];
  readonly keepsFeeds: boolean;
  readonly protocolTtlSeconds?: number;
  readonly gatewayKey?: (path: string) => Promise<string>;
  readonly environment?: Readonly<Record<string, string>>;
}

export async function defineApps(input: AppsInput): Promise<Apps> {
  const { state, ports, identities, infrastructure, rpcUrls, workerRpcUrls, facilitatorUrl, corsOrigins } = input;
  const shared: SharedSettings = {
    programId: input.protocol.programId,
    network: input.protocol.network,
    redisUrl: infrastructure.redisUrl,
    allowedSources: [...Object.entries(input.externals.sources.urls).map(([name, url]) => allowed(name, url)), ...input.ownSources],
    providerFixtures: input.externals.providerFixtures,
    faultsToken: input.faultsToken,
  };
  const service = (name: string, app: Parameters<typeof programOf>[0], configPath: string, readyUrl: string): AppProcess =>
    new AppProcess({
      name,
      main: programOf(app),
      arguments: ['--config', configPath],
      logPath: state.logOf(name),
      readyUrl,
      preload: tieToParentUrl(),
      ...(input.environment === undefined ? {} : { environment: input.environment }),
    });
  const defineNode = async (port: number, index: number): Promise<AppProcess> => {
    const [node, metricsPort] = [identities.nodes[index], ports.nodeMetrics[index]];
    if (node === undefined || metricsPort === undefined) throw new RangeError(`no identity of node ${index}`);
    return service(
      `node-${index}`,
      'oracle-node',
      await writeNodeConfig(state, { shared, rpcUrls, node, port, metricsPort }),
      `${urlOfPort(port)}/health`,
    );
  };
  const keyFile = await writeGatewayKey(state, identities.gateway);
  const keypairPath = (await input.gatewayKey?.(keyFile)) ?? keyFile;
  const defineWorker = async (metricsPort: number, index: number): Promise<AppProcess> => {
    const configPath = await writeWorkerConfig(state, { shared, rpcUrls: workerRpcUrls, keypairPath, index, metricsPort });
    return service(`worker-${index}`, 'settlement-worker', configPath, `${urlOfPort(metricsPort)}/health`);
  };
  const listening = { port: ports.gateway, metricsPort: ports.gatewayMetrics };
  const ttl = input.protocolTtlSeconds === undefined ? {} : { protocolTtlSeconds: input.protocolTtlSeconds };
  const page = {
    rpcUrl: infrastructure.ledger.rpcUrl,
    demoKey: identities.otherOwner,
  };
  const keeper = addressOf(identities.keeper);
  const gatewayConfig = { shared, rpcUrls, keypairPath, ...listening, facilitatorUrl, corsOrigins, page, keeper, ...ttl };
  const defineKeeper = async (): Promise<AppProcess> => {
    const [gatewayUrl, metricsPort] = [urlOfPort(ports.gateway), ports.keeperMetrics];
    const configPath = await writeKeeperConfig(state, { shared, rpcUrls, gatewayUrl, keeper: identities.keeper, metricsPort });
    return service('keeper', 'keeper', configPath, `${urlOfPort(metricsPort)}/health`);
  };
  return {
    gateway: service('gateway', 'gateway', await writeGatewayConfig(state, gatewayConfig), `${urlOfPort(ports.gateway)}/ready`),
    nodes: await Promise.all(ports.nodes.map(defineNode)),
    workers: await Promise.all(ports.workerMetrics.map(defineWorker)),
    keeper: input.keepsFeeds ? await defineKeeper() : null,
  };
}

/** Starts all apps in parallel. If one fails, reports the failure after all attempts have ended. */
export async function startApps(apps: Apps, teardown: Teardown): Promise<void> {
  const inOrder = [...apps.nodes, ...apps.workers, apps.gateway];
  teardown.add(async () => {
    await apps.keeper?.stop();
    // The gateway stops before the others: it finishes its rounds while nodes and workers still run.
    await apps.gateway.stop();
    await Promise.all([...apps.workers, ...apps.nodes].map((service) => service.stop()));
  });
  const started = await Promise.allSettled(inOrder.map((service) => service.start()));
  const failure = started.find((outcome) => outcome.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  await apps.keeper?.start();
}

export function processOf(target: RestartTarget, apps: Apps, redis: Redis | undefined): { restart(): Promise<void> } {
  const found = ((): { restart(): Promise<void> } | undefined => {
    switch (target.what) {
      case 'gateway':
        return apps.gateway;
      case 'redis':
        return redis;
      case 'keeper':
        return apps.keeper ?? undefined;
      case 'worker':
        return apps.workers[target.index];
      case 'node':
        return apps.nodes[target.index];
    }
  })();
  if (found === undefined) throw new UnknownProcessError(`no process of this world: ${JSON.stringify(target)}`);
  return found;
}

function allowed(name: string, url: string): string {
  const { host } = new URL(url);
  return SOURCES_WITH_BODIES.has(name) ? `${host}+body` : host;
}

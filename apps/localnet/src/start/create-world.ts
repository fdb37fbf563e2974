import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { withTimeLimit } from '@oracle-gateway/protocol/internal';

import { serveControl } from '../control/control-server.js';
import { defineApps, processOf, startApps, type Apps, type AppsInput } from './apps.js';
import { startInfrastructure } from './infrastructure.js';
import { newIdentities } from '../base/identities.js';
import { describeWorld, removeManifest, writeManifest, type Manifest } from '../world/manifest.js';
import { LOOPBACK, planPorts, urlOfPort } from '../base/ports.js';
import { setUpProtocol } from '../ledgers/protocol-setup.js';
import { ServiceStartError } from '../base/service.js';
import { openStateFolder } from '../base/state-folder.js';
import { startExternals } from './externals.js';
import { Teardown } from '../base/teardown.js';
import { ForeignLedgerError, type World, type WorldOptions } from '../world/world.js';

/** A port that was free may be taken before its part listens there. Free ports are then drawn anew. */
const MOST_STARTS = 3;

/** Starts a whole world. Resolves when everything answers. On failure, stops every started part. */
export async function createWorld(options: WorldOptions): Promise<World> {
  for (let starts = 1; ; starts += 1) {
    const teardown = new Teardown();
    try {
      return await startWorld(options, teardown);
    } catch (error) {
      await teardown.run().catch(() => undefined);
      const isLost = options.port === 0 && error instanceof ServiceStartError && error.isForPort;
      if (!isLost || starts === MOST_STARTS) throw error;
    }
  }
}

async function startWorld(options: WorldOptions, teardown: Teardown): Promise<World> {
  const progress = options.onProgress ?? ((): void => undefined);
  const state = await openStateFolder(options.stateFolder);
  teardown.add(() => state.release());
  const ports = await planPorts(options);
  const identities = newIdentities(options.nodes);
  const infrastructure = await startInfrastructure(options, state, ports, teardown);
  progress('the ledger runs; deploying and initialising the protocol');
  const endpointOf = (index: number): string => urlOfPort(ports.nodes[index] ?? 0);
  const protocol = await setUpProtocol({ ledger: infrastructure.ledger, identities, endpointOf });
  const externals = await startExternals({ ports, identities, infrastructure, protocol }, teardown);
  progress(`the protocol is set up; starting ${options.nodes} nodes, the gateway and ${options.workers} settlement worker(s)`);
  const faultsToken = randomBytes(24).toString('base64url');
  const { rpcUrl } = infrastructure.ledger;
  const rpcUrls = (await options.rpcUrls?.(rpcUrl)) ?? [rpcUrl];
  const workerRpcUrls = options.workerRpcUrl === undefined ? rpcUrls : [await options.workerRpcUrl(rpcUrl)];
  const facilitator = externals.facilitator?.url ?? null;
  const facilitatorUrl = facilitator === null ? null : ((await options.gatewayFacilitatorUrl?.(facilitator)) ?? facilitator);
  const ownSources = options.ownSources ?? [];
  const apps = await defineApps({
    state,
    ports,
    identities,
    infrastructure,
    protocol,
    externals,
    faultsToken,
    rpcUrls,
    workerRpcUrls,
    facilitatorUrl,
    corsOrigins: options.corsOrigins ?? [],
    ownSources,
    keepsFeeds: options.keepsFeeds ?? false,
    ...(options.protocolTtlSeconds === undefined ? {} : { protocolTtlSeconds: options.protocolTtlSeconds }),
    ...(options.gatewayKey === undefined ? {} : { gatewayKey: options.gatewayKey }),
    ...(options.environment === undefined ? {} : { environment: options.environment }),
  });
  await startApps(apps, teardown);
  return publish({ state, ports, identities, infrastructure, protocol, externals, apps, faultsToken, ownSources }, teardown);
}

interface Running extends Omit<AppsInput, 'rpcUrls' | 'workerRpcUrls' | 'facilitatorUrl' | 'corsOrigins' | 'keepsFeeds'> {
  readonly apps: Apps;
}

async function publish(running: Running, teardown: Teardown): Promise<World> {
  const { state, ports, identities, infrastructure, protocol, externals, apps, faultsToken, ownSources } = running;
  const served = { controlUrl: '' };
  const pids = (): Manifest['pids'] => ({
    gateway: apps.gateway.pid,
    worker: apps.workers.map((worker) => worker.pid),
    redis: infrastructure.redis?.pid ?? 0,
    nodes: apps.nodes.map((node) => node.pid),
    keeper: apps.keeper?.pid ?? 0,
  });
  // Its addresses and keys are computed once: tests read the manifest before each request.
  const described = describeWorld({
    identities,
    protocol,
    gatewayUrl: urlOfPort(ports.gateway),
    metricsUrls: {
      gateway: metricsUrl(ports.gatewayMetrics),
      worker: metricsUrl(ports.workerMetrics[0] ?? 0),
      ...(apps.keeper === null ? {} : { keeper: metricsUrl(ports.keeperMetrics) }),
    },
    rpcUrl: infrastructure.ledger.rpcUrl,
    wsUrl: infrastructure.ledger.wsUrl,
    redisUrl: infrastructure.redisUrl,
    controlUrl: served.controlUrl,
    nodeUrls: ports.nodes.map(urlOfPort),
    nodeMetricsUrls: ports.nodeMetrics.map(metricsUrl),
    facilitatorUrl: externals.facilitator?.url ?? '',
    sources: externals.sources.urls,
    ownSources,
    privateSourceSecret: externals.sources.privateSecret,
    pids: pids(),
  });
  const describe = (): Manifest => ({ ...described, controlUrl: served.controlUrl, pids: pids() });
  // Restarts run in sequence: two restarts of one process at once would start it twice.
  let restarts: Promise<unknown> = Promise.resolve();
  const world: World = {
    get manifest() {
      return describe();
    },
    stateFolder: state,
    get ledger() {
      const { local } = infrastructure.ledger;
      if (local === null) throw new ForeignLedgerError();
      return local;
    },
    faultsToken,
    facilitator: externals.facilitator,
    restart(target) {
      const restarted = restarts.then(async () => {
        await processOf(target, apps, infrastructure.redis).restart();
        if (target.what === 'node' && apps.gateway.isRunning) await untilStreamTo(target.index, described.metricsUrls.gateway);
        await writeManifest(state, describe());
      });
      restarts = restarted.catch(() => undefined);
      return restarted;
    },
    async close() {
      await restarts;
      await teardown.run();
    },
  };
  const control = await serveControl(world, { host: LOOPBACK, port: ports.control });
  teardown.add(() => control.close());
  served.controlUrl = control.url;
  teardown.add(() => removeManifest(state));
  await writeManifest(state, describe());
  return world;
}

function metricsUrl(port: number): string {
  return `${urlOfPort(port)}/metrics`;
}

/** The gateway opens a stream to a node again within five seconds on an idle machine. */
const STREAM_LIMIT_MS = 60_000;
const STREAM_READ_EVERY_MS = 50;

/**
 * Waits until the gateway reaches a node again, so that the next round can ask it; or until the limit, because the gateway may be stopped
 * itself.
 */
async function untilStreamTo(index: number, metricsUrl: string): Promise<void> {
  const isOpen = new RegExp(`^oracle_gateway_node_streams\\{node="${index}"\\} 1$`, 'm');
  await withTimeLimit({ timeoutMs: STREAM_LIMIT_MS }, async (signal) => {
    const metrics = async (): Promise<string> => (await fetch(metricsUrl, { signal })).text();
    while (!signal.aborted && !isOpen.test(await metrics().catch(() => ''))) await wait(STREAM_READ_EVERY_MS);
  });
}

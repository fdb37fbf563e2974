import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { loadConfig as loadGatewayConfig } from '@oracle-gateway/gateway';
import { loadConfig as loadNodeConfig } from '@oracle-gateway/oracle-node';
import { toHex } from '@oracle-gateway/protocol';
import { BUILT_IN_PROVIDERS } from '@oracle-gateway/providers';
import { loadConfig as loadWorkerConfig } from '@oracle-gateway/settlement-worker';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { NETWORK } from '../base/devnet.js';
import { addressOf } from '../base/keypair.js';
import { loadConfig as loadKeeperConfig } from '@oracle-gateway/keeper';
import {
  writeGatewayConfig,
  writeGatewayKey,
  writeKeeperConfig,
  writeNodeConfig,
  writeWorkerConfig,
  type SharedSettings,
} from './app-configs.js';
import { newIdentities, type Identities } from '../base/identities.js';
import { openStateFolder, type StateFolder } from '../base/state-folder.js';

let folder: string;
let state: StateFolder;
const identities: Identities = newIdentities(2);
const shared: SharedSettings = {
  programId: addressOf(identities.stranger),
  network: NETWORK,
  redisUrl: 'redis://127.0.0.1:6399',
  allowedSources: ['127.0.0.1:8090', '127.0.0.1:8091'],
  providerFixtures: 'http://127.0.0.1:8092',
  faultsToken: 'a token of more than sixteen characters',
};
const rpcUrls = ['http://127.0.0.1:8899'];
const NO_ENVIRONMENT = {};
const keeper = addressOf(identities.keeper);
const page = { rpcUrl: 'http://127.0.0.1:8899', demoKey: identities.otherOwner };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'configs-'));
  state = await openStateFolder(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the configurations that the localnet writes are accepted by the apps that read them', () => {
  it('oracle node: its own key, the sample sources and no others, faults', async () => {
    const node = identities.nodes[1]!;
    const path = await writeNodeConfig(state, { shared, rpcUrls, node, port: 7_101, metricsPort: 7_201 });
    const { config, secrets } = await loadNodeConfig(path, NO_ENVIRONMENT);
    expect(config).toMatchObject({ server: { host: '127.0.0.1', port: 7_101 }, node: { index: 1 }, faults: { enabled: true } });
    expect(config.metrics).toEqual({ host: '127.0.0.1', port: 7_201 });
    expect(config.sources.allowed).toEqual(shared.allowedSources);
    expect(config.sources.fixtures).toMatchObject({ 'https://api.coinbase.com': 'http://127.0.0.1:8092' });
    expect(config.solana.network).toBe(NETWORK);
    expect(toHex(secrets.secretKey)).toBe(toHex(node.secretKey));
  });

  it('gateway', async () => {
    const keypairPath = await writeGatewayKey(state, identities.gateway);
    const input = { shared, rpcUrls, keypairPath, port: 8_080, metricsPort: 8_081, facilitatorUrl: 'http://127.0.0.1:8096' };
    const path = await writeGatewayConfig(state, { ...input, corsOrigins: ['http://127.0.0.1:8000'], page, keeper });
    const { config, secrets } = await loadGatewayConfig(path, NO_ENVIRONMENT);
    expect(config.server).toMatchObject({ host: '127.0.0.1', port: 8_080, publicOrigin: 'http://127.0.0.1:8080' });
    expect(config.server.corsOrigins).toEqual(['http://127.0.0.1:8000']);
    expect(config.metrics).toMatchObject({ host: '127.0.0.1', port: 8_081 });
    expect(config.rounds.maxConcurrent).toBe(160);
    expect(config.agent).toMatchObject({ enabled: true, x402Network: NETWORK });
    expect(config.sessions).toEqual({ enabled: true, maxTtlSeconds: 3_600 });
    expect(config.x402).toMatchObject({ publicOrigin: 'http://127.0.0.1:8080' });
    expect(config.publicFeeds.enabled).toBe(true);
    expect(config.operatorFeeds.length).toBeGreaterThan(10);
    expect(config.operatorFeeds.every((feed) => feed.signaturesRequired === 3 && feed.owner.join() === keeper.join())).toBe(true);
    expect(config.catalogue.providers.map(({ id }) => id)).toEqual(BUILT_IN_PROVIDERS);
    expect(secrets).toMatchObject({ rpcUrls, outboxLocation: shared.redisUrl });
    expect(config.explorer).toEqual({ filesPath: null, rpcUrls: ['http://127.0.0.1:8899'] });
    expect([...(secrets.demoKey ?? [])]).toEqual([...identities.otherOwner]);
  });

  it('gateway, where no facilitator settles payments', async () => {
    const keypairPath = await writeGatewayKey(state, identities.gateway);
    const input = { shared, rpcUrls, keypairPath, port: 8_080, metricsPort: 8_081, facilitatorUrl: null, corsOrigins: [], page, keeper };
    const { config } = await loadGatewayConfig(await writeGatewayConfig(state, input), NO_ENVIRONMENT);
    expect(config.x402).toBeNull();
  });

  it('gateway, whose view of the protocol ends when the world says so', async () => {
    const keypairPath = await writeGatewayKey(state, identities.gateway);
    const input = { shared, rpcUrls, keypairPath, port: 8_080, metricsPort: 8_081, facilitatorUrl: null, corsOrigins: [], page, keeper };
    const { config } = await loadGatewayConfig(await writeGatewayConfig(state, { ...input, protocolTtlSeconds: 2 }), NO_ENVIRONMENT);
    expect(config.agent).toMatchObject({ protocolConfigTtlSeconds: 2 });
  });

  it('settlement worker, with an interval short enough to watch', async () => {
    const keypairPath = await writeGatewayKey(state, identities.gateway);
    const path = await writeWorkerConfig(state, { shared, rpcUrls, keypairPath, index: 0, metricsPort: 8_082 });
    const { config, secrets } = await loadWorkerConfig(path, NO_ENVIRONMENT);
    expect(config.settlement).toMatchObject({ enabled: true, intervalSeconds: 1 });
    expect([...secrets.gatewayKeypair.address]).toEqual([...addressOf(identities.gateway)]);
  });

  it('keeper, of the very feeds that the gateway opens', async () => {
    const gatewayUrl = 'http://127.0.0.1:8080';
    const path = await writeKeeperConfig(state, { shared, rpcUrls, gatewayUrl, keeper: identities.keeper, metricsPort: 8_083 });
    const { config } = await loadKeeperConfig(path, NO_ENVIRONMENT);
    const keypairPath = await writeGatewayKey(state, identities.gateway);
    const input = { shared, rpcUrls, keypairPath, port: 8_080, metricsPort: 8_081, facilitatorUrl: null, corsOrigins: [], page, keeper };
    const opened = await loadGatewayConfig(await writeGatewayConfig(state, input), NO_ENVIRONMENT);
    expect(config.feeds).toHaveLength(opened.config.operatorFeeds.length);
  });

  it('hold nothing that others on the machine may read', async () => {
    const keypairPath = await writeGatewayKey(state, identities.gateway);
    const paths = [
      keypairPath,
      await writeNodeConfig(state, { shared, rpcUrls, node: identities.nodes[0]!, port: 7_100, metricsPort: 7_200 }),
    ];
    for (const path of paths) expect((await stat(path)).mode & 0o077).toBe(0);
    expect(JSON.parse(await readFile(keypairPath, 'utf8'))).toEqual([...identities.gateway]);
  });
});

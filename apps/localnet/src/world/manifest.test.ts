import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { deriveDeploymentId } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';

import { DEVNET_USDC_MINT, NETWORK } from '../base/devnet.js';
import { addressOf, newKeypair } from '../base/keypair.js';
import { newIdentities } from '../base/identities.js';
import { describeWorld, removeManifest, writeManifest, type Manifest, type ManifestInput } from './manifest.js';
import { openStateFolder } from '../base/state-folder.js';

const identities = newIdentities(5);
const programId = addressOf(newKeypair());
const sourceNames = [
  'price',
  'noisy',
  'outlier',
  'echo',
  'private',
  'slow',
  'huge',
  'redirect',
  'flaky',
  'paywalled',
  'providers',
  'apis',
] as const;

const input: ManifestInput = {
  identities,
  protocol: {
    programId,
    network: NETWORK,
    deploymentId: deriveDeploymentId({ programId, network: NETWORK }),
    mint: DEVNET_USDC_MINT,
    treasuryTokenAccount: addressOf(identities.stranger),
    registryVersion: 1n,
    minSigners: 2,
    redundancyBuffer: 1,
    prices: {
      x402RoundBase: 1n,
      rewardPerSignature: 2n,
      agentRoundBase: 3n,
      agentRoundPerSig: 4n,
      subscriptionRoundBase: 5n,
      subscriptionRoundPerSig: 6n,
    },
  },
  gatewayUrl: 'http://127.0.0.1:8080',
  metricsUrls: { gateway: 'http://127.0.0.1:8081/metrics', worker: 'http://127.0.0.1:8082/metrics' },
  rpcUrl: 'http://127.0.0.1:8899',
  wsUrl: 'ws://127.0.0.1:8900',
  redisUrl: 'redis://127.0.0.1:6379',
  controlUrl: 'http://127.0.0.1:8083',
  facilitatorUrl: 'http://127.0.0.1:8096',
  nodeUrls: identities.nodes.map(({ index }) => `http://127.0.0.1:${7_100 + index}`),
  nodeMetricsUrls: identities.nodes.map(({ index }) => `http://127.0.0.1:${7_200 + index}/metrics`),
  sources: Object.fromEntries(sourceNames.map((name) => [name, `http://127.0.0.1/${name}`])) as Record<
    (typeof sourceNames)[number],
    string
  >,
  ownSources: ['127.0.0.1:3000'],
  privateSourceSecret: 'secret',
  pids: { gateway: 1, worker: [2], redis: 3, nodes: [4, 5, 6, 7, 8], keeper: 9 },
};
const manifest: Manifest = describeWorld(input);

describe('the manifest', () => {
  it('has every member from the first day on; what is not built yet is empty', () => {
    expect(Object.keys(manifest).sort()).toEqual(
      [
        'gatewayUrl rpcUrl wsUrl facilitatorUrl redisUrl metricsUrls publicOrigin network programId deploymentId usdcMint gatewayPda',
        'gatewayAuthority treasury treasuryTokenAccount controlUrl registryVersion minSigners redundancyBuffer prices nodes keys sources ownSources secrets pids',
      ]
        .join(' ')
        .split(' ')
        .sort(),
    );
  });

  it('names the paywalled source where a facilitator settles its payments, and only there', () => {
    expect([manifest.facilitatorUrl, manifest.sources.paywalled]).toEqual(['http://127.0.0.1:8096', 'http://127.0.0.1/paywalled']);
    const without = describeWorld({ ...input, facilitatorUrl: '' });
    expect([without.facilitatorUrl, without.sources.paywalled]).toEqual(['', '']);
  });

  it('gives keys as 64 numbers and node keys as prefixed hex', () => {
    expect(manifest.keys.subscriptionOwner).toEqual([...identities.subscriptionOwner]);
    expect(manifest.keys.otherOwner).toEqual([...identities.otherOwner]);
    expect(manifest.keys.delegate).toEqual([...identities.delegate]);
    expect(manifest.keys.pausedEscrowPayer).toEqual([...identities.pausedEscrowPayer]);
    expect(manifest.keys.subscriptionOwner).toHaveLength(64);
    for (const node of manifest.nodes) {
      expect(node.publicKey).toMatch(/^0x[0-9a-f]{128}$/);
      expect(node.encryptionPublicKey).toMatch(/^0x[0-9a-f]{64}$/);
    }
  });

  it('names no secret of nodes, gateway or administrator', () => {
    const text = JSON.stringify(manifest);
    for (const key of [
      identities.gateway,
      identities.facilitator,
      identities.paywalledSource,
      ...identities.nodes.map(({ operator }) => operator),
    ])
      expect(text).not.toContain(JSON.stringify([...key]));
    for (const node of identities.nodes) expect(text).not.toContain(Buffer.from(node.secretKey).toString('hex'));
  });

  it('is replaced as a whole and removed without a trace', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'manifest-'));
    const state = await openStateFolder(folder);
    await writeManifest(state, manifest);
    await writeManifest(state, { ...manifest, registryVersion: 2 });
    expect(JSON.parse(await readFile(state.manifest, 'utf8'))).toMatchObject({ registryVersion: 2 });
    await removeManifest(state);
    expect((await readdir(folder)).filter((name) => name.startsWith('manifest'))).toEqual([]);
    await rm(folder, { recursive: true, force: true });
  });
});

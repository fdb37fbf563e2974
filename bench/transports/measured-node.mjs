/**
 * A node of the build in a process of its own, over a ledger in memory. Its parent asks it for its address, and for its CPU time before and
 * after a turn.
 */
import { deriveDeploymentId, formatAddress, toAddress } from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { publicKeyOf } from '@oracle-gateway/schnorr/signing';
import { createOracleNode } from '../../apps/oracle-node/dist/index.js';
import { cpuMs } from '../interleaved.mjs';
import { GATEWAY, NETWORK, NODE_KEYS, PROGRAM_ID } from './parties.mjs';

const [source = ''] = process.argv.slice(2);
const programId = toAddress(PROGRAM_ID);
const someKey = new Uint8Array(32).fill(0x42);
const registry = {
  version: 1n,
  redundancyBuffer: 1,
  minSigners: 2,
  active: NODE_KEYS.length,
  createdAt: 0n,
  acceptUntil: 2n ** 63n - 1n,
  keys: NODE_KEYS.map((key) => publicKeyOf(key)),
};
const gateway = { authority: GATEWAY, registeredAt: 1n, deactivatedAt: 0n, reactivatedAt: 0n };
const gateways = new Map([[formatAddress(gatewayAddress(programId, GATEWAY)), gateway]]);
const reader = {
  config: async () => ({ deploymentId: deriveDeploymentId({ programId, network: NETWORK }), versionGraceSeconds: 21_600n }),
  currentRegistry: async () => registry,
  readCurrentRegistry: async () => registry,
  registry: async () => registry,
  gateway: async (/** @type {any} */ address) => ({ value: gateways.get(formatAddress(address)) ?? null, slot: 1 }),
  node: async () => ({ value: null, slot: 1 }),
};

const limits = {
  maxConcurrentObservations: 256,
  maxConcurrentDryRuns: 16,
  dryRunsPerMinute: 600,
  maxConnections: 1_024,
  maxOpenSessionsPerGateway: 65_536,
  fetchTimeoutMs: 2_000,
  paidFetchTimeoutMs: 4_000,
};
const node = await createOracleNode(
  {
    server: { host: '127.0.0.1', port: 0 },
    solana: { programId, network: NETWORK },
    node: { index: 0 },
    sources: { allowed: [source], fixtures: {} },
    registry: { pollIntervalSeconds: 300, maxAgeSeconds: 600 },
    limits,
    metrics: { host: '127.0.0.1', port: 0 },
    log: { level: 'warn' },
    faults: { enabled: false },
  },
  { rpcUrls: ['http://127.0.0.1:1'], secretKey: NODE_KEYS[0] ?? someKey, encryptionKeys: [] },
  { reader },
);
const { url } = await node.listen();
process.send?.({ url });
process.on('message', () => process.send?.({ cpuMs: cpuMs() }));
process.on('disconnect', () => process.exit(0));

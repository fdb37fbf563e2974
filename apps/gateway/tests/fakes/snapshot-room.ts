import { randomBytes } from 'node:crypto';
import type { NodeErrorCode } from '@oracle-gateway/node-api';
import type { DeploymentId } from '@oracle-gateway/protocol';
import type { ConfigAccount, RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { createAggregateKeyCache, createCurveVerify, type SignedRegistrySnapshot, verifyRegistrySnapshot } from '@oracle-gateway/schnorr';
import { createWasmCurve } from '@oracle-gateway/schnorr/wasm';
import { createFailureMemory } from '@oracle-gateway/vouching';
import { createSigningNode, type SigningNode } from '@oracle-gateway/vouching/fixtures';
import {
  createSnapshotSweep,
  type KeptSnapshot,
  type NodeCallContext,
  NodeCallError,
  type SnapshotStore,
} from '../../src/engine/testing.js';
import { nodeCalls } from './engine-ports.js';

const DEPLOYMENT_ID = new Uint8Array(32).fill(1) as DeploymentId;
export const SWEEPS_START_MS = 1_700_000_000_000;
const curve = await createWasmCurve();

/** The store of one keypair, shared by its processes. Leases end with the clock. */
function memoryStore(clock: {
  ms: number;
}): { -readonly [Name in keyof SnapshotStore]: SnapshotStore[Name] } & { readonly kept: Map<bigint, KeptSnapshot> } {
  const kept = new Map<bigint, KeptSnapshot>();
  const leases = new Map<string, number>();
  /** When others named a version last. */
  const named = new Map<bigint, number>();
  const origins = new Map<bigint, Map<number, string>>();
  return {
    kept,
    namedAt: (version) => Promise.resolve(named.get(version) ?? null),
    release: ({ signerVersion, version, afterSeconds }) =>
      Promise.resolve(void leases.set(`${signerVersion}:${version}`, clock.ms + afterSeconds * 1_000)),
    noteOrigins: (version, nodes) => {
      const known = origins.get(version) ?? new Map<number, string>();
      for (const { index, origin } of nodes) known.set(index, origin);
      return Promise.resolve(void origins.set(version, known));
    },
    lastOrigins: (version) => Promise.resolve(origins.get(version) ?? new Map<number, string>()),
    read: (signerVersion) => Promise.resolve(kept.get(signerVersion ?? [...kept.keys()].sort().at(-1) ?? 0n) ?? null),
    keep: (snapshot) => {
      const { signerVersion, version, signedAtSeconds } = snapshot.signed.snapshot;
      if (version !== signerVersion) named.set(version, Math.max(named.get(version) ?? 0, signedAtSeconds));
      return Promise.resolve(void kept.set(signerVersion, snapshot));
    },
    claim: ({ signerVersion, version, leaseSeconds }) => {
      const name = `${signerVersion}:${version}`;
      if ((leases.get(name) ?? 0) > clock.ms) return Promise.resolve(false);
      leases.set(name, clock.ms + leaseSeconds * 1_000);
      return Promise.resolve(true);
    },
  };
}

interface Ledger {
  /** Called before each reading of the version. */
  onRead: () => void;
  readonly registries: Map<bigint, RegistryAccount>;
  config: Pick<ConfigAccount, 'registryVersion' | 'oldestAcceptedVersion'>;
}

/** Five nodes that sign, a ledger with version 1, and a gateway's process. */
export function openRoom() {
  const clock = { ms: SWEEPS_START_MS };
  const nodes = Array.from({ length: 6 }, (_, index) =>
    createSigningNode({ index, secretKey: new Uint8Array(32).fill(index + 1) }, { randomBytes, curve }),
  );
  const ledger: Ledger = { onRead: () => undefined, registries: new Map(), config: { registryVersion: 0n, oldestAcceptedVersion: 0n } };
  const change = (indices: readonly number[], { emergency = false } = {}): RegistryAccount => {
    const version = ledger.config.registryVersion + 1n;
    const keys = nodes.map(({ publicKey }, index) => (indices.includes(index) ? publicKey : null));
    const registry = {
      version,
      redundancyBuffer: 0,
      minSigners: 1,
      active: indices.length,
      createdAt: 0n,
      acceptUntil: 2n ** 63n - 1n,
      keys,
    };
    ledger.registries.set(version, registry);
    ledger.config = { registryVersion: version, oldestAcceptedVersion: emergency ? version : ledger.config.oldestAcceptedVersion };
    return registry;
  };
  change([0, 1, 2, 3, 4]);

  const store = memoryStore(clock);
  const faults = new Map<number, NodeErrorCode>();
  const asked: number[] = [];
  const told = { made: [] as SignedRegistrySnapshot[], kept: [] as number[], notVouched: [] as NodeCallContext[], failed: [] as unknown[] };
  const nodeAt = (index: number): SigningNode => {
    const node = nodes[index];
    const code = faults.get(index);
    if (code !== undefined) throw new NodeCallError({ nodeIndex: index, step: 'vouch', fault: 'refused', code });
    if (node === undefined) throw new TypeError('a node of this index');
    return node;
  };
  const openProcess = () =>
    createSnapshotSweep({
      deploymentId: DEPLOYMENT_ID,
      store,
      finalized: {
        config: () => {
          ledger.onRead();
          return Promise.resolve(ledger.config as ConfigAccount);
        },
        registry: (version) => Promise.resolve(ledger.registries.get(version) ?? null),
      },
      directory: (registry) =>
        Promise.resolve(
          registry.keys.flatMap((publicKey, index) => (publicKey === null ? [] : [{ index, publicKey, origin: '', encryptionKey: null }])),
        ),
      calls: nodeCalls({
        commit: async ({ index }, request) => Promise.resolve(nodeAt(index).commit(request)),
        vouch: async ({ index }, request) => {
          asked.push(index);
          const registry = ledger.registries.get(BigInt(request.signerVersion));
          return Promise.resolve(nodeAt(index).vouch(request, { keys: registry?.keys ?? [] }));
        },
      }),
      events: {
        notVouched: (context) => void told.notVouched.push(context),
        snapshotMade: (signed) => void told.made.push(signed),
        snapshotKept: (seconds) => void told.kept.push(seconds),
        sweepFailed: (error) => void told.failed.push(error),
      },
      curve: { curve, verify: createCurveVerify(curve), aggregateKeys: createAggregateKeyCache({ maxEntries: 8 }), randomBytes },
      memory: createFailureMemory(),
      clock: { nowMs: () => clock.ms, monotonicMs: () => clock.ms, wait: () => Promise.resolve() },
      signal: new AbortController().signal,
    });
  /** Signers' version and described version of each snapshot that was made, in order. */
  const made = (): string[] => told.made.map(({ snapshot }) => `${snapshot.signerVersion}→${snapshot.version}`);
  return { clock, ledger, change, store, faults, asked, told, openProcess, sweep: openProcess(), made };
}

export function verdictOf({ signed, signers }: KeptSnapshot) {
  return verifyRegistrySnapshot({ deploymentId: DEPLOYMENT_ID, registry: signers, signed });
}

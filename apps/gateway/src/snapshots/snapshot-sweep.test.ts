import { randomBytes } from 'node:crypto';
import type { NodeErrorCode } from '@oracle-gateway/node-api';
import type { DeploymentId } from '@oracle-gateway/protocol';
import type { ConfigAccount, RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { portableCurve, type SignedRegistrySnapshot, verifyRegistrySnapshot, verifySignature } from '@oracle-gateway/schnorr';
import { createSigningNode, type SigningNode } from '@oracle-gateway/vouching/fixtures';
import { describe, expect, it } from 'vitest';
import { type NodeCallContext, NodeCallError } from '../errors/node-call-error.js';
import { type KeptSnapshot, type SnapshotStore, UnreadableSnapshotError } from './snapshot-store.js';
import { createSnapshotSweep } from './snapshot-sweep.js';

const DEPLOYMENT_ID = new Uint8Array(32).fill(1) as DeploymentId;
const WEEK_MS = 7 * 86_400_000;
const START_MS = 1_700_000_000_000;

/** The store of one keypair, shared by its processes. Leases end with the clock. */
function memoryStore(clock: {
  ms: number;
}): { -readonly [Name in keyof SnapshotStore]: SnapshotStore[Name] } & { readonly kept: Map<bigint, KeptSnapshot> } {
  const kept = new Map<bigint, KeptSnapshot>();
  const leases = new Map<string, number>();
  return {
    kept,
    read: (signerVersion) => Promise.resolve(kept.get(signerVersion ?? [...kept.keys()].sort().at(-1) ?? 0n) ?? null),
    keep: (snapshot) => Promise.resolve(void kept.set(snapshot.signed.snapshot.signerVersion, snapshot)),
    claim: ({ signerVersion, version, leaseSeconds }) => {
      const name = `${signerVersion}:${version}`;
      if ((leases.get(name) ?? 0) > clock.ms) return Promise.resolve(false);
      leases.set(name, clock.ms + leaseSeconds * 1_000);
      return Promise.resolve(true);
    },
  };
}

interface Ledger {
  readonly registries: Map<bigint, RegistryAccount>;
  config: Pick<ConfigAccount, 'registryVersion' | 'oldestAcceptedVersion'>;
}

/** Five nodes that sign, a ledger with version 1, and a gateway's process. */
function openRoom() {
  const clock = { ms: START_MS };
  const nodes = Array.from({ length: 6 }, (_, index) =>
    createSigningNode({ index, secretKey: new Uint8Array(32).fill(index + 1) }, { randomBytes }),
  );
  const ledger: Ledger = { registries: new Map(), config: { registryVersion: 0n, oldestAcceptedVersion: 0n } };
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
        config: () => Promise.resolve(ledger.config as ConfigAccount),
        registry: (version) => Promise.resolve(ledger.registries.get(version) ?? null),
      },
      directory: (registry) =>
        Promise.resolve(
          registry.keys.flatMap((publicKey, index) => (publicKey === null ? [] : [{ index, publicKey, origin: '', encryptionKey: null }])),
        ),
      client: {
        commit: async ({ index }, request) => Promise.resolve(nodeAt(index).commit(request)),
        vouch: async ({ index }, request) => {
          asked.push(index);
          const registry = ledger.registries.get(BigInt(request.signerVersion));
          return Promise.resolve(nodeAt(index).vouch(request, { keys: registry?.keys ?? [] }));
        },
      },
      events: {
        notVouched: (context) => void told.notVouched.push(context),
        snapshotMade: (signed) => void told.made.push(signed),
        snapshotKept: (seconds) => void told.kept.push(seconds),
        sweepFailed: (error) => void told.failed.push(error),
      },
      curve: portableCurve,
      verify: verifySignature,
      randomBytes,
      nowMs: () => clock.ms,
      signal: new AbortController().signal,
    });
  /** Signers' version and described version of each snapshot that was made, in order. */
  const made = (): string[] => told.made.map(({ snapshot }) => `${snapshot.signerVersion}→${snapshot.version}`);
  return { clock, ledger, change, store, faults, asked, told, openProcess, sweep: openProcess(), made };
}

function verdictOf({ signed, signers }: KeptSnapshot) {
  return verifyRegistrySnapshot({ deploymentId: DEPLOYMENT_ID, registry: signers, signed });
}

describe('a sweep', () => {
  it('has the current version signed once, and anew each week', async () => {
    const { clock, sweep, made, told } = openRoom();
    await sweep();
    clock.ms += WEEK_MS - 1_000;
    await sweep();
    expect(made()).toEqual(['1→1']);
    clock.ms += 1_000;
    await sweep();
    expect(made()).toEqual(['1→1', '1→1']);
    expect(told.kept).toEqual([0, 0, WEEK_MS].map((laterMs) => (START_MS + laterMs) / 1_000));
    expect(told.failed).toEqual([]);
  });

  it('has the nodes sign another one in place of one that another release has kept', async () => {
    const { sweep, made, store, told } = openRoom();
    const { read } = store;
    store.read = (version) => (store.kept.size === 0 ? Promise.reject(new UnreadableSnapshotError()) : read(version));
    await sweep();
    expect(made()).toEqual(['1→1']);
    expect(told.failed).toEqual([]);
  });

  it('has each replaced version name its successor before the successor signs for itself, and each only once', async () => {
    const { change, sweep, made, store } = openRoom();
    await sweep();
    change([1, 2, 3, 4, 5]);
    await sweep();
    change([2, 3, 4, 5]);
    await sweep();
    await sweep();
    expect(made()).toEqual(['1→1', '1→2', '2→2', '2→3', '3→3']);
    for (const kept of store.kept.values()) expect(verdictOf(kept)).toMatchObject({ ok: true });
  });

  it('has every version that was missed name the newest one', async () => {
    const { change, sweep, made } = openRoom();
    for (const indices of [
      [1, 2, 3],
      [2, 3, 4],
      [3, 4, 5],
      [0, 1, 2, 3],
    ])
      change(indices);
    await sweep();
    expect(made()).toEqual(['1→5', '2→5', '3→5', '4→5', '5→5']);
  });

  it('asks the last four replaced versions and none before', async () => {
    const { change, sweep, made } = openRoom();
    for (let more = 0; more < 6; more += 1) change([0, 1, 2]);
    await sweep();
    expect(made()).toEqual(['3→7', '4→7', '5→7', '6→7', '7→7']);
  });

  it('carries an emergency, by the nodes of the ended version too', async () => {
    const { change, sweep, told } = openRoom();
    change([0, 1, 2, 3], { emergency: true });
    await sweep();
    expect(told.made.map(({ snapshot }) => snapshot.oldestAcceptedVersion)).toEqual([2n, 2n]);
  });

  it('leaves out a version whose account the ledger has closed', async () => {
    const { change, ledger, sweep, made, told } = openRoom();
    change([0, 1, 2]);
    ledger.registries.delete(1n);
    await sweep();
    expect([made(), told.failed]).toEqual([['2→2'], []]);
  });

  it('signs without a node that refuses, and tells of it', async () => {
    const { sweep, faults, told, store } = openRoom();
    faults.set(0, 'stale_registry');
    await sweep();
    const kept = await store.read(1n);
    expect(kept === null ? null : verdictOf(kept)).toEqual({ ok: true, signers: [1, 2, 3, 4] });
    expect(told.notVouched).toEqual([{ nodeIndex: 0, step: 'vouch', fault: 'refused', code: 'stale_registry' }]);
  });

  it('goes on to the next version where too few nodes of one sign, and tries again when its lease has ended', async () => {
    const { clock, change, sweep, faults, made, told } = openRoom();
    change([2, 3, 4, 5]);
    for (const retired of [0, 1]) faults.set(retired, 'not_ready');
    await sweep();
    expect(made()).toEqual(['2→2']);
    expect(told.failed).toEqual([expect.objectContaining({ message: expect.stringContaining('it needs 4 of 5 nodes') as string })]);
    faults.clear();
    await sweep();
    expect(made()).toEqual(['2→2']);
    clock.ms += 20_000;
    await sweep();
    expect(made()).toEqual(['2→2', '1→2']);
  });

  it('has a retired quorum name the successor of the ledger, never another', async () => {
    const { change, sweep, store } = openRoom();
    const second = change([3, 4, 5]);
    await sweep();
    const kept = await store.read(1n);
    expect(kept?.signed.snapshot).toMatchObject({ version: 2n, keys: second.keys, minSigners: 1 });
    const forged = { ...kept!.signed, snapshot: { ...kept!.signed.snapshot, keys: kept!.signers.keys } };
    expect(verdictOf({ ...kept!, signed: forged })).toEqual({ ok: false, reason: 'signature' });
  });

  it('makes nothing twice after a restart', async () => {
    const { sweep, openProcess, made, asked } = openRoom();
    await sweep();
    const before = asked.length;
    await openProcess()();
    expect([made(), asked.length]).toEqual([['1→1'], before]);
  });

  it('of several processes at once asks nodes once', async () => {
    const { openProcess, made } = openRoom();
    await Promise.all([1, 2, 3].map(() => openProcess()()));
    expect(made()).toEqual(['1→1']);
  });

  it('tells that no snapshot is kept where nodes do not sign', async () => {
    const { sweep, faults, told } = openRoom();
    for (const index of [0, 1, 2, 3, 4]) faults.set(index, 'not_ready');
    await sweep();
    expect([told.kept, told.failed.length]).toEqual([[0], 1]);
  });
});

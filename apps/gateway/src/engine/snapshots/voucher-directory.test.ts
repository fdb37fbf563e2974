import { randomBytes } from 'node:crypto';
import { type DeploymentId, toHex, unixSeconds } from '@oracle-gateway/protocol';
import type { NodeAccount, RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { createCurveVerify, verifyRegistrySnapshot } from '@oracle-gateway/schnorr';
import { createWasmCurve } from '@oracle-gateway/schnorr/wasm';
import { createFailureMemory, gatherSnapshot, TooFewVouchersError, type Voucher, type VoucherCalls } from '@oracle-gateway/vouching';
import { createSigningNode, type SigningNode } from '@oracle-gateway/vouching/fixtures';
import { describe, expect, it } from 'vitest';
import { nodeAccount } from '../../../tests/fakes/ledger-accounts.js';
import { createVoucherDirectory } from './voucher-directory.js';

const DEPLOYMENT_ID = new Uint8Array(32).fill(1) as DeploymentId;
const curve = await createWasmCurve();

function keyed(index: number, fill: number): SigningNode {
  return createSigningNode({ index, secretKey: new Uint8Array(32).fill(fill) }, { randomBytes, curve });
}

/** Nodes of version 7 with their accounts, and the processes at each origin. */
function openWorld(count: number) {
  const nodes = Array.from({ length: count }, (_, index) => keyed(index, index + 1));
  const accounts = nodes.map((node): NodeAccount => accountOf(node, node.origin));
  const keys = nodes.map(({ publicKey }) => publicKey);
  const registry: RegistryAccount = { ...VERSION, active: count, keys };
  /** Keys that the process of an origin has. */
  const processes = new Map<string, SigningNode[]>(nodes.map((node) => [node.origin, [node]]));
  const origins = new Map<number, string>();
  const directory = createVoucherDirectory({
    ledger: { nodes: () => Promise.resolve(accounts) },
    store: {
      noteOrigins: (_version, noted) => {
        for (const { index, origin } of noted) origins.set(index, origin);
        return Promise.resolve();
      },
      lastOrigins: () => Promise.resolve(origins),
    },
  });
  /** The node whose key an asker means, at an origin. */
  const at = ({ origin, index }: Voucher, publicKey: string | undefined): SigningNode | undefined =>
    processes.get(origin)?.find((node) => node.index === index && (publicKey === undefined || toHex(node.publicKey) === publicKey));
  const calls: VoucherCalls<Voucher> = {
    commit: (node, request) => Promise.resolve(at(node, request.publicKey)?.commit(request) ?? null),
    vouch: (node, request) => Promise.resolve(at(node, toHex(node.publicKey))?.vouch(request, { keys }) ?? null),
    blame: () => undefined,
  };
  const verify = createCurveVerify(curve);
  const clocks = { nowMs: () => 200_000, monotonicMs: () => 0 };
  const gather = async (): Promise<boolean> => {
    const versions = { signerVersion: 7n, version: 8n, oldestAcceptedVersion: 0n };
    const snapshot = { deploymentId: DEPLOYMENT_ID, ...versions, signedAtSeconds: unixSeconds(1), minSigners: 1, keys };
    const deps = { calls, memory: createFailureMemory(), curve, verify, randomBytes, ...clocks };
    const signed = await gatherSnapshot({ toVouch: { snapshot, signers: registry }, nodes: await directory(registry) }, deps);
    return verifyRegistrySnapshot({ deploymentId: DEPLOYMENT_ID, registry, signed }, { verify }).ok;
  };
  return { nodes, accounts, processes, directory, registry, gather };
}

const VERSION = { version: 7n, redundancyBuffer: 0, minSigners: 1, createdAt: 0n, acceptUntil: 0n } as const;

function accountOf({ index, publicKey }: SigningNode, endpoint: string): NodeAccount {
  return nodeAccount({ index, publicKey, endpoint });
}

/** Replaced keys and all keys of a version: as many as keep it from naming its successor, and all of them. */
const REPLACED = [
  [1, 3],
  [2, 4],
  [2, 5],
  [3, 7],
  [5, 13],
  [13, 13],
] as const;

describe('a version whose keys were replaced at once names its successor', () => {
  it.each(REPLACED)('%i of %i, where the same processes keep the earlier keys', async (replaced, count) => {
    const { nodes, accounts, processes, gather } = openWorld(count);
    for (const node of nodes.slice(0, replaced)) {
      const next = keyed(node.index, 100 + node.index);
      accounts[node.index] = accountOf(next, node.origin);
      processes.set(node.origin, [next, node]);
    }
    expect(await gather()).toBe(true);
  });

  it.each(REPLACED)('%i of %i, where others have the places, and the gateway saw the earlier endpoints', async (replaced, count) => {
    const { nodes, accounts, processes, directory, registry, gather } = openWorld(count);
    await directory(registry);
    for (const node of nodes.slice(0, replaced)) {
      const next = keyed(node.index, 100 + node.index);
      const endpoint = `https://next-${node.index}.example`;
      accounts[node.index] = accountOf(next, endpoint);
      processes.set(endpoint, [next]);
    }
    expect(await gather()).toBe(true);
  });

  it('and not where no process has them any more', async () => {
    const { nodes, accounts, processes, gather } = openWorld(4);
    for (const node of nodes.slice(0, 2)) {
      const next = keyed(node.index, 100 + node.index);
      accounts[node.index] = accountOf(next, node.origin);
      processes.set(node.origin, [next]);
    }
    await expect(gather()).rejects.toBeInstanceOf(TooFewVouchersError);
  });
});

import { randomBytes } from 'node:crypto';
import type { CommitResponse, VouchResponse } from '@oracle-gateway/node-api';
import { type DeploymentId, unixSeconds } from '@oracle-gateway/protocol';
import { createCurveVerify, type RegistryKeys, verifyRegistrySnapshot } from '@oracle-gateway/schnorr';
import { createWasmCurve } from '@oracle-gateway/schnorr/wasm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFailureMemory } from './failure-memory.js';
import { createSigningNode, type SigningNode } from './fixtures.js';
import { fewestToVouch, gatherSnapshot, type VoucherCalls } from './gather-snapshot.js';

/** Small here; `VOUCHING_RUNS=5000` for a long run. */
const numRuns = Number(process.env['VOUCHING_RUNS'] ?? 60);
/** A run takes 100 ms at most; the machine may be shared. */
const timeoutMs = 60_000 + numRuns * 1_000;
const DEPLOYMENT_ID = new Uint8Array(32).fill(1) as DeploymentId;
const GATHERINGS = 2;

const curve = await createWasmCurve();
const all = Array.from({ length: 16 }, (_, index) =>
  createSigningNode({ index, secretKey: new Uint8Array(32).fill(index + 1) }, { randomBytes, curve }),
);
const stolen = all[15]!.commit({ count: 1, gatewayNonce: `0x${'00'.repeat(16)}` }).nonces[0]!.d;

const COMMIT_FAULTS = ['silent', 'no point', 'one point twice', 'point of an accomplice', 'no nonce'] as const;
const VOUCH_FAULTS = ['silent', 'wrong partial', 'other nonces'] as const;
/** When a node fails. `alone`: as the only one of an attempt, so that each attempt costs as much as it can. */
const WHEN = ['always', 'alone', 'once'] as const;

interface Failing {
  /** Place of the node, modulo the number of nodes. */
  readonly at: number;
  readonly commit: (typeof COMMIT_FAULTS)[number] | null;
  readonly vouch: (typeof VOUCH_FAULTS)[number];
  readonly when: (typeof WHEN)[number];
  /** The honest node of this index has a second endpoint, and this node is there. */
  readonly isTwin: boolean;
}

const failing: fc.Arbitrary<Failing> = fc.record({
  at: fc.nat(63),
  commit: fc.option(fc.constantFrom(...COMMIT_FAULTS), { nil: null }),
  vouch: fc.constantFrom(...VOUCH_FAULTS),
  when: fc.constantFrom(...WHEN),
  isTwin: fc.boolean(),
});
const world = fc.record({ count: fc.constantFrom(4, 5, 7, 10, 13), failing: fc.array(failing, { minLength: 1, maxLength: 12 }) });

it(
  'a snapshot is signed whatever failing nodes do, in whatever order, while those left are more than two thirds; none of those is blamed',
  () =>
    fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        const { nodes, registry, calls, blamed, failures } = build(drawn);
        const snapshot = { deploymentId: DEPLOYMENT_ID, signerVersion: 7n, version: 8n, oldestAcceptedVersion: 0n, minSigners: 1 };
        const toVouch = { signers: registry, snapshot: { ...snapshot, signedAtSeconds: unixSeconds(100), keys: registry.keys } };
        const clock = { nowMs: () => 200_000, monotonicMs: () => 0 };
        const deps = { calls, memory: createFailureMemory(), curve, verify: createCurveVerify(curve), randomBytes, ...clock };
        for (let gathering = 0; gathering < GATHERINGS; gathering += 1) {
          const signed = await gatherSnapshot({ toVouch, nodes }, deps);
          expect(verifyRegistrySnapshot({ deploymentId: DEPLOYMENT_ID, registry, signed }).ok).toBe(true);
        }
        expect([...blamed].filter((node) => !failures.has(node))).toEqual([]);
      }),
      { numRuns },
    ),
  timeoutMs,
);

/** Nodes of one version: at most as many fail as may, and any number of strangers is at second endpoints of honest ones. */
function build(input: { readonly count: number; readonly failing: readonly Failing[] }) {
  const honest = all.slice(0, input.count);
  const registry: RegistryKeys = { version: 7n, keys: honest.map(({ publicKey }) => publicKey), minSigners: 1 };
  const failures = new Map<SigningNode, Failing>();
  const nodes = [...honest];
  let left = input.count - fewestToVouch(input.count);
  for (const how of input.failing) {
    const node = honest[how.at % input.count]!;
    if (how.isTwin) {
      const twin = { ...node, origin: `http://twin-${failures.size}.test` };
      nodes.splice(how.at % nodes.length, 0, twin);
      failures.set(twin, how);
    } else if (left > 0 && !failures.has(node)) {
      left -= 1;
      failures.set(node, how);
    }
  }
  const blamed = new Set<SigningNode>();
  const seen = new Map<SigningNode, number>();
  const spoilt = new Set<string>();
  /** Whether the node fails at this call. `attempt` names what is signed. */
  const fails = (node: SigningNode, attempt: string): boolean => {
    const how = failures.get(node);
    if (how === undefined) return false;
    const before = seen.get(node) ?? 0;
    seen.set(node, before + 1);
    if (how.when === 'once') return before === 0;
    if (how.when === 'always') return true;
    if (spoilt.has(attempt)) return false;
    spoilt.add(attempt);
    return true;
  };
  const calls: VoucherCalls<SigningNode> = {
    commit(node, request) {
      const answer = node.commit(request);
      const how = failures.get(node)?.commit ?? null;
      const isSpoilt = how !== null && fails(node, 'commit');
      if (isSpoilt && how === 'silent') blamed.add(node);
      return Promise.resolve(isSpoilt ? spoiltCommitment(answer, how) : answer);
    },
    vouch(node, request) {
      const how = failures.get(node);
      // A node that showed a point that is not its own cannot sign.
      const mayFail = how !== undefined && (fails(node, JSON.stringify(request.signers)) || how.commit === 'point of an accomplice');
      return Promise.resolve(mayFail ? spoiltPartial(node.index, how.vouch) : node.vouch(request, registry));
    },
    blame: (index) => {
      const suspects = nodes.filter((node) => node.index === index);
      if (!suspects.some((node) => failures.has(node))) blamed.add(suspects[0]!);
    },
  };
  return { nodes, registry, calls, blamed, failures };
}

function spoiltCommitment(answer: CommitResponse, how: (typeof COMMIT_FAULTS)[number]): CommitResponse | null {
  const { d, e } = answer.nonces[0]!;
  switch (how) {
    case 'silent':
      return null;
    case 'no point':
      return { ...answer, nonces: [{ d, e: `0x02${'ff'.repeat(32)}` }] };
    case 'one point twice':
      return { ...answer, nonces: [{ d, e: d }] };
    case 'point of an accomplice':
      return { ...answer, nonces: [{ d: stolen, e }] };
    case 'no nonce':
      return { ...answer, nonces: [] };
  }
}

function spoiltPartial(index: number, how: (typeof VOUCH_FAULTS)[number]): VouchResponse | null {
  const partial = `0x${(index + 1).toString(16).padStart(64, '0')}`;
  switch (how) {
    case 'silent':
      return null;
    case 'wrong partial':
      return { partial, groupCommitment: `0x02${'01'.repeat(32)}` };
    case 'other nonces':
      return { partial, groupCommitment: `0x03${'01'.repeat(32)}` };
  }
}

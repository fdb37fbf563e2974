import { randomBytes } from 'node:crypto';
import { toHex } from '@oracle-gateway/protocol';
import { createCurveVerify } from '@oracle-gateway/schnorr';
import { createFastCurve } from '@oracle-gateway/schnorr/native';
import { createFailureMemory, gatherSnapshot, snapshotJson, type VoucherCalls } from '@oracle-gateway/vouching';
import { createSigningNode, type SigningNode } from '@oracle-gateway/vouching/fixtures';
import type { EvmNodes } from './evm-nodes.js';

const { curve } = await createFastCurve({ installedBy: import.meta.url });

/** Ways of a hostile node that is to vouch. */
export const HOSTILITIES = ['refuses', 'signs another digest', 'answers late', 'signs what was asked before'] as const;
type Hostility = (typeof HOSTILITIES)[number];

/** A gateway waits as long for one answer. */
const CALL_MS = 2_000;

/** Has nodes vouch as a gateway does, though some are hostile. */
export interface HostileVouchers {
  /** `data` of a gateway: the nodes of a version name the next one. Throws TooFewVouchersError. */
  gather(signers: EvmNodes, next: EvmNodes, nowMs: number): Promise<unknown>;
  readonly seen: { gatherings: number; exchanges: number; readonly failures: Record<Hostility, number> };
}

/** @param hostile indices; each does what stands at its place of HOSTILITIES */
export function createHostileVouchers(hostile: readonly number[]): HostileVouchers {
  const memory = createFailureMemory();
  const seen = {
    gatherings: 0,
    exchanges: 0,
    failures: { refuses: 0, 'signs another digest': 0, 'answers late': 0, 'signs what was asked before': 0 },
  };
  const digests: string[] = [];
  const bySecret = new Map<string, SigningNode>();
  const random = (length: number): Uint8Array => Uint8Array.from(randomBytes(length));
  let lateMs = 0;

  function voucher(secretKey: Uint8Array, index: number): SigningNode {
    const known = bySecret.get(toHex(secretKey)) ?? createSigningNode({ index, secretKey }, { randomBytes: random, curve });
    bySecret.set(toHex(secretKey), known);
    return known;
  }

  return {
    seen,
    async gather(signers, next, nowMs) {
      const registry = { version: signers.version, keys: signers.keys, minSigners: 1 };
      const exchanges = new Set<string>();
      const calls: VoucherCalls<SigningNode> = {
        commit: (node, request) => Promise.resolve(node.commit(request)),
        vouch(node, request) {
          exchanges.add(JSON.stringify(request.signers));
          const how = HOSTILITIES[hostile.indexOf(node.index)];
          if (how === undefined) return Promise.resolve(node.vouch(request, registry));
          seen.failures[how] += 1;
          if (how === 'answers late') lateMs += CALL_MS;
          const before = digests.at(-1);
          const message = how === 'signs another digest' ? toHex(random(32)) : how === 'signs what was asked before' ? before : undefined;
          return Promise.resolve(message === undefined ? null : node.vouch({ ...request, message }, registry));
        },
        blame: () => undefined,
      };
      const snapshot = signers.snapshotOf(next, nowMs);
      const clock = { nowMs: () => nowMs, monotonicMs: () => lateMs };
      const deps = { calls, memory, curve, verify: createCurveVerify(curve), randomBytes: random, ...clock };
      const nodes = signers.secrets.map(voucher);
      const signed = await gatherSnapshot({ toVouch: { snapshot, signers: registry }, nodes }, deps);
      seen.gatherings += 1;
      seen.exchanges += exchanges.size;
      const made = snapshotJson(signed, []);
      digests.push(made.message);
      return made;
    },
  };
}

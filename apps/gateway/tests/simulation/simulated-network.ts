import type { NodeErrorCode, ObserveRequest } from '@oracle-gateway/node-api';
import { SigningSessionError } from '@oracle-gateway/schnorr/signing';
import { type CallLimits, faultOfCode, NodeCallError, type NodeCalls, type NodeFault, type NodeStep } from '../../src/engine/testing.js';
import type { AskableNode } from '@oracle-gateway/protocol/accounts';
import { type NodeSigner, Refusal } from '../fakes/node-signer.js';
import type { SeededRandom } from './seeded-random.js';

/** Trick of a source, or its caller, on one node at one observation: that fault or refusal, or an answer so much later. */
export type SourceTrick = { readonly fault: NodeFault } | { readonly code: NodeErrorCode } | { readonly lateMs: number };
/** Null: nothing. */
export type SourceTricks = (nodeIndex: number, request: ObserveRequest) => SourceTrick | null;

/** Fate of one call. */
type Fate = 'good' | 'slow' | 'lost' | 'reply lost' | 'reset' | 'crash' | 'twice';
const TROUBLES: readonly [Fate, ...Fate[]] = ['slow', 'slow', 'lost', 'reply lost', 'reset', 'crash', 'twice'];

/**
 * The client of nodes that are there, over a network that delays, loses, doubles and cuts as the seed says.
 *
 * @param trouble how often a call does not simply arrive, in 0..1
 */
export function simulateNetwork(
  signers: readonly NodeSigner[],
  {
    random,
    trouble,
    tricks = () => null,
    backWithinMs = 20,
  }: { readonly random: SeededRandom; readonly trouble: number; readonly tricks?: SourceTricks; readonly backWithinMs?: number },
): NodeCalls {
  const call = <T>(
    node: AskableNode,
    step: NodeStep,
    ask: (signer: NodeSigner) => T,
    { deadlineMs, signal }: CallLimits,
    trick: SourceTrick | null = null,
  ): Promise<T> =>
    new Promise((resolve, reject) => {
      const signer = signers[node.index];
      if (signer === undefined) throw new Error('no such node');
      const fail = (fault: NodeFault, rest = {}): void => {
        reject(new NodeCallError({ nodeIndex: node.index, step, fault, ...rest }));
      };
      const fate = random.happens(trouble) ? random.pick(TROUBLES) : 'good';
      const [thereMs, backMs] = [random.between(1, 20), fate === 'slow' ? random.between(200, 3_000) : random.between(1, backWithinMs)];
      const lateMs = trick !== null && 'lateMs' in trick ? trick.lateMs : 0;
      const timer = setTimeout(fail, deadlineMs, 'timeout');
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        fail('aborted');
      });
      const answer = (): void => {
        const reply = trick === null || 'lateMs' in trick ? replyOf(() => ask(signer)) : trick;
        if (fate === 'twice') replyOf(() => ask(signer));
        if (fate === 'reply lost') return;
        setTimeout(() => {
          clearTimeout(timer);
          if ('value' in reply) resolve(reply.value);
          else if ('fault' in reply) fail(reply.fault);
          else fail(faultOfCode(reply.code), { code: reply.code });
        }, backMs + lateMs);
      };
      const cut = (): void => {
        if (fate === 'crash') signer.restart();
        clearTimeout(timer);
        fail('unreachable');
      };
      if (fate === 'reset' || fate === 'crash') setTimeout(cut, thereMs);
      else if (fate !== 'lost') setTimeout(answer, thereMs);
    });
  return {
    commit: (node, request, limits) => call(node, 'commit', (signer) => signer.commit(request), limits),
    observe: (node, request, limits) => call(node, 'observe', (signer) => signer.observe(request), limits, tricks(node.index, request)),
    sign: (node, request, limits) => call(node, 'sign', (signer) => signer.sign(request), limits),
    release: (node, request, limits) => call(node, 'release', (signer) => signer.release(request), limits),
    vouch: (node, request, limits) => call(node, 'vouch', (signer) => signer.vouch(request), limits),
    simulate: (node, request, limits) => call(node, 'simulate', (signer) => signer.simulate(request), limits),
  };
}

function replyOf<T>(work: () => T): { readonly value: T } | { readonly code: Refusal['code'] } {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof SigningSessionError) return { code: 'signers_mismatch' };
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code };
  }
}

import type { SimulateRequest } from '@oracle-gateway/node-api';
import { type NodeCallContext, NodeCallError } from '../nodes/node-call-error.js';
import type { RoundPorts } from '../model/round-ports.js';
import type { RoundNode } from '../nodes/node-directory.js';
import { type SealedSecrets, sealedFor } from '../model/admitted-round.js';
import { type NodeTrouble, nodeTrouble } from './node-trouble.js';

/** Value that one node saw, or its trouble. */
export type NodeSight = {
  readonly node: RoundNode;
  /** Milliseconds from the question to the answer. */
  readonly latencyMs: number;
} & (Seen | Failed);

interface Seen {
  /** 32 bytes packed, 0x hex. */
  readonly value: string;
  readonly receivedAtMs: number;
  /** When the answer came, by the wall clock. */
  readonly arrivedAtMs: number;
}

interface Failed {
  readonly failure: NodeCallContext;
  /** The failure in words for the caller. */
  readonly trouble: NodeTrouble;
}

export type SeenBy = Extract<NodeSight, Seen>;

/** Asks each node once. Resolves when every one has answered, failed or run out of time; in the order in which they did. */
export async function askNodes(
  {
    nodes,
    signal,
    sealed,
    apiConfig,
    requester,
  }: {
    readonly nodes: readonly RoundNode[];
    readonly apiConfig: SimulateRequest['apiConfig'];
    readonly requester: string;
    readonly sealed: SealedSecrets | undefined;
    readonly signal: AbortSignal;
  },
  ports: RoundPorts,
): Promise<readonly NodeSight[]> {
  const arrived: NodeSight[] = [];
  await Promise.all(
    nodes.map(async (node) => {
      const own = sealed === undefined ? undefined : sealedFor(node.index, sealed);
      arrived.push(await askNode(node, { apiConfig, requester, ...(own === undefined ? {} : { sealed: own }) }, signal, ports));
    }),
  );
  return arrived;
}

/** Faults are told to the caller and held against no node: strangers choose what nodes are asked here. */
async function askNode(
  node: RoundNode,
  request: SimulateRequest,
  signal: AbortSignal,
  { nodes, settings: { observeDeadlineMs: deadlineMs }, clock: { nowMs, monotonicMs } }: RoundPorts,
): Promise<NodeSight> {
  const startedMs = monotonicMs();
  const latencyMs = (): number => Math.max(0, Math.round(monotonicMs() - startedMs));
  try {
    const { index, value, receivedAtMs } = await nodes.calls.simulate(node, request, { deadlineMs, signal });
    if (index !== node.index) throw new NodeCallError({ nodeIndex: node.index, step: 'simulate', fault: 'bad_answer' });
    return { node, latencyMs: latencyMs(), value, receivedAtMs, arrivedAtMs: nowMs() };
  } catch (error) {
    if (!(error instanceof NodeCallError)) throw error;
    const { context: failure } = error;
    return { node, latencyMs: latencyMs(), failure, trouble: nodeTrouble(failure, request.apiConfig.responseParser) };
  }
}

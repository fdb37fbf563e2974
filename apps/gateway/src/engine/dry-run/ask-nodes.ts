import {
  type AbsentValue,
  type ObservedValueHex,
  readObservedValues,
  type SimulateRequest,
  type SimulateResponse,
} from '@oracle-gateway/node-api';
import type { ObservedValue } from '@oracle-gateway/protocol';
import { subjectMembers } from '@oracle-gateway/protocol/internal';
import type { FailedSubject } from '../../errors/source-failure.js';
import { faultOfCode, type NodeCallContext, NodeCallError } from '../nodes/node-call-error.js';
import type { RoundPorts } from '../model/round-ports.js';
import { spacingOf } from '../model/round-session.js';
import type { CallLimits } from '../nodes/node-transport.js';
import { createSpacedStarts } from '../observing/spaced-starts.js';
import type { RoundNode } from '../nodes/node-directory.js';
import { type SealedSources, sealedFor } from '../model/admitted-round.js';
import { hasValuesOf } from '../observing/observation.js';
import { type NodeTrouble, nodeTrouble } from './node-trouble.js';

/** The sight of one node: its values, or its trouble. */
export type NodeSight = {
  readonly node: RoundNode;
  /** Milliseconds from the question to the answer. */
  readonly latencyMs: number;
} & (Seen | Failed);

interface Seen {
  /** One for a source or an index. A list has one for each source: its value, or the trouble with it. */
  readonly values: readonly (ObservedValueHex | NodeTrouble)[];
  /** The answer of the node itself. */
  readonly answered: SimulateResponse['values'];
  /** The same values as numbers to decide by; null: absent. */
  readonly observed: readonly (ObservedValue | null)[];
  /** When the answer came, by the wall clock. */
  readonly arrivedAtMs: number;
}

interface Failed {
  readonly failure: NodeCallContext;
  /** The failure in words for the caller. */
  readonly trouble: NodeTrouble;
}

export type SeenBy = Extract<NodeSight, Seen>;

/**
 * Asks each node once, apart where the source wants that. Resolves when every one has answered, failed or run out of time; in the order in which
 * they did. A node whose turn would come too late is not among them.
 */
export async function askNodes(
  {
    nodes,
    quorum,
    signal,
    sealed,
    requester,
    ...tried
  }: FailedSubject & {
    readonly nodes: readonly RoundNode[];
    readonly quorum: number;
    readonly requester: string;
    readonly sealed: SealedSources | undefined;
    readonly signal: AbortSignal;
  },
  ports: RoundPorts,
): Promise<readonly NodeSight[]> {
  const { observeDeadlineMs, spacing } = ports.settings;
  const spacingMs = spacingOf(tried.subject, spacing);
  const starts = spacingMs === 0 ? null : createSpacedStarts({ spacingMs, quorum, deadlineMs: observeDeadlineMs, signal }, ports.clock);
  const arrived: NodeSight[] = [];
  await Promise.all(
    nodes.map(async (node) => {
      const heldMs = starts === null ? 0 : await starts.take();
      if (heldMs === null) return;
      const deadlineMs = observeDeadlineMs - heldMs;
      const own = sealedFor(node.index, sealed);
      const request = { ...subjectMembers(tried.subject), requester, ...(own === undefined ? {} : { sealed: own }) };
      arrived.push(await askNode(node, { request, tried, deadlineMs, signal }, ports));
    }),
  );
  return arrived;
}

/** Faults are told to the caller and held against no node: strangers choose what nodes are asked here. */
async function askNode(
  node: RoundNode,
  { request, tried, ...limits }: CallLimits & { readonly request: SimulateRequest; readonly tried: FailedSubject },
  { nodes, clock: { nowMs, monotonicMs } }: RoundPorts,
): Promise<NodeSight> {
  const startedMs = monotonicMs();
  const latencyMs = (): number => Math.max(0, Math.round(monotonicMs() - startedMs));
  try {
    const { index, values } = await nodes.calls.simulate(node, request, limits);
    if (index !== node.index || !hasValuesOf(tried.subject, values))
      throw new NodeCallError({ nodeIndex: node.index, step: 'simulate', fault: 'bad_answer' });
    const told = values.map((one, place) => ('value' in one ? one : absentTrouble(node, one, { place, tried })));
    return { node, latencyMs: latencyMs(), values: told, answered: values, observed: readObservedValues(values), arrivedAtMs: nowMs() };
  } catch (error) {
    if (!(error instanceof NodeCallError)) throw error;
    const { context: failure } = error;
    return { node, latencyMs: latencyMs(), failure, trouble: nodeTrouble(failure, tried) };
  }
}

function absentTrouble(
  { index: nodeIndex }: RoundNode,
  { reason }: AbsentValue,
  { place, tried }: { readonly place: number; readonly tried: FailedSubject },
): NodeTrouble {
  const { code, step, rule, upstreamStatus } = reason;
  const failure = {
    nodeIndex,
    step: 'simulate',
    fault: faultOfCode(code),
    code,
    place,
    ...(step === undefined ? {} : { sourceStep: step }),
    ...(rule === undefined ? {} : { sourceRule: rule }),
    ...(upstreamStatus === undefined ? {} : { upstreamStatus }),
  } as const;
  // The place of the answer names the source.
  const { source: _source, ...trouble } = nodeTrouble(failure, tried);
  return trouble;
}

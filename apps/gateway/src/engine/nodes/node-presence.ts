import type { CurrentRegistryReader } from '@oracle-gateway/ledger';
import type { ClockWatch } from './clock-watch.js';
import { NodeCallError } from './node-call-error.js';
import type { NodeCalls } from './node-client.js';
import type { NodeDirectory, RoundNode } from './node-directory.js';
import type { LastCalls } from './node-health.js';

/** Number of nodes that answer this process, against the number that the smallest quorum needs. */
export interface Presence {
  readonly answering: number;
  readonly needed: number;
}

export interface NodePresence {
  /** null until the first check is over. */
  presence(): Presence | null;
  /** Reads the nodes of the ledger and asks each that has not answered for a while. Throws what the ledger's reader throws. */
  check(): Promise<void>;
}

export interface NodePresenceDeps {
  readonly ledger: CurrentRegistryReader;
  readonly directory: NodeDirectory;
  readonly client: NodeCalls;
  readonly lastCalls: LastCalls;
  readonly events: { nodesCheckedAt(presence: Presence): void };
  /** A clock that is never set back. */
  readonly monotonicMs: () => number;
  readonly signal: AbortSignal;
}

/** The id of no session. */
const NOTHING_TO_RELEASE = { sessionIds: [`0x${'00'.repeat(32)}`] };
const DEADLINE_MS = 2_000;
/** A node that has answered nothing for so long is asked. */
const ASKED_AFTER_MS = 10_000;
/** One that has answered nothing for so long does not answer: several checks have asked it in vain. */
const SILENT_AFTER_MS = 30_000;

/**
 * Counts the nodes that answer. Every answer counts, a refusal too. Silence alone counts against a node, because a caller can make the
 * calls of its rounds fail. So a gateway without rounds asks by itself, and hears when the nodes are back.
 */
export function createNodePresence(deps: NodePresenceDeps): NodePresence {
  let checked: { readonly nodes: readonly RoundNode[]; readonly needed: number } | null = null;

  const silentFor = ({ index }: RoundNode): number => deps.monotonicMs() - (deps.lastCalls.answeredAtMs(index) ?? Number.NEGATIVE_INFINITY);
  const presence = (): Presence | null =>
    checked === null
      ? null
      : { answering: checked.nodes.filter((node) => silentFor(node) < SILENT_AFTER_MS).length, needed: checked.needed };

  return {
    presence,
    async check() {
      const registry = await deps.ledger.currentRegistry();
      const nodes = await deps.directory(registry);
      await hear(
        nodes.filter((node) => silentFor(node) >= ASKED_AFTER_MS),
        deps,
      );
      checked = { nodes, needed: registry.minSigners };
      const found = presence();
      if (found !== null) deps.events.nodesCheckedAt(found);
    },
  };
}

/**
 * Asks the nodes again while the own clock is off. A gateway that is not ready gets no rounds, and would not hear from them that its clock has
 * been put right.
 */
export function createClockSweep(deps: {
  readonly clocks: ClockWatch;
  readonly client: NodeCalls;
  readonly signal: AbortSignal;
}): () => Promise<void> {
  return () => hear(deps.clocks.toAskAgain(), deps);
}

/** Calls nodes for an answer, whichever: a refusal tells the time too, and a node that gives none is asked again. */
async function hear(
  nodes: readonly RoundNode[],
  { client, signal }: { readonly client: NodeCalls; readonly signal: AbortSignal },
): Promise<void> {
  const ask = async (node: RoundNode): Promise<void> => {
    try {
      await client.release(node, NOTHING_TO_RELEASE, { deadlineMs: DEADLINE_MS, signal });
    } catch (error) {
      if (!(error instanceof NodeCallError)) throw error;
    }
  };
  await Promise.all(nodes.map(ask));
}

import { setMaxListeners } from 'node:events';
import { MAX_RELEASED_SESSIONS } from '@oracle-gateway/node-api';
import type { NodeEvents } from './node-events.js';
import { NodeCallError } from './node-call-error.js';
import type { NodeCalls } from './node-client.js';
import type { RoundNode } from './node-directory.js';

/**
 * Milliseconds for which a release may wait for others. A finished round's leftover takes one of many places at the node, for thirty
 * seconds at most. A call each quarter of a second was more than one call a round. An abandoned round waits for its release.
 */
const FLUSH_AFTER_MS = { soon: 250, later: 1_000 } as const;
export type ReleaseHaste = keyof typeof FLUSH_AFTER_MS;

const CALL_DEADLINE_MS = 2_000;
/** Sessions expire at the node by themselves, so what does not fit is dropped. */
const MAX_WAITING_PER_NODE = 1_024;

/** Tells nodes which sessions will not be used (docs/protocol.md#request-to-a-node): a node caps the open sessions of a gateway. */
export interface SessionReleases {
  /** Resolves when the node has been told, or could not be. */
  add(node: RoundNode, sessionId: string, haste: ReleaseHaste): Promise<void>;
  /** Sends what waits and ends; nothing is sent afterwards. */
  close(): Promise<void>;
}

interface Batch {
  readonly node: RoundNode;
  readonly sessionIds: string[];
  readonly told: Promise<void>;
  readonly end: () => void;
}

/** Collects releases for a moment, so that a busy gateway makes one call for many rounds. Failures are reported, never thrown. */
export function createSessionReleases(deps: { readonly client: NodeCalls; readonly events: NodeEvents }): SessionReleases {
  const waiting = new Map<number, Batch>();
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  let timer: NodeJS.Timeout | undefined;
  let flushIsSoon = false;

  const send = async (node: RoundNode, sessionIds: string[]): Promise<void> => {
    try {
      await deps.client.release(node, { sessionIds }, { deadlineMs: CALL_DEADLINE_MS, signal: closing.signal });
    } catch (error) {
      if (!(error instanceof NodeCallError)) throw error;
      if (error.context.fault !== 'aborted') deps.events.nodeFault(error.context);
    }
  };

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    flushIsSoon = false;
    for (const { node, sessionIds, end } of waiting.values()) {
      const calls: Promise<void>[] = [];
      for (let start = 0; start < sessionIds.length; start += MAX_RELEASED_SESSIONS) {
        calls.push(send(node, sessionIds.slice(start, start + MAX_RELEASED_SESSIONS)));
      }
      const told = Promise.all(calls).then(() => {
        underWay.delete(told);
        end();
      });
      underWay.add(told);
    }
    waiting.clear();
  };

  const schedule = (haste: ReleaseHaste): void => {
    if (timer !== undefined && (flushIsSoon || haste === 'later')) return;
    clearTimeout(timer);
    flushIsSoon = haste === 'soon';
    timer = setTimeout(flush, FLUSH_AFTER_MS[haste]).unref();
  };

  return {
    add(node, sessionId, haste) {
      if (closing.signal.aborted) return Promise.resolve();
      const batch = waiting.get(node.index) ?? startBatch(node);
      waiting.set(node.index, batch);
      if (batch.sessionIds.length < MAX_WAITING_PER_NODE) batch.sessionIds.push(sessionId);
      schedule(haste);
      return batch.told;
    },
    async close() {
      flush();
      await Promise.all(underWay);
      closing.abort();
    },
  };
}

function startBatch(node: RoundNode): Batch {
  let end = (): void => undefined;
  const told = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { node, sessionIds: [], told, end };
}

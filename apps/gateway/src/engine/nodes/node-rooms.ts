import type { CurrentRegistryReader } from '@oracle-gateway/ledger';
import { health, readMaxBodyBytes } from '@oracle-gateway/node-api';
import { linkAbort } from '@oracle-gateway/process';
import { readRequestJson } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import { Agent, request } from 'undici';
import type { NodeDirectory, RoundNode } from './node-directory.js';

/** The largest answer of a source that each node reads, by its own word. */
export interface NodeRooms {
  /** Bytes; undefined: not heard yet. */
  maxBodyBytes(nodeIndex: number): number | undefined;
  /** Asks the nodes of the ledger. Throws what the ledger's reader throws. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

/** Number of places in a registry. */
const MAX_NODES = 64;
const DEADLINE_MS = 2_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Reads `GET /health` of each node. The answer is not signed, and decides one thing: a node that says less than a source may answer with is left
 * out of its rounds. A party on the path can do as much by silence. A node that is not heard is asked.
 */
export function createNodeRooms(deps: {
  readonly ledger: CurrentRegistryReader;
  readonly directory: NodeDirectory;
  readonly signal: AbortSignal;
}): NodeRooms {
  const heard = new BoundedMap<number, number>(MAX_NODES);
  const agent = new Agent({ connect: { timeout: DEADLINE_MS }, maxResponseSize: MAX_ANSWER_BYTES });

  const hear = async ({ index, origin }: RoundNode): Promise<void> => {
    const ends = linkAbort(deps.signal);
    const timer = setTimeout(() => ends.abort(), DEADLINE_MS);
    try {
      const { body } = await request(new URL(health.path, origin), { dispatcher: agent, signal: ends.signal });
      heard.set(index, readMaxBodyBytes(readRequestJson(await body.bytes(), { maxBytes: MAX_ANSWER_BYTES })));
    } catch {
      // Its word of before may still hold. Whether a node answers is judged by its calls.
    } finally {
      clearTimeout(timer);
      ends.release();
    }
  };

  return {
    maxBodyBytes: (nodeIndex) => heard.get(nodeIndex),
    async renew() {
      await Promise.all((await deps.directory(await deps.ledger.currentRegistry())).map(hear));
    },
    close: () => agent.destroy(),
  };
}

import type { CurrentRegistryReader, RegistryNodesReader } from '@oracle-gateway/ledger';
import type { GatewayStream } from '@oracle-gateway/node-api/stream';
import { askableNodes } from '@oracle-gateway/protocol/accounts';
import { mayCallByHttp } from './may-call-by-http.js';
import { createStreamLink, type StreamLink, type StreamLinkDeps, type StreamNode } from './stream-link.js';

/** The streams that are open. */
export interface OpenStreams {
  /** The stream to this node at this endpoint; null without one. */
  to(node: Pick<StreamNode, 'index' | 'origin'>): GatewayStream | null;
  /**
   * For a node that is called in no other way: its stream, or the one whose handshake is near; null where none comes within `waitMs`. A node that is
   * not known yet gets its stream now.
   */
  soon(node: StreamNode, limits: { readonly waitMs: number; readonly signal: AbortSignal }): Promise<GatewayStream | null>;
}

/** Keeps one stream to each node of the current registry. */
export interface StreamKeeper extends OpenStreams {
  /** Opens streams to new nodes and closes those to nodes that are gone. Throws what the ledger's reader throws. */
  renew(): Promise<void>;
  /** Drains the streams: calls under way have `graceMs` to end. */
  close(graceMs: number): Promise<void>;
}

interface Kept {
  readonly link: StreamLink;
  readonly hasKey: boolean;
}

/** Calls to a node that is gone may still be under way for as long as a round takes. */
const GONE_GRACE_MS = 30_000;
/** A registry has 64 nodes; as many again may be those of the version before, until the next look at the ledger. */
const MAX_LINKS = 128;

export function createStreamKeeper(deps: StreamLinkDeps & { readonly ledger: CurrentRegistryReader & RegistryNodesReader }): StreamKeeper {
  const links = new Map<string, Kept>();
  let isClosed = false;

  const drop = (key: string): void => {
    void links.get(key)?.link.close(GONE_GRACE_MS);
    links.delete(key);
  };

  const keep = (node: StreamNode): StreamLink => {
    const link = createStreamLink(deps, node);
    links.set(keyOf(node), { link, hasKey: node.encryptionKey !== null });
    return link;
  };

  const openOne = (node: StreamNode): StreamLink | null => (isClosed || links.size >= MAX_LINKS || mayCallByHttp(node) ? null : keep(node));

  return {
    to(node) {
      const stream = links.get(keyOf(node))?.link.stream() ?? null;
      return stream?.state === 'open' ? stream : null;
    },
    async soon(node, limits) {
      const link = links.get(keyOf(node))?.link ?? openOne(node);
      const stream = (await link?.soon(limits)) ?? null;
      return stream?.state === 'open' ? stream : null;
    },
    async renew() {
      const nodes = await readNodes(deps.ledger);
      if (isClosed) return;
      for (const [key, { hasKey }] of links) {
        const node = nodes.get(key);
        // A stream that was opened without a key proves no node once the ledger names one.
        if (node === undefined || (node.encryptionKey !== null && !hasKey)) drop(key);
      }
      for (const [key, node] of nodes) {
        const kept = links.get(key);
        if (kept === undefined) keep(node);
        else kept.link.setKey(node.encryptionKey);
      }
    },
    async close(graceMs) {
      isClosed = true;
      await Promise.all([...links.values()].map(({ link }) => link.close(graceMs)));
    },
  };
}

function keyOf({ index, origin }: Pick<StreamNode, 'index' | 'origin'>): string {
  return `${index} ${origin}`;
}

async function readNodes(ledger: CurrentRegistryReader & RegistryNodesReader): Promise<ReadonlyMap<string, StreamNode>> {
  const registry = await ledger.currentRegistry();
  return new Map(askableNodes(registry, await ledger.nodes(registry)).map((node) => [keyOf(node), node]));
}

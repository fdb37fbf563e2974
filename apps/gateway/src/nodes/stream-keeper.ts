import type { CurrentRegistryReader, RegistryNodesReader } from '@oracle-gateway/ledger';
import type { GatewayStream } from '@oracle-gateway/node-stream';
import { askableNodes } from '@oracle-gateway/protocol/accounts';
import type { RoundNode } from './node-directory.js';
import { createStreamLink, type StreamLink, type StreamLinkDeps, type StreamNode } from './stream-link.js';

/** The streams that are open. */
export interface OpenStreams {
  /** The stream to this node at this endpoint; null while its calls go by HTTP. */
  to(node: Pick<RoundNode, 'index' | 'origin'>): GatewayStream | null;
}

/** Keeps one stream to each node of the current registry. */
export interface StreamKeeper extends OpenStreams {
  /** Opens streams to new nodes and closes those to nodes that are gone. Throws what the ledger's reader throws. */
  renew(): Promise<void>;
  /** Says goodbye; calls under way have `graceMs` to end. */
  close(graceMs: number): Promise<void>;
}

interface Kept {
  readonly origin: string;
  readonly link: StreamLink;
}

/** Calls to a node that is gone may still be under way for as long as a round takes. */
const GONE_GRACE_MS = 30_000;

export function createStreamKeeper(deps: StreamLinkDeps & { readonly ledger: CurrentRegistryReader & RegistryNodesReader }): StreamKeeper {
  /** By node index: a registry has 64 at most. */
  const links = new Map<number, Kept>();
  let isClosed = false;

  const drop = (index: number): void => {
    void links.get(index)?.link.close(GONE_GRACE_MS);
    links.delete(index);
  };

  return {
    to({ index, origin }) {
      const kept = links.get(index);
      const stream = kept?.origin === origin ? kept.link.stream() : null;
      return stream?.state === 'open' ? stream : null;
    },
    async renew() {
      const nodes = await readNodes(deps.ledger);
      if (isClosed) return;
      for (const [index, { origin }] of links) {
        if (nodes.get(index)?.origin !== origin) drop(index);
      }
      for (const node of nodes.values()) {
        const kept = links.get(node.index);
        if (kept === undefined) links.set(node.index, { origin: node.origin, link: createStreamLink(deps, node) });
        else kept.link.setKey(node.encryptionKey);
      }
    },
    async close(graceMs) {
      isClosed = true;
      await Promise.all([...links.values()].map(({ link }) => link.close(graceMs)));
    },
  };
}

async function readNodes(ledger: CurrentRegistryReader & RegistryNodesReader): Promise<ReadonlyMap<number, StreamNode>> {
  const registry = await ledger.currentRegistry();
  const accounts = await ledger.nodes(registry);
  const keys = new Map(accounts.map(({ index, encryptionKey }) => [index, encryptionKey]));
  const nodes = askableNodes(registry, accounts).flatMap(({ index, origin }) => {
    const encryptionKey = keys.get(index);
    return encryptionKey === undefined ? [] : [{ index, origin, encryptionKey: isNone(encryptionKey) ? null : encryptionKey }];
  });
  return new Map(nodes.map((node) => [node.index, node]));
}

/** Zeros on the ledger name no key. */
function isNone(encryptionKey: Uint8Array): boolean {
  return encryptionKey.every((byte) => byte === 0);
}

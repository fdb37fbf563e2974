import type { CurrentRegistryReader, RegistryNodesReader } from '@oracle-gateway/ledger';
import {
  type GatewayStream,
  type CloseReason,
  type OpenStreamInput,
  StreamHandshakeError,
  type StreamPush,
} from '@oracle-gateway/node-api/stream';
import { askableNodes } from '@oracle-gateway/protocol/accounts';
import { mayCallByHttp, type StreamNode } from './node-transport.js';
import { linkAbort } from '@oracle-gateway/process';
import type { NodeEvents } from './node-events.js';
import type { NodeAddress } from './node-directory.js';

/** The streams that are open. */
export interface OpenStreams {
  /** The stream to this node at this endpoint; null without one. */
  to(node: NodeAddress): GatewayStream | null;
  /**
   * Waits for the stream of a node that is called in no other way: its stream, or the one whose handshake is near; null where none comes
   * within `waitMs`. A node that is not known yet gets its stream now.
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
/** A registry has 64 nodes; as many again may be those of the version before, until the next check of the ledger. */
const MAX_LINKS = 128;

export function createStreamKeeper(deps: {
  readonly ledger: CurrentRegistryReader & RegistryNodesReader;
  readonly links: StreamLinkDeps;
}): StreamKeeper {
  const links = new Map<string, Kept>();
  let isClosed = false;

  const drop = (key: string): void => {
    void links.get(key)?.link.close(GONE_GRACE_MS);
    links.delete(key);
  };

  const keep = (node: StreamNode): StreamLink => {
    const link = createStreamLink(deps.links, node);
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

function keyOf({ index, origin }: NodeAddress): string {
  return `${index} ${origin}`;
}

async function readNodes(ledger: CurrentRegistryReader & RegistryNodesReader): Promise<ReadonlyMap<string, StreamNode>> {
  const registry = await ledger.currentRegistry();
  return new Map(askableNodes(registry, await ledger.nodes(registry)).map((node) => [keyOf(node), node]));
}

export interface StreamLinkDeps {
  readonly open: (input: Pick<OpenStreamInput, 'origin' | 'nodeIndex' | 'encryptionKey' | HandshakeCalls>) => Promise<GatewayStream>;
  readonly onPush: (node: StreamNode, push: StreamPush) => void;
  readonly events: NodeEvents;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Random number, at least 0 and below 1. */
  readonly random: () => number;
  readonly monotonicMs: () => number;
}
type HandshakeCalls = 'signal' | 'onPush' | 'onDraining' | 'onClosed';

/** Keeper of the stream to one node, at most one that takes calls. */
export interface StreamLink {
  /** Null without one. */
  stream(): GatewayStream | null;
  /** The stream, or the next one where its handshake is near; null where none comes within `waitMs`. */
  soon(limits: { readonly waitMs: number; readonly signal: AbortSignal }): Promise<GatewayStream | null>;
  /** The key that the ledger names now, for the handshakes to come. */
  setKey(encryptionKey: Uint8Array | null): void;
  /** Calls under way have `graceMs` to end. */
  close(graceMs: number): Promise<void>;
}

/** A stream that breaks sooner counts as a failure: a node that accepts and hangs up is not called again at once. */
const STEADY_MS = 10_000;
/** Calls wait for a handshake that begins within this time, no longer. */
const NEAR_MS = 250;
/** Calls that wait for one handshake at most: as many as a stream takes. */
const MAX_WAITING = 512;
/** The node has no streams, or does not know this kind: a version before, or one behind a proxy that knows no upgrades. */
const NO_STREAMS: ReadonlySet<number> = new Set([404, 405, 426, 501]);

/** Opens a stream, opens it again when it ends, and waits longer each time that fails. One handshake at once; it ends with `close`. */
export function createStreamLink(deps: StreamLinkDeps, first: StreamNode): StreamLink {
  let node = first;
  let current: GatewayStream | null = null;
  /** Streams that have not ended: the current one, and draining ones. */
  const live = new Set<GatewayStream>();
  const closing = new AbortController();
  /** Outcome of the handshake that is near; null in a longer pause. */
  let next: Outcome | null = newOutcome();
  let waiting = 0;

  const isClosed = (): boolean => closing.signal.aborted;
  const concludeNext = (stream: GatewayStream | null): void => {
    next?.resolve(stream);
    next = null;
  };

  const hold = async (): Promise<{ readonly why: ReconnectCause; readonly heldMs: number }> => {
    const { index } = node;
    let end: (reason: CloseReason | 'draining') => void = () => undefined;
    const ended = new Promise<CloseReason | 'draining'>((resolve) => {
      end = resolve;
    });
    let stream: GatewayStream | undefined;
    try {
      stream = await deps.open({
        origin: node.origin,
        nodeIndex: index,
        encryptionKey: node.encryptionKey,
        signal: closing.signal,
        onPush: (push) => {
          deps.onPush(node, push);
        },
        onDraining: () => {
          // Calls of this turn wait for the next stream already.
          current = null;
          next ??= newOutcome();
          end('draining');
        },
        onClosed: (reason) => {
          if (stream !== undefined) live.delete(stream);
          end(reason);
        },
      });
    } catch (cause) {
      const error = cause instanceof StreamHandshakeError ? cause : new StreamHandshakeError('unreachable', null, { cause });
      concludeNext(null);
      if (!closing.signal.aborted) deps.events.streamNotOpened(index, error);
      return { why: hasNoStreams(error) ? 'refused' : 'failed', heldMs: 0 };
    }
    live.add(stream);
    if (closing.signal.aborted) void stream.close(0);
    else current = stream;
    concludeNext(current);
    const openedAtMs = deps.monotonicMs();
    deps.events.streamOpened(index);
    const reason = await ended;
    current = null;
    if (stream.state === 'closed') live.delete(stream);
    deps.events.streamEnded(index, reason);
    return { why: reason === 'flooded' ? 'flooded' : 'failed', heldMs: deps.monotonicMs() - openedAtMs };
  };

  const keep = async (): Promise<void> => {
    let failures = 0;
    while (!isClosed()) {
      next ??= newOutcome();
      const { why, heldMs } = await hold();
      failures = heldMs >= STEADY_MS ? 0 : failures + 1;
      const pauseMs = reconnectDelay(why, { failures, isOnlyWay: !mayCallByHttp(node), random: deps.random() });
      if (pauseMs <= NEAR_MS) next ??= newOutcome();
      else concludeNext(null);
      if (!isClosed()) await deps.wait(pauseMs, closing.signal);
    }
    concludeNext(null);
  };
  const kept = keep();

  return {
    stream: () => current,
    async soon({ waitMs, signal }) {
      if (current !== null || next === null || waiting >= MAX_WAITING) return current;
      const link = linkAbort(signal);
      waiting += 1;
      try {
        return await Promise.race([next.ended, deps.wait(waitMs, link.signal).then(() => null)]);
      } finally {
        waiting -= 1;
        link.abort();
      }
    },
    setKey(encryptionKey) {
      node = { ...node, encryptionKey };
    },
    async close(graceMs) {
      closing.abort();
      await Promise.all([...live].map((stream) => stream.close(graceMs)));
      await kept;
    },
  };
}

/** Outcome for which calls wait. */
interface Outcome {
  readonly ended: Promise<GatewayStream | null>;
  readonly resolve: (stream: GatewayStream | null) => void;
}

function newOutcome(): Outcome {
  let resolve: Outcome['resolve'] = () => undefined;
  const ended = new Promise<GatewayStream | null>((resolved) => {
    resolve = resolved;
  });
  return { ended, resolve };
}

function hasNoStreams({ refusal }: StreamHandshakeError): boolean {
  return refusal !== null && (NO_STREAMS.has(refusal.status) || refusal.code === 'not_enabled');
}

/**
 * Why a stream has to be opened again.
 *
 * - `failed`: it failed to open, or broke.
 * - `refused`: this node has no place for one: a node of the version before, or one behind a proxy that knows no upgrades.
 * - `flooded`: the node sent more than it was asked for.
 */
export type ReconnectCause = 'failed' | 'refused' | 'flooded';

/** Doubled with each failure in a row, up to the longest. */
const FIRST_MS = 250;
const LONGEST_MS = 30_000;
/** The longest for a node that is called in no other way. */
const LONGEST_ONLY_WAY_MS = 5_000;
/** A node of the version before gets streams with its next version: minutes are soon enough. */
const MINUTES_MS = { shortest: 120_000, longest: 300_000 } as const;

/**
 * Milliseconds to wait. The wait after failures is any time up to the bound (full jitter): gateways that lost a node together come back one
 * by one.
 *
 * @param failures in a row
 * @param isOnlyWay the node is not called by HTTP meanwhile
 * @param random at least 0, below 1
 */
export function reconnectDelay(
  why: ReconnectCause,
  { failures, isOnlyWay, random }: { readonly failures: number; readonly isOnlyWay: boolean; readonly random: number },
): number {
  // A refusal costs such a node its calls: any party on the path can send one.
  if (why === 'failed' || (why === 'refused' && isOnlyWay)) {
    return random * Math.min(FIRST_MS * 2 ** failures, isOnlyWay ? LONGEST_ONLY_WAY_MS : LONGEST_MS);
  }
  return MINUTES_MS.shortest + random * (MINUTES_MS.longest - MINUTES_MS.shortest);
}

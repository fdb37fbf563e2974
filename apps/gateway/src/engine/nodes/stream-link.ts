import {
  type CloseReason,
  type GatewayStream,
  type OpenStreamInput,
  StreamHandshakeError,
  type StreamPush,
} from '@oracle-gateway/node-api/stream';
import { linkAbort } from '@oracle-gateway/process';
import type { NodeEvents } from './node-events.js';
import { mayCallByHttp } from './may-call-by-http.js';
import type { RoundNode } from './node-directory.js';
import { type ReconnectCause, reconnectDelay } from './reconnect-delay.js';

/** A node as a stream is opened to it. */
export type StreamNode = Pick<RoundNode, 'index' | 'origin' | 'encryptionKey'>;

export interface StreamLinkDeps {
  readonly open: (input: Pick<OpenStreamInput, 'origin' | 'nodeIndex' | 'encryptionKey' | HandshakeCalls>) => Promise<GatewayStream>;
  readonly onPush: (node: StreamNode, push: StreamPush) => void;
  readonly events: Pick<NodeEvents, 'streamOpened' | 'streamEnded' | 'streamNotOpened'>;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** At least 0, below 1. */
  readonly random: () => number;
  readonly monotonicMs: () => number;
}
type HandshakeCalls = 'signal' | 'onPush' | 'onDraining' | 'onClosed';

/** What keeps a stream to one node, at most one that takes calls. */
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
  /** How the handshake that is near ends; null in a longer pause. */
  let next: Outcome | null = newOutcome();
  let waiting = 0;

  const isClosed = (): boolean => closing.signal.aborted;

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
          end('draining');
        },
        onClosed: (reason) => {
          if (stream !== undefined) live.delete(stream);
          end(reason);
        },
      });
    } catch (cause) {
      const error = cause instanceof StreamHandshakeError ? cause : new StreamHandshakeError('unreachable', null, { cause });
      next?.resolve(null);
      if (!closing.signal.aborted) deps.events.streamNotOpened(index, error.failure, error.refusal?.status ?? null);
      return { why: hasNoStreams(error) ? 'refused' : 'failed', heldMs: 0 };
    }
    live.add(stream);
    if (closing.signal.aborted) void stream.close(0);
    else current = stream;
    next?.resolve(current);
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
      next = pauseMs <= NEAR_MS ? newOutcome() : null;
      if (!isClosed()) await deps.wait(pauseMs, closing.signal);
    }
    next?.resolve(null);
    next = null;
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

/** What calls wait for. */
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

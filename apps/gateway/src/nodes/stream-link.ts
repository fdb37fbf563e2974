import {
  type CloseReason,
  type GatewayStream,
  type OpenStreamInput,
  StreamOpeningError,
  type StreamPush,
} from '@oracle-gateway/node-stream';
import type { StreamEvents } from '../telemetry/stream-events.js';
import { type OpeningAgain, pauseBeforeOpening } from './pause-before-opening.js';

/** A node as a stream is opened to it. */
export interface StreamNode {
  readonly index: number;
  readonly origin: string;
  /** The X25519 key that the ledger names, 32 bytes; null where it names none. */
  readonly encryptionKey: Uint8Array | null;
}

export interface StreamLinkDeps {
  readonly open: (input: Pick<OpenStreamInput, 'origin' | 'nodeIndex' | 'encryptionKey' | OpeningCalls>) => Promise<GatewayStream>;
  readonly onPush: (node: StreamNode, push: StreamPush) => void;
  readonly events: Pick<StreamEvents, 'streamOpened' | 'streamEnded' | 'streamNotOpened'>;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** At least 0, below 1. */
  readonly random: () => number;
  readonly monotonicMs: () => number;
}
type OpeningCalls = 'signal' | 'onPush' | 'onDraining' | 'onClosed';

/** What keeps a stream to one node, at most one that takes calls. */
export interface StreamLink {
  /** Null while calls go by HTTP. */
  stream(): GatewayStream | null;
  /** The key that the ledger names now, for the openings to come. */
  setKey(encryptionKey: Uint8Array | null): void;
  /** Calls under way have `graceMs` to end. */
  close(graceMs: number): Promise<void>;
}

/** A stream that breaks sooner counts as a failure: a node that accepts and hangs up is not called again at once. */
const STEADY_MS = 10_000;
/** The node has no streams, or does not know this kind: a version before, or one behind a proxy that knows no upgrades. */
const NO_STREAMS: ReadonlySet<number> = new Set([404, 405, 426, 501]);

/** Opens a stream, opens it again when it ends, and waits longer each time that fails. One opening at once; it ends with `close`. */
export function createStreamLink(deps: StreamLinkDeps, first: StreamNode): StreamLink {
  let node = first;
  let current: GatewayStream | null = null;
  /** Streams that have not ended: the current one, and draining ones. */
  const live = new Set<GatewayStream>();
  const closing = new AbortController();

  const isClosed = (): boolean => closing.signal.aborted;

  const hold = async (): Promise<{ readonly why: OpeningAgain; readonly heldMs: number }> => {
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
      const error = cause instanceof StreamOpeningError ? cause : new StreamOpeningError('unreachable', null, { cause });
      if (!closing.signal.aborted) deps.events.streamNotOpened(index, error.failure, error.refusal?.status ?? null);
      return { why: hasNoStreams(error) ? 'refused' : 'failed', heldMs: 0 };
    }
    live.add(stream);
    if (closing.signal.aborted) void stream.close(0);
    else current = stream;
    const openedAtMs = deps.monotonicMs();
    deps.events.streamOpened(index);
    const reason = await ended;
    current = null;
    if (stream.state === 'closed') live.delete(stream);
    deps.events.streamEnded(index, reason);
    return { why: 'failed', heldMs: deps.monotonicMs() - openedAtMs };
  };

  const keep = async (): Promise<void> => {
    let failures = 0;
    while (!isClosed()) {
      const { why, heldMs } = await hold();
      failures = heldMs >= STEADY_MS ? 0 : failures + 1;
      if (!isClosed()) await deps.wait(pauseBeforeOpening(why, { failures, random: deps.random() }), closing.signal);
    }
  };
  const kept = keep();

  return {
    stream: () => current,
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

function hasNoStreams({ refusal }: StreamOpeningError): boolean {
  return refusal !== null && (NO_STREAMS.has(refusal.status) || refusal.code === 'not_enabled');
}

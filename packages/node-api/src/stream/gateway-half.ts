import { MAX_RESPONSE_BYTES } from '../operations.js';
import { createChannel, type Channel } from './channel.js';
import type { CloseReason } from './close-reason.js';
import { type CallEnding, StreamCallError } from './errors.js';
import { type AnswerFrame, FrameError, type GatewayFrame, MAX_CALL_ID, type NodeFrame, nodeFrames } from './frame.js';
import type { GatewayStream, OpenStreamInput, StreamReply, StreamState } from './gateway-stream.js';
import type { StreamLimits } from './limits.js';
import type { StreamKeys } from './stream-keys.js';
import { createUnaskedBudget } from './unasked-budget.js';
import type { Wire } from './wire.js';

export interface GatewayHalfInput extends Pick<OpenStreamInput, 'wants' | 'onPush' | 'onDraining' | 'onClosed'> {
  readonly wire: Wire;
  readonly keys: StreamKeys;
  readonly limits: StreamLimits;
  /** A clock that is never set back. */
  readonly monotonicMs: () => number;
  /** The node's first authenticated message has arrived. */
  readonly onOpened: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** A call until its answer arrives. */
interface CallUnderWay {
  /** Null: this side has ended it and waits for the node's confirmation. */
  settle: { readonly resolve: (reply: StreamReply) => void; readonly end: (ending: CallEnding) => void } | null;
  /** Ticks since the call was cancelled. */
  cancelledTicks: number;
}

/** The head of a ping or pong of WebSocket. */
const CONTROL_HEAD_BYTES = 2;

/** The gateway's half over a connection that has been upgraded. It says hello at once. */
export function createGatewayHalf(input: GatewayHalfInput): GatewayStream {
  const { limits } = input;
  const calls = new Map<number, CallUnderWay>();
  let lastId = 0;
  let maxCalls = 0;
  let state: 'connecting' | StreamState = 'connecting';
  let noteEnd = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    noteEnd = resolve;
  });

  const unasked = createUnaskedBudget({ limits, monotonicMs: input.monotonicMs });
  const countUnasked = (bytes: number): void => {
    if (!unasked.take(bytes)) throw new FrameError('more than the node was asked for', { closesFor: 'flooded' });
  };

  const channel: Channel<GatewayFrame> = createChannel<GatewayFrame, NodeFrame>({
    wire: input.wire,
    sealKey: input.keys.toNode,
    openKey: input.keys.toGateway,
    limits,
    pausesReading: false,
    read: (plain) => nodeFrames(plain, countUnasked),
    onControl: (bytes) => countUnasked(CONTROL_HEAD_BYTES + bytes),
    onFrame: (frame) => {
      take(frame);
    },
    onTick: () => {
      // A node that never confirms would hold the call's place for good.
      for (const call of calls.values()) {
        if (call.settle !== null) continue;
        call.cancelledTicks += 1;
        if (call.cancelledTicks > 1) channel.close('unconfirmed');
      }
    },
    onFailure: input.onFailure,
    onClosed: (reason) => {
      end(reason);
    },
  });

  const end = (reason: CloseReason): void => {
    state = 'closed';
    const left = [...calls.values()];
    calls.clear();
    for (const { settle } of left) settle?.end('closed');
    noteEnd();
    input.onClosed(reason);
  };

  const take = (frame: NodeFrame): void => {
    if ((state === 'connecting') !== (frame.kind === 'node_hello')) throw new FrameError('hello must come first, and once');
    switch (frame.kind) {
      case 'node_hello':
        state = 'open';
        maxCalls = Math.min(limits.maxCalls, frame.maxCalls);
        input.onOpened();
        return;
      case 'answer':
        takeAnswer(frame);
        return;
      case 'push':
        input.onPush(frame.push);
        return;
      case 'drain_notice':
        drain();
        return;
      case 'ping':
        channel.pong();
        return;
      case 'pong':
        return;
    }
  };

  const takeAnswer = ({ id, status, timeMs, body }: AnswerFrame): void => {
    const call = calls.get(id);
    if (call === undefined || body.length > MAX_RESPONSE_BYTES) throw new FrameError('answer: of no call under way, or too large');
    calls.delete(id);
    // A copy: the body is a view of a message that may hold many answers.
    call.settle?.resolve({ status, body: new Uint8Array(body), timeMs });
    closeWhenDrained();
  };

  const drain = (): void => {
    if (state !== 'open') return;
    state = 'draining';
    input.onDraining();
    closeWhenDrained();
  };

  const closeWhenDrained = (): void => {
    if (state === 'draining' && calls.size === 0) channel.close('done');
  };

  channel.send({ kind: 'gateway_hello', wants: input.wants });

  return {
    get state() {
      return state === 'connecting' ? 'closed' : state;
    },
    get room() {
      return state === 'open' ? Math.max(0, maxCalls - calls.size) : 0;
    },
    call: (operation, body, { deadlineMs, signal, traceparent }) =>
      new Promise((resolve, reject) => {
        const refusal = refusalNow();
        if (refusal !== null || signal.aborted) {
          reject(new StreamCallError(refusal ?? 'aborted'));
          return;
        }
        const id = lastId + 1;
        channel.send({ kind: 'call', id, operation, traceparent, body });
        lastId = id;
        const settled = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
        };
        const call: CallUnderWay = {
          settle: {
            resolve: (reply) => {
              settled();
              resolve(reply);
            },
            end: (ending) => {
              settled();
              call.settle = null;
              reject(new StreamCallError(ending));
            },
          },
          cancelledTicks: 0,
        };
        const cancel = (ending: 'timeout' | 'aborted'): void => {
          channel.send({ kind: 'cancel', id });
          call.settle?.end(ending);
        };
        const onAbort = (): void => {
          cancel('aborted');
        };
        const timer = setTimeout(cancel, deadlineMs, 'timeout');
        signal.addEventListener('abort', onAbort, { once: true });
        calls.set(id, call);
      }),
    close: async (graceMs = 0) => {
      if (state === 'open') state = 'draining';
      if (graceMs === 0) channel.close('done');
      closeWhenDrained();
      const timer = setTimeout(() => channel.close('done'), graceMs);
      await ended;
      clearTimeout(timer);
    },
  };

  /** Why a call cannot be sent now; null: it can. */
  function refusalNow(): 'not_open' | 'overloaded' | null {
    if (state !== 'open' || channel.isClosed() || lastId >= MAX_CALL_ID) return 'not_open';
    return calls.size >= maxCalls || channel.bufferedBytes() > limits.maxBufferedBytes ? 'overloaded' : null;
  }
}

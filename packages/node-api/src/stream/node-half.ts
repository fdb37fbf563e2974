import { MAX_RESPONSE_BYTES, type NodeOperationName } from '../operations.js';
import { type Channel, createChannel } from './channel.js';
import type { CloseReason } from './close-reason.js';
import { type CallFrame, FrameError, type GatewayFrame, gatewayFrames, type NodeFrame } from './frame.js';
import type { StreamLimits } from './limits.js';
import type { StreamPush, WantedPushes } from './push.js';
import type { StreamKeys } from './stream-keys.js';
import type { Wire } from './wire.js';

/** A call as the node's half hands it over. */
export interface StreamCall {
  /** Null: an operation that this node does not have. */
  readonly operation: NodeOperationName | null;
  readonly body: Uint8Array;
  /** The gateway's header as it arrived, unchecked. */
  readonly traceparent: string | undefined;
  /** Aborted when the gateway cancels the call, and when the stream ends. */
  readonly signal: AbortSignal;
}

/** Answer to a call, like one over HTTP: the status, and the text of the body. */
export interface StreamAnswer {
  readonly status: number;
  readonly body: string;
}

/** A stream that a node has agreed to, and what serves its calls. */
export interface NodeStreamInput {
  readonly wire: Wire;
  readonly keys: StreamKeys;
  readonly limits: StreamLimits;
  readonly nowMs: () => number;
  /** The gateway's first authenticated message: from now on the stream is that gateway's. */
  readonly onOpened: (wants: WantedPushes) => void;
  /** Must not reject. */
  readonly answer: (call: StreamCall) => Promise<StreamAnswer>;
  readonly onFailure: (error: unknown) => void;
  /** Called once, also for a stream that never opened. */
  readonly onClosed: (reason: CloseReason) => void;
}

/** The node's half of one stream. */
export interface NodeStream {
  /** False when the stream has not opened yet or takes no more. A push that the gateway did not ask for is not sent. */
  push(push: StreamPush): boolean;
  readonly callsUnderWay: () => number;
  /** Asks the gateway for no more calls. The gateway closes the stream after the answers of those under way. */
  sendDrainNotice(): void;
  close(reason: CloseReason): void;
}

/** The node's half over a connection that has been upgraded. It says hello at once, and expects the gateway's in `handshakeMs`. */
export function createNodeHalf(input: NodeStreamInput): NodeStream {
  const { limits } = input;
  const calls = new Map<number, AbortController>();
  let wants: WantedPushes | null = null;
  let lastId = 0;
  let isDraining = false;

  const channel: Channel<NodeFrame> = createChannel<NodeFrame, GatewayFrame>({
    wire: input.wire,
    sealKey: input.keys.toGateway,
    openKey: input.keys.toNode,
    limits,
    pausesReading: true,
    read: gatewayFrames,
    onFrame: (frame) => {
      take(frame);
    },
    onFailure: input.onFailure,
    onClosed: (reason) => {
      clearTimeout(handshakeTimer);
      for (const controller of calls.values()) controller.abort();
      input.onClosed(reason);
    },
  });
  const handshakeTimer = setTimeout(() => channel.close('handshake_timeout'), limits.handshakeMs);

  const take = (frame: GatewayFrame): void => {
    if ((wants === null) !== (frame.kind === 'gateway_hello')) throw new FrameError('hello must come first, and once');
    switch (frame.kind) {
      case 'gateway_hello':
        clearTimeout(handshakeTimer);
        ({ wants } = frame);
        input.onOpened(frame.wants);
        return;
      case 'call':
        takeCall(frame);
        return;
      case 'cancel':
        // The answer may have crossed it.
        calls.get(frame.id)?.abort();
        return;
      case 'ping':
        channel.pong();
        return;
      case 'pong':
        return;
    }
  };

  const takeCall = ({ id, operation, traceparent, body }: CallFrame): void => {
    if (id <= lastId) throw new FrameError('call: ids must ascend');
    if (calls.size >= limits.maxCalls) {
      channel.close('too_many_calls');
      return;
    }
    lastId = id;
    const controller = new AbortController();
    calls.set(id, controller);
    // A copy: the body is a view of a message that may hold many calls.
    void answer(id, { operation, traceparent, body: new Uint8Array(body), signal: controller.signal });
  };

  const answer = async (id: number, call: StreamCall): Promise<void> => {
    try {
      const { status, body } = await input.answer(call);
      const bytes = Buffer.from(body);
      if (bytes.length > MAX_RESPONSE_BYTES) throw new RangeError('body of an answer: too large');
      channel.send({ kind: 'answer', id, status, timeMs: input.nowMs(), body: bytes });
      if (channel.isWearingOut()) sendDrainNotice();
    } catch (error) {
      // A call without an answer would never end at the gateway.
      input.onFailure(error);
      channel.close('failed');
    } finally {
      calls.delete(id);
    }
  };

  const sendDrainNotice = (): void => {
    if (isDraining) return;
    isDraining = true;
    channel.send({ kind: 'drain_notice' });
  };

  channel.send({ kind: 'node_hello', maxCalls: limits.maxCalls });

  return {
    push: (push) => {
      const isWanted = push.topic === 'commitments' ? wants?.commitments === true : wants?.registryVersion === true;
      if (!isWanted || isDraining || channel.isClosed()) return false;
      channel.send({ kind: 'push', push });
      return true;
    },
    callsUnderWay: () => calls.size,
    sendDrainNotice,
    close: (reason) => channel.close(reason),
  };
}

import { type GatewayStream, StreamCallError } from '@oracle-gateway/node-api/stream';
import { TRACEPARENT_HEADER, traceHeaders } from '@oracle-gateway/process';
import type { NodeEvents } from './node-events.js';
import { NodeCallError, type NodeFault } from './node-call-error.js';
import type { RoundNode } from './node-directory.js';
import { type NodeCall, type NodeReply, type NodeCaller, isUnauthorized, mayCallByHttp } from './node-transport.js';
import type { OpenStreams } from './stream-keeper.js';

/** Dry runs under way on one stream; further ones go by HTTP, where they have connections of their own. */
const MAX_DRY_RUNS = 16;
/** Limit of the wait for a handshake, as for a connection by HTTP: a node whose stream is still being opened is no slower. */
const HANDSHAKE_WAIT_MS = 1_000;
/** One place of so many is for the short calls that finish rounds: however many observations never end, a `sign` gets through. */
const PLACES_FOR_ONE_KEPT_BACK = 8;

/** Places of one stream, and their use. */
interface Places {
  readonly keptBack: number;
  dryRuns: number;
}

export interface StreamTransportDeps {
  readonly streams: OpenStreams;
  readonly http: NodeCaller;
  readonly events: NodeEvents;
  readonly monotonicMs: () => number;
}

/**
 * Calls over the open stream of a node, by HTTP at once where it has none and {@link mayCallByHttp} allows it. Otherwise a call waits a little for an
 * handshake that is near. None that was sent is sent again: what became of it is not known, and an observation or a signature uses up a nonce
 * pair. Only a call that the node refused for the key of its stream goes once more: the gateway's keys are being exchanged.
 */
export function createStreamTransport({ streams, http, events, monotonicMs }: StreamTransportDeps): NodeCaller {
  const shares = new WeakMap<GatewayStream, Places>();

  const placesOf = (stream: GatewayStream): Places => {
    const known = shares.get(stream);
    if (known !== undefined) return known;
    // A stream has all its room at its first call.
    const created = { keptBack: Math.ceil(stream.room / PLACES_FOR_ONE_KEPT_BACK), dryRuns: 0 };
    shares.set(stream, created);
    return created;
  };

  /** Throws NodeCallError with the fault where the node may not be called by HTTP. */
  const callByHttp = async (node: RoundNode, call: NodeCall, fault: NodeFault): Promise<NodeReply> => {
    if (!mayCallByHttp(node)) throw new NodeCallError({ nodeIndex: node.index, step: call.step, fault });
    events.nodeCallSent('http');
    return await http.call(node, call);
  };

  const callOver = async (stream: GatewayStream, node: RoundNode, call: NodeCall): Promise<NodeReply> => {
    const { step, body, deadlineMs, signal, roundId } = call;
    const traceparent = roundId === undefined ? undefined : traceHeaders(roundId)[TRACEPARENT_HEADER];
    try {
      const replied = stream.call(step, body, { deadlineMs, signal, traceparent });
      events.nodeCallSent('stream');
      return await replied;
    } catch (error) {
      // It was not sent, so it may go another way.
      if (error instanceof StreamCallError && error.endedBy === 'not_open') return callByHttp(node, call, 'unreachable');
      throw new NodeCallError({ nodeIndex: node.index, step, fault: faultOf(error) }, { cause: error });
    }
  };

  const callIn = async (stream: GatewayStream, node: RoundNode, call: NodeCall): Promise<NodeReply> => {
    const places = placesOf(stream);
    switch (call.step) {
      case 'commit':
      case 'sign':
      case 'release':
      case 'vouch':
        return callOver(stream, node, call);
      case 'observe':
        requireRoom(stream, places, node, call);
        return callOver(stream, node, call);
      case 'simulate':
        if (places.dryRuns >= MAX_DRY_RUNS) return callByHttp(node, call, 'overloaded');
        requireRoom(stream, places, node, call);
        places.dryRuns += 1;
        try {
          return await callOver(stream, node, call);
        } finally {
          places.dryRuns -= 1;
        }
    }
  };

  /** Calls a node that has no stream now. */
  const callSoon = async (node: RoundNode, call: NodeCall): Promise<NodeReply> => {
    const startedAtMs = monotonicMs();
    const { deadlineMs, signal } = call;
    const stream = await streams.soon(node, { waitMs: Math.min(HANDSHAKE_WAIT_MS, deadlineMs), signal });
    const leftMs = deadlineMs - (monotonicMs() - startedAtMs);
    if (stream === null || signal.aborted || leftMs <= 0) {
      throw new NodeCallError({ nodeIndex: node.index, step: call.step, fault: signal.aborted ? 'aborted' : 'unreachable' });
    }
    return await callIn(stream, node, { ...call, deadlineMs: leftMs });
  };

  const callWithoutStream = (node: RoundNode, call: NodeCall): Promise<NodeReply> =>
    mayCallByHttp(node) ? callByHttp(node, call, 'unreachable') : callSoon(node, call);

  return {
    async call(node, call) {
      const stream = streams.to(node);
      if (stream === null) return callWithoutStream(node, call);
      const startedAtMs = monotonicMs();
      const reply = await callIn(stream, node, call);
      if (stream.state === 'open' || !isUnauthorized(reply)) return reply;
      return callWithoutStream(node, { ...call, deadlineMs: call.deadlineMs - (monotonicMs() - startedAtMs) });
    },
  };
}

/** Observations and dry runs last as long as their sources. */
function requireRoom({ room }: GatewayStream, { keptBack }: Places, { index }: RoundNode, { step }: NodeCall): void {
  if (room <= keptBack) throw new NodeCallError({ nodeIndex: index, step, fault: 'overloaded' });
}

function faultOf(error: unknown): NodeFault {
  if (!(error instanceof StreamCallError)) return 'unreachable';
  switch (error.endedBy) {
    case 'timeout':
    case 'aborted':
    case 'overloaded':
      return error.endedBy;
    case 'closed':
    case 'not_open':
      return 'unreachable';
  }
}

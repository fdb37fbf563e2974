import type { Places } from '@oracle-gateway/fair-share';
import { nodeOperations } from '@oracle-gateway/node-api';
import {
  type CloseReason,
  createNodeHalf,
  DEFAULT_LIMITS,
  type NodeStream,
  type StreamAnswer,
  type StreamCall,
  type Wire,
} from '@oracle-gateway/node-api/stream';
import { TRACEPARENT_HEADER } from '@oracle-gateway/process';
import { nodeErrorAnswer, NodeError } from '../../errors/node-error.js';
import type { Caller } from '../../ledger/gateway-access.js';
import { gatewayTenant } from '../../sharing/asker.js';
import { loggableError, type NodeLog } from '../../telemetry/log.js';
import type { NodeMetrics } from '../../telemetry/metrics.js';
import type { Connection } from '../connections.js';
import type { HandleRequest, NodeRequest } from '../exchange.js';
import type { JudgedHandshake } from './judge-handshake.js';
import { createPushedStock, type PushedStock, type PushedStockDeps } from './pushed-stock.js';

export interface ServeStreamDeps {
  /** Handler that also serves requests over HTTP. */
  readonly handle: HandleRequest;
  /** Whether the key that opened the stream is still the gateway's. */
  readonly hasPresentKey: (caller: Caller) => boolean;
  /** A call on a stream takes a place, as over HTTP a connection; gateways share them. */
  readonly places: Places;
  /** `gatewayKey` is what the gateway chose for this stream alone. */
  readonly giveTo: (caller: Caller, gatewayKey: Uint8Array) => PushedStockDeps['give'];
  /** Null before the first read of the ledger. */
  readonly registryVersion: () => bigint | null;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly log: NodeLog;
  readonly metrics: Pick<NodeMetrics, 'requests' | 'streamEnds'>;
}

/** A stream from its upgrade to its end. */
export interface ServedStream {
  readonly caller: Caller;
  readonly connection: Connection;
  readonly half: Pick<NodeStream, 'close' | 'sendDrainNotice'>;
  /** The gateway has another key by now: calls under way are answered, as over HTTP, and the gateway opens another stream. */
  readonly retire: () => void;
  tellVersion(version: bigint): void;
  /** Replaces commitments that expire soon. */
  fillStock(): void;
}

export interface UpgradedConnection {
  readonly wire: Wire;
  readonly judged: JudgedHandshake;
  readonly connection: Connection;
  readonly onClosed: () => void;
}

/** Serves the calls of one stream by the handler of all requests, and pushes what its gateway asked for. */
export function serveStream(deps: ServeStreamDeps, { wire, judged, connection, onClosed }: UpgradedConnection): ServedStream {
  const { caller } = judged;
  const tenant = gatewayTenant({ gateway: caller.name });
  let stock: PushedStock | null = null;
  let retired: NodeJS.Timeout | undefined;

  const handleCall = async (call: StreamCall): Promise<StreamAnswer> => {
    const taking = deps.places.take(tenant);
    if (!taking.ok) {
      deps.metrics.requests.inc({ operation: call.operation ?? 'other', code: 'overloaded' });
      return answerOf(new NodeError('overloaded'));
    }
    connection.begin();
    try {
      return await deps.handle(requestOf(call, connection, caller));
    } finally {
      connection.end(false);
      taking.place.giveBack();
    }
  };

  const half = createNodeHalf({
    wire,
    keys: judged.keys,
    limits: DEFAULT_LIMITS,
    nowMs: deps.nowMs,
    onOpened: (wants) => {
      judged.prove();
      deps.log.info({ gateway: caller.name }, 'stream opened');
      const version = deps.registryVersion();
      if (version !== null) half.push({ topic: 'registry_version', version });
      if (!wants.commitments) return;
      stock = createPushedStock({
        give: deps.giveTo(caller, judged.gatewayKey),
        push: (batch) => half.push({ topic: 'commitments', batch }),
        later: (work) => setImmediate(work),
        monotonicMs: deps.monotonicMs,
      });
      stock.fill();
    },
    answer: async (call) => {
      const answer = await handleCall(call);
      if (answer.status !== UNAUTHORIZED) return answer;
      // The drain notice leaves before the answer. A gateway that was switched off loses its stream once the answer has left.
      if (deps.hasPresentKey(caller)) setImmediate(() => half.close('not_active'));
      else retire();
      return answer;
    },
    onFailure: (error) => deps.log.error({ gateway: caller.name, ...loggableError(error, { withPlace: true }) }, 'stream failed'),
    onClosed: (reason: CloseReason) => {
      clearTimeout(retired);
      stock?.end();
      deps.metrics.streamEnds.inc({ reason });
      // Streams that never opened may be a stranger's, which could fill the disk.
      const write = connection.gateway() === null ? 'debug' : 'info';
      deps.log[write]({ gateway: caller.name, reason }, 'stream closed');
      onClosed();
    },
  });

  const sendDrainNotice = (): void => {
    stock?.end();
    half.sendDrainNotice();
  };
  const retire = (): void => {
    sendDrainNotice();
    retired ??= setTimeout(() => half.close('not_active'), RETIRED_MS).unref();
  };

  return {
    caller,
    connection,
    half: { close: (reason) => half.close(reason), sendDrainNotice },
    retire,
    tellVersion: (version) => {
      half.push({ topic: 'registry_version', version });
    },
    fillStock: () => stock?.fill(),
  };
}

const UNAUTHORIZED = 401;
/** A call takes no longer than a round. */
const RETIRED_MS = 30_000;

/** A call as the request that it would be over HTTP. */
function requestOf({ operation, traceparent, body, signal }: StreamCall, connection: Connection, caller: Caller): NodeRequest {
  return {
    method: 'POST',
    // No operation has this path.
    path: operation === null ? '' : nodeOperations[operation].path,
    header: (name) => (name === TRACEPARENT_HEADER ? traceparent : undefined),
    body,
    peer: connection,
    streamOf: caller,
    signal,
  };
}

function answerOf(error: NodeError): StreamAnswer {
  const { status, body } = nodeErrorAnswer(error);
  return { status, body: JSON.stringify(body) };
}

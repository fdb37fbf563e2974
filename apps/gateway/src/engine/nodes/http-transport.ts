import type { Keypair } from '@oracle-gateway/app-config';
import { MAX_RESPONSE_BYTES, nodeOperations, signNodeRequest, ANSWER_TIME_HEADER, readAnswerTime } from '@oracle-gateway/node-api';
import { traceHeaders } from '@oracle-gateway/process';
import { type Address, type DeploymentId, unixMs } from '@oracle-gateway/protocol';
import { nativeSha256 } from '@oracle-gateway/protocol/node';
import { errors, Pool, type Dispatcher } from 'undici';
import { NodeCallError, type NodeFault, type NodeStep } from './node-call-error.js';
import type { RoundNode } from './node-directory.js';
import { isUnauthorized, type NodeCall, type NodeReply, type NodeTransport } from './node-transport.js';
import type { SigningKeys } from './signing-keys.js';

/**
 * Connections kept to one node. An observation lasts as long as its source, so observations have connections of their own, as many as a node
 * has places: a `sign` takes milliseconds and must not wait behind them. Dry runs have few of their own, so that no round waits behind one.
 */
const MAX_CONNECTIONS = { observe: 256, simulate: 16, others: 16 } as const;
/** Calls of one kind to one node that may be under way or queued; a node that stops answering must not pile up memory here. */
const MAX_CALLS_PER_NODE = 512;
/** A connection takes two round trips over the world at most. A host that swallows what it is sent must not hold a call until its deadline. */
const CONNECT_TIMEOUT_MS = 1_000;
/** Pools kept, three for a node; more distinct endpoints than registry slots means that nodes have moved. */
const MAX_POOLS = 256;

interface NodeConnection {
  readonly pool: Pool;
  calls: number;
}

/** Signed requests (docs/protocol.md#request-to-a-node) over kept connections, a signature for each. */
export function createHttpTransport(deps: {
  readonly deploymentId: DeploymentId;
  readonly gateway: Address;
  readonly keys: SigningKeys;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
}): NodeTransport {
  const connections = new Map<string, NodeConnection>();

  const connect = (origin: string, step: NodeStep): NodeConnection => {
    const kind = step === 'observe' || step === 'simulate' ? step : 'others';
    const key = `${kind} ${origin}`;
    const known = connections.get(key);
    if (known !== undefined) return known;
    const [oldestKey] = connections.keys();
    if (connections.size >= MAX_POOLS && oldestKey !== undefined) {
      // Calls under way on a pool that is closed still run to their end.
      void connections.get(oldestKey)?.pool.close();
      connections.delete(oldestKey);
    }
    const pool = new Pool(origin, {
      connections: MAX_CONNECTIONS[kind],
      connect: { timeout: CONNECT_TIMEOUT_MS },
      maxResponseSize: MAX_RESPONSE_BYTES,
    });
    const created = { pool, calls: 0 };
    connections.set(key, created);
    return created;
  };

  const callWith = async ({ address: gatewayAuthority, sign }: Keypair, node: RoundNode, call: NodeCall): Promise<NodeReply> => {
    const { step, body, ...limits } = call;
    const connection = connect(node.origin, step);
    if (connection.calls >= MAX_CALLS_PER_NODE) throw new NodeCallError({ nodeIndex: node.index, step, fault: 'overloaded' });
    const { path } = nodeOperations[step];
    const onReleased = (): void => {
      connection.calls -= 1;
    };
    connection.calls += 1;
    const headers = await signNodeRequest({
      deploymentId: deps.deploymentId,
      nodeIndex: node.index,
      timeMs: unixMs(deps.nowMs()),
      path,
      body,
      gateway: deps.gateway,
      gatewayAuthority,
      sign,
      sha256: nativeSha256,
    }).catch((cause: unknown) => {
      onReleased();
      throw new NodeCallError({ nodeIndex: node.index, step, fault: 'unsigned' }, { cause });
    });
    try {
      return await postToNode(connection.pool, {
        path,
        headers: {
          ...headers,
          'content-type': 'application/json',
          ...(limits.roundId === undefined ? {} : traceHeaders(limits.roundId)),
        },
        body,
        ...limits,
        onReleased,
      });
    } catch (error) {
      throw new NodeCallError({ nodeIndex: node.index, step, fault: faultOf(error) }, { cause: error });
    }
  };

  return {
    call(node, call) {
      const startedAtMs = deps.monotonicMs();
      const leftMs = (): number => Math.max(0, call.deadlineMs - (deps.monotonicMs() - startedAtMs));
      return deps.keys.ask(node.index, (key) => callWith(key, node, { ...call, deadlineMs: leftMs() }), isUnauthorized);
    },
    async close() {
      await Promise.all([...connections.values()].map(({ pool }) => pool.destroy()));
    },
  };
}

function faultOf(error: unknown): NodeFault {
  if (error instanceof ExchangeEndedError) return error.endedBy;
  return error instanceof errors.ResponseExceededMaxSizeError ? 'bad_answer' : 'unreachable';
}

export interface NodePost {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly deadlineMs: number;
  /** Ends the exchange early. */
  readonly signal: AbortSignal;
  /** Called once, when the pool holds nothing of the exchange any more: at its end or, where it still waited for a connection, after it. */
  readonly onReleased?: () => void;
}

/** This side ended the exchange: its time was up, or its result is no longer needed. */
export class ExchangeEndedError extends Error {
  override readonly name = 'ExchangeEndedError';
  constructor(readonly endedBy: 'timeout' | 'aborted') {
    super(`exchange: ${endedBy}`);
  }
}

/**
 * One POST over a kept connection; the pool bounds the size of the reply. It listens to the connection itself, because a reply of a few
 * hundred bytes is not worth a stream, and a round makes seven. Rejects with ExchangeEndedError the moment its time is up or its signal
 * aborted, also while a connection is being made; or with what undici says is wrong.
 */
export function postToNode(pool: Pool, post: NodePost): Promise<NodeReply> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let status = 0;
    let timeMs: number | null = null;
    let underWay: Dispatcher.DispatchController | undefined;
    let ended: ExchangeEndedError | undefined;

    const settle = (): void => {
      clearTimeout(timer);
      post.signal.removeEventListener('abort', onAbort);
    };
    const end = (endedBy: 'timeout' | 'aborted'): void => {
      ended = new ExchangeEndedError(endedBy);
      settle();
      reject(ended);
      // One that still waits for a connection ends as soon as it would be sent.
      underWay?.abort(ended);
    };
    const onAbort = (): void => {
      end('aborted');
    };
    const timer = setTimeout(end, post.deadlineMs, 'timeout');
    if (post.signal.aborted) onAbort();
    else post.signal.addEventListener('abort', onAbort, { once: true });

    const { path, headers, body } = post;
    pool.dispatch(
      { method: 'POST', path, headers, body },
      {
        onRequestStart(controller) {
          underWay = controller;
          if (ended !== undefined) controller.abort(ended);
        },
        onResponseStart(_controller, statusCode, replied) {
          status = statusCode;
          timeMs = readAnswerTime(replied[ANSWER_TIME_HEADER]?.toString());
        },
        onResponseData(_controller, chunk) {
          chunks.push(chunk);
        },
        onResponseEnd() {
          settle();
          resolve({ status, body: new Uint8Array(Buffer.concat(chunks)), timeMs });
          post.onReleased?.();
        },
        onResponseError(_controller, error) {
          settle();
          reject(error);
          post.onReleased?.();
        },
      },
    );
  });
}

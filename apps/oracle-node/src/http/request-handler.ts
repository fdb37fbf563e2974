import { health, MAX_NODE_REQUEST_BYTES, nodeOperations, type HealthResponse } from '@oracle-gateway/node-api';
import { JsonError, readRequestJson } from '@oracle-gateway/protocol';
import { inAnswerSpan, traceIdOf, TRACEPARENT_HEADER } from '@oracle-gateway/process';
import type { Authenticate } from './authenticate.js';
import { nodeErrorAnswer, NodeError } from '../errors/node-error.js';
import type { Caller } from '../ledger/gateway-access.js';
import type { HandleRequest, NodeRequest } from './exchange.js';
import { logRefusal } from './log-refusal.js';
import type { NodeLog } from '../telemetry/log.js';
import type { NodeMetrics } from '../telemetry/metrics.js';
import { operationAt, type NodeOperations } from '../operations/operations.js';

export interface RequestHandlerDeps {
  readonly nodeIndex: number;
  readonly authenticate: Authenticate;
  readonly operations: NodeOperations;
  readonly healthOf: () => HealthResponse;
  readonly log: NodeLog;
  readonly metrics: NodeMetrics;
}

/** The depth of an ApiConfig, and two more for the array and the object around it. */
const MAX_REQUEST_DEPTH = 18;

/** Code in the metrics for a request whose gateway left before the answer. */
const ABANDONED = 'abandoned';

/**
 * Path → credential → body → operation → answer, for requests of their own and for calls of a stream. Never rejects: every failure becomes an
 * answer.
 */
export function createRequestHandler(deps: RequestHandlerDeps): HandleRequest {
  const operate = async (request: NodeRequest): Promise<unknown> => {
    const name = operationAt(request.path);
    if (name === null) {
      throw new NodeError('not_found');
    }
    if (request.method !== nodeOperations[name].method) {
      throw new NodeError('method_not_allowed');
    }
    const caller = await callerOf(deps.authenticate, request);
    if (request.body.length > MAX_NODE_REQUEST_BYTES) {
      throw new NodeError('payload_too_large');
    }
    const traceparent = request.header(TRACEPARENT_HEADER);
    const run = deps.operations[name];
    const named = { ...caller, traceId: traceIdOf(traceparent) };
    // Only a gateway that has signed gets as far: strangers make no spans.
    return await inAnswerSpan(name, traceparent, () => run(named, parseBody(request.body), request.signal), {
      'oracle.node': deps.nodeIndex,
    });
  };

  return async (request) => {
    const operation = operationAt(request.path) ?? 'other';
    if (request.path === health.path && request.method === health.method) {
      const body = deps.healthOf();
      return { status: body.status === 'ok' ? 200 : 503, body: JSON.stringify(body) };
    }
    const stopTimer = deps.metrics.requestDuration.startTimer({ operation });
    try {
      const body = await operate(request);
      deps.metrics.requests.inc({ operation, code: 'ok' });
      return { status: 200, body: JSON.stringify(body) };
    } catch (error) {
      const { status, body } = nodeErrorAnswer(error);
      deps.metrics.requests.inc({ operation, code: request.signal.aborted ? ABANDONED : body.code });
      logRefusal(deps.log, { operation, traceId: traceIdOf(request.header(TRACEPARENT_HEADER)) }, body, error);
      return { status, body: JSON.stringify(body) };
    } finally {
      stopTimer();
    }
  };
}

function callerOf(authenticate: Authenticate, request: NodeRequest): Promise<Caller> {
  return request.streamOf === undefined ? authenticate.request(request) : authenticate.ofStream(request.streamOf, request.peer);
}

function parseBody(body: Uint8Array): unknown {
  try {
    return readRequestJson(body, { maxBytes: MAX_NODE_REQUEST_BYTES, maxDepth: MAX_REQUEST_DEPTH });
  } catch (error) {
    throw error instanceof JsonError ? new NodeError('invalid_request', `body: ${error.reason}`) : error;
  }
}

import {
  health,
  MAX_REQUEST_BYTES,
  MAX_REQUEST_SKEW_MS,
  nodeOperations,
  verifyNodeRequest,
  type HealthResponse,
} from '@oracle-gateway/node-api';
import { JsonError, readRequestJson, unixMs, type DeploymentId, type VerifyEd25519 } from '@oracle-gateway/protocol';
import { errorAnswer, NodeError } from './errors.js';
import type { Caller, GatewayAccess } from './gateway-access.js';
import type { HandleRequest, NodeRequest } from './http-exchange.js';
import type { NodeLog } from './log.js';
import type { NodeMetrics } from './metrics.js';
import { operationAt, type NodeOperations } from './operations.js';

export interface RequestHandlerInput {
  readonly deploymentId: DeploymentId;
  readonly nodeIndex: number;
  readonly maxConcurrent: number;
  readonly verifySignature: VerifyEd25519;
  readonly gatewayAccess: GatewayAccess;
  readonly operations: NodeOperations;
  readonly healthOf: () => HealthResponse;
  readonly nowMs: () => number;
  readonly log: NodeLog;
  readonly metrics: NodeMetrics;
}

/** The ApiConfig's own depth (protocol §10) and the object around it. */
const MAX_REQUEST_DEPTH = 17;

/** Path → credential → body → operation → answer. Never rejects: a failure is an answer too. */
export const createRequestHandler = (input: RequestHandlerInput): HandleRequest => {
  let running = 0;

  const operate = async (request: NodeRequest): Promise<unknown> => {
    const name = operationAt(request.path);
    if (name === null) {
      throw new NodeError('not_found');
    }
    if (request.method !== nodeOperations[name].method) {
      throw new NodeError('method_not_allowed');
    }
    const caller = await authenticate(input, request);
    if (running >= input.maxConcurrent) {
      throw new NodeError('overloaded');
    }
    running += 1;
    try {
      return await input.operations[name](caller, parseBody(request.body));
    } finally {
      running -= 1;
    }
  };

  return async (request) => {
    const operation = operationAt(request.path) ?? 'other';
    if (request.path === health.path && request.method === health.method) {
      const body = input.healthOf();
      return { status: body.status === 'ok' ? 200 : 503, body: JSON.stringify(body) };
    }
    const stopTimer = input.metrics.requestDuration.startTimer({ operation });
    try {
      const body = await operate(request);
      input.metrics.requests.inc({ operation, code: 'ok' });
      return { status: 200, body: JSON.stringify(body) };
    } catch (error) {
      const { status, body } = errorAnswer(error);
      input.metrics.requests.inc({ operation, code: body.code });
      logRefusal(input.log, operation, body, error);
      return { status, body: JSON.stringify(body) };
    } finally {
      stopTimer();
    }
  };
};

/** Every reason gives the same 401: a stranger learns nothing about what was wrong. */
const authenticate = async (input: RequestHandlerInput, request: NodeRequest): Promise<Caller> => {
  const verdict = verifyNodeRequest({
    headers: request.header,
    deploymentId: input.deploymentId,
    nodeIndex: input.nodeIndex,
    path: request.path,
    body: request.body,
    nowMs: unixMs(input.nowMs()),
    maxSkewMs: MAX_REQUEST_SKEW_MS,
    verify: input.verifySignature,
  });
  if (!verdict.ok) {
    input.metrics.unauthorized.inc({ reason: verdict.reason });
    throw new NodeError('unauthorized');
  }
  const caller = await input.gatewayAccess.find(verdict.gatewayAuthority);
  if (caller === null) {
    input.metrics.unauthorized.inc({ reason: 'gateway_not_active' });
    throw new NodeError('unauthorized');
  }
  return caller;
};

const parseBody = (body: Uint8Array): unknown => {
  try {
    return readRequestJson(body, { maxBytes: MAX_REQUEST_BYTES, maxDepth: MAX_REQUEST_DEPTH });
  } catch (error) {
    throw error instanceof JsonError ? new NodeError('invalid_request', `body: ${error.reason}`) : error;
  }
};

/** What strangers send is only worth a debug line: they could fill the disk. */
const logRefusal = (
  log: NodeLog,
  operation: string,
  body: { code: string; step?: string; upstreamStatus?: number },
  error: unknown,
): void => {
  if (body.code === 'internal') {
    log.error({ operation, err: error }, 'failed');
  } else if (['unauthorized', 'not_found', 'method_not_allowed'].includes(body.code)) {
    log.debug({ operation, code: body.code }, 'refused');
  } else {
    log.info({ operation, code: body.code, step: body.step, upstreamStatus: body.upstreamStatus }, 'refused');
  }
};

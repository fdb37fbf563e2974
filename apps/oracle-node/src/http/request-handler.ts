import type { Budget } from '@oracle-gateway/fair-share';
import {
  health,
  MAX_REQUEST_BYTES,
  nodeOperations,
  verifyNodeRequest,
  type HealthResponse,
  type RequestRefusal,
} from '@oracle-gateway/node-api';
import {
  formatAddress,
  JsonError,
  MAX_REQUEST_SKEW_MS,
  readRequestJson,
  toAddress,
  unixMs,
  type DeploymentId,
  type Ed25519Input,
  type VerifyEd25519,
} from '@oracle-gateway/protocol';
import { inAnswerSpan, traceIdOf, TRACEPARENT_HEADER } from '@oracle-gateway/process';
import { nativeSha256 } from '@oracle-gateway/protocol/node';
import type { Blocks } from '../sharing/blocks.js';
import type { Peer } from './connections.js';
import { errorAnswer, NodeError } from '../errors/node-error.js';
import type { Caller, GatewayAccess } from '../ledger/gateway-access.js';
import type { HandleRequest, NodeRequest } from './exchange.js';
import { loggedError, type NodeLog } from '../telemetry/log.js';
import type { NodeMetrics } from '../telemetry/metrics.js';
import { operationAt, type NodeOperations } from '../operations/operations.js';

export interface RequestHandlerDeps {
  readonly deploymentId: DeploymentId;
  readonly nodeIndex: number;
  readonly verifySignature: VerifyEd25519;
  readonly gatewayAccess: GatewayAccess;
  readonly blocks: Blocks;
  readonly strangerLimits: StrangerLimits;
  readonly operations: NodeOperations;
  readonly healthOf: () => HealthResponse;
  readonly nowMs: () => number;
  readonly log: NodeLog;
  readonly metrics: NodeMetrics;
}

/**
 * Limits for connections on which no gateway has signed yet, by address block. A good signature of a known gateway is not charged: its
 * connection is no longer limited.
 */
export interface StrangerLimits {
  /** Signatures under the name of a gateway that this node knows. */
  readonly asKnownGateway: Budget;
  /** Signatures under any other name: a good one makes the node read the ledger. */
  readonly asUnknownGateway: Budget;
}

/** The depth of an ApiConfig (protocol §10), and one more for the object around it. */
const MAX_REQUEST_DEPTH = 17;

/** Code in the metrics for a request whose gateway left before the answer. */
const ABANDONED = 'abandoned';

/** Path → credential → body → operation → answer. Never rejects: every failure becomes an answer. */
export function createRequestHandler(deps: RequestHandlerDeps): HandleRequest {
  const operate = async (request: NodeRequest): Promise<unknown> => {
    const name = operationAt(request.path);
    if (name === null) {
      throw new NodeError('not_found');
    }
    if (request.method !== nodeOperations[name].method) {
      throw new NodeError('method_not_allowed');
    }
    const caller = await authenticate(deps, request);
    request.peer.admit(caller.name);
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
      const { status, body } = errorAnswer(error);
      deps.metrics.requests.inc({ operation, code: request.signal.aborted ? ABANDONED : body.code });
      logRefusal(deps.log, { operation, traceId: traceIdOf(request.header(TRACEPARENT_HEADER)) }, body, error);
      return { status, body: JSON.stringify(body) };
    } finally {
      stopTimer();
    }
  };
}

/** Every reason gives the same 401, so that a stranger learns nothing about the cause. */
async function authenticate(deps: RequestHandlerDeps, request: NodeRequest): Promise<Caller> {
  const verdict = verifyNodeRequest({
    headers: request.header,
    deploymentId: deps.deploymentId,
    nodeIndex: deps.nodeIndex,
    path: request.path,
    body: request.body,
    nowMs: unixMs(deps.nowMs()),
    maxSkewMs: MAX_REQUEST_SKEW_MS,
    verify: (signed) => verifyWithinLimits(deps, request.peer, signed),
    sha256: nativeSha256,
  });
  if (!verdict.ok) {
    throw refusal(deps.metrics, verdict.reason);
  }
  const caller = await deps.gatewayAccess.find(verdict.gatewayAuthority, deps.blocks.partyOf(request.peer.block));
  if (caller === null) {
    throw refusal(deps.metrics, 'gateway_not_active');
  }
  // Reading the ledger may have taken seconds: a replayed request may be too old by now.
  if (Math.abs(deps.nowMs() - verdict.timeMs) > MAX_REQUEST_SKEW_MS) {
    throw refusal(deps.metrics, 'clock_skew');
  }
  deps.blocks.noteGateway(request.peer.block);
  return caller;
}

function refusal(metrics: NodeMetrics, reason: RequestRefusal | 'gateway_not_active'): NodeError {
  metrics.unauthorized.inc({ reason });
  return new NodeError('unauthorized');
}

/** Runs after all checks that cost nothing. Throws NodeError `overloaded`. */
function verifyWithinLimits(deps: RequestHandlerDeps, peer: Peer, signed: Ed25519Input): boolean {
  const authority = toAddress(signed.publicKey);
  if (peer.gateway() === formatAddress(authority)) {
    return deps.verifySignature(signed);
  }
  const isKnown = deps.gatewayAccess.isKnown(authority);
  const limits = isKnown ? deps.strangerLimits.asKnownGateway : deps.strangerLimits.asUnknownGateway;
  const spending = limits.take(deps.blocks.partyOf(peer.block));
  if (!spending.ok) {
    throw new NodeError('overloaded');
  }
  const isGood = deps.verifySignature(signed);
  if (isGood && isKnown) {
    spending.spent.takeBack();
  }
  return isGood;
}

function parseBody(body: Uint8Array): unknown {
  try {
    return readRequestJson(body, { maxBytes: MAX_REQUEST_BYTES, maxDepth: MAX_REQUEST_DEPTH });
  } catch (error) {
    throw error instanceof JsonError ? new NodeError('invalid_request', `body: ${error.reason}`) : error;
  }
}

/** Requests of strangers get a debug line only, because they could fill the disk. */
function logRefusal(
  log: NodeLog,
  refused: { readonly operation: string; readonly traceId: string | undefined },
  body: { code: string; step?: string; upstreamStatus?: number },
  error: unknown,
): void {
  if (body.code === 'internal') {
    log.error({ ...refused, ...loggedError(error, { withPlace: true }) }, 'request failed');
  } else if (['unauthorized', 'not_found', 'method_not_allowed'].includes(body.code)) {
    log.debug({ ...refused, code: body.code }, 'request refused');
  } else {
    log.info({ ...refused, code: body.code, step: body.step, upstreamStatus: body.upstreamStatus }, 'request refused');
  }
}

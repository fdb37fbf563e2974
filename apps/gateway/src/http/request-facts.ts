import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { type Tenant, tenantOfAddress } from '@oracle-gateway/fair-share';
import { errorRules } from '@oracle-gateway/gateway-api/errors';
import type { Request, RequestHandler, Response } from 'express';
import type { GatewayError } from '../errors/gateway-error.js';
import type { Events } from '../telemetry/events.js';

/** Facts of a request while it is served. */
export interface RequestFacts {
  readonly requestId: string;
  /** Sender of the request: who asks, as long as nothing proves more. */
  readonly sender: Tenant;
  /** Aborted when the connection is gone before the answer. */
  readonly clientGone: AbortSignal;
  /** The request was let in: its refusal is charged to its sender. */
  isLetIn: boolean;
  /** Name of the operation; `none` when no path matched. */
  operation: string;
  /** The refusal, when it is refused. */
  refusal?: GatewayError;
}

const facts = new WeakMap<Response, RequestFacts>();

/** The facts that {@link beginRequest} started for this response. */
export function factsOf(response: Response): RequestFacts {
  const known = facts.get(response);
  if (known === undefined) throw new Error('the request was not begun');
  return known;
}

/** Names every request, and reports it when it has ended. The id is ours: one that a caller sends is not repeated. */
export function beginRequest(deps: {
  readonly events: Events;
  readonly monotonicMs: () => number;
  readonly leaving: AbortSignal;
}): RequestHandler {
  return (request: Request, response: Response, next) => {
    const startedAtMs = deps.monotonicMs();
    const requestId = randomUUID();
    // Express reads the addresses of proxies anew each time.
    const { ip } = request;
    const sender = tenantOfAddress(ip);
    const gone = new AbortController();
    const begun: RequestFacts = { requestId, sender, clientGone: gone.signal, isLetIn: false, operation: 'none' };
    facts.set(response, begun);
    response.set('X-Request-Id', requestId);
    response.set('Cache-Control', 'no-store');
    // A load balancer takes its next request to another process.
    if (deps.leaving.aborted) response.set('Connection', 'close');
    const client = clientAddress(ip);
    response.once('close', () => {
      const { operation, refusal } = begun;
      const status = response.writableFinished ? response.statusCode : errorRules.client_gone.status;
      const seconds = (deps.monotonicMs() - startedAtMs) / 1000;
      deps.events.httpAnswered({ requestId, operation, refusal, status, client, seconds });
      if (!response.writableFinished) gone.abort();
    });
    next();
  };
}

/** Address with a port, as some proxies write it. */
const WITH_PORT = /^(?:(\d+(?:\.\d+){3})|\[([^\]]*)\])(?::\d+)?$/;

/**
 * The address that a request comes from, without its port: each port would be an address of its own. A proxy may pass on what its client wrote,
 * so what is no address is `unknown`, in the log too.
 */
export function clientAddress(told: string | undefined): string {
  const address = told?.replace(WITH_PORT, '$1$2') ?? '';
  return isIP(address) === 0 ? 'unknown' : address;
}

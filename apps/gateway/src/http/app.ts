import type { OperationSpec, ResponseSpec } from '@oracle-gateway/gateway-api';
import { traceRequest } from '@oracle-gateway/process';
import express, {
  type ErrorRequestHandler,
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { MAX_REQUEST_BYTES } from '../admission/request-body.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { Events } from '../telemetry/events.js';
import { cors } from './cors.js';
import type { AnyAnswer, ServedOperation } from './endpoint.js';
import { errorAnswer, toGatewayError } from './error-answer.js';
import { sendEvents } from './event-stream.js';
import type { RateLimits } from './rate-limits.js';
import type { ReadBody } from './read-body.js';
import type { RefusalBudget } from './refusal-budget.js';
import { beginRequest, factsOf } from './request-facts.js';
import type { RequestTurns } from './request-turns.js';

export interface AppDeps {
  readonly operations: readonly ServedOperation[];
  /** Handlers of what is no operation: they pass on what is not theirs. */
  readonly sites: readonly RequestHandler[];
  /** The origin that callers know, for the addresses in answers. */
  readonly publicOrigin?: string;
  readonly events: Events;
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly rateLimits: RateLimits;
  readonly readBody: ReadBody;
  readonly refusals: RefusalBudget;
  readonly turns: RequestTurns;
  readonly monotonicMs: () => number;
  /** Aborted when the process is about to stop: connections end with their answer. */
  readonly leaving: AbortSignal;
}

/** The Express application: every operation of the contract on its path, and one place where errors become answers. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  const letIn = letInBy(deps);
  // Reads of probes are never refused.
  const shareOfRefusals = ({ responses }: OperationSpec): readonly RequestHandler[] => ('429' in responses ? [letIn] : []);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', [...deps.trustedProxies]);
  app.use(beginRequest(deps));
  app.use(takeTurn(deps));
  if (deps.corsOrigins.length > 0) app.use(cors(deps.corsOrigins));

  for (const served of deps.operations) {
    const { operation } = served;
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1');
    const handlers = [...announces(operation), ...shareOfRefusals(operation), ...deps.rateLimits(operation), serve(served, deps)];
    switch (operation.method) {
      case 'POST':
        app.post(path, ...handlers);
        break;
      case 'DELETE':
        app.delete(path, ...handlers);
        break;
      case 'GET':
        app.get(path, ...handlers);
    }
  }
  // A path without an operation counts as a read of its address.
  const counted = [letIn, ...deps.rateLimits({ rateLimit: 'reads' })];
  // Other methods are refused after all operations: a path may have several.
  for (const path of new Set(deps.operations.map(({ operation }) => operation.path))) {
    app.all(path.replace(/\{(\w+)\}/g, ':$1'), ...counted, refuseMethod(path, deps));
  }
  app.use(...counted, ...deps.sites, () => {
    throw new GatewayError('not_found');
  });
  for (const handler of counted) app.use(whereUndecodable(handler));
  app.use(answerError(deps));
  return app;
}

/** Every answer of an operation that goes says so, refusals too. */
function announces({ deprecated }: OperationSpec): readonly RequestHandler[] {
  if (deprecated === undefined) return [];
  return [
    (_request, response, next) => {
      response.set(deprecated.headers);
      next();
    },
  ];
}

function serve({ operation, endpoint }: ServedOperation, { readBody, refusals, turns }: AppDeps): RequestHandler {
  return async (request: Request, response: Response) => {
    const facts = factsOf(response);
    facts.operation = operation.name;
    const { requestId, sender, clientGone } = facts;
    const asked = async (): Promise<AnyAnswer> => {
      let body: Uint8Array = new Uint8Array();
      if (operation.request !== undefined) {
        body = await readBody(request, { maxBytes: maxBytesOf(operation, request), sender });
        // Handling a body takes longer than reading it.
        await turns.take(request, sender, clientGone);
      }
      const [path, query] = [pathParameters(request), queryText(request)];
      return endpoint({ body, path, query, header: (name) => request.get(name), sender, clientGone, requestId });
    };
    const answer = await traceRequest(requestId, asked);
    if (operation.rateLimit === 'rounds' && answer.status === OK) refusals.served(sender);
    response.status(answer.status).set(answer.headers ?? {});
    await send(request, response, { answer, form: operation.responses[answer.status]?.form });
  };
}

async function send(
  { method }: Request,
  response: Response,
  { answer, form }: { readonly answer: AnyAnswer; readonly form: ResponseSpec['form'] },
): Promise<void> {
  if ('events' in answer) {
    try {
      // A HEAD has nothing to wait for.
      if (method === 'HEAD') response.end();
      else await sendEvents(response, answer.events);
    } finally {
      answer.close();
    }
    return;
  }
  const type = form === 'text' || form === 'csv' ? TEXT_TYPES[form] : undefined;
  if (answer.body === null) response.end();
  else if (type !== undefined) response.type(type).send(answer.body);
  else sendJson(response, answer.body);
}

/** Express' own would look for a type, for an ETag and for a copy that the client has. */
function sendJson(response: Response, body: unknown): void {
  const text = JSON.stringify(body);
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPES = { text: 'text/plain; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const;

const OK = 200;

/** Begins a request in a turn of its sender. */
function takeTurn({ turns }: AppDeps): RequestHandler {
  return async (request, response, next) => {
    const { sender, clientGone } = factsOf(response);
    await turns.take(request, sender, clientGone);
    next();
  };
}

/** Refuses a sender that was refused too often before its body is read. */
function letInBy({ refusals }: AppDeps): RequestHandler {
  return async (_request, response, next) => {
    const facts = factsOf(response);
    await refusals.requireShare(facts.sender, facts.clientGone);
    facts.isLetIn = true;
    next();
  };
}

/** A larger body is read only of who shows what it is for. */
function maxBytesOf({ maxRequestBytes, maxRequestBytesWith }: OperationSpec, request: Request): number {
  const mayBeLarger = maxRequestBytesWith === undefined || request.get(maxRequestBytesWith) !== undefined;
  return mayBeLarger ? (maxRequestBytes ?? MAX_REQUEST_BYTES) : MAX_REQUEST_BYTES;
}

function queryText({ originalUrl }: Request): string {
  const start = originalUrl.indexOf('?');
  return start === -1 ? '' : originalUrl.slice(start + 1);
}

function pathParameters(request: Request): Record<string, string> {
  return Object.fromEntries(Object.entries(request.params).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function refuseMethod(path: string, { operations }: AppDeps): RequestHandler {
  const methods = operations.flatMap(({ operation }) => (operation.path === path ? [operation.method] : []));
  const allowed = methods.map((method) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ');
  return (_request, response) => {
    response.set('Allow', allowed);
    throw new GatewayError('method_not_allowed');
  };
}

/** Express cannot decode every path, such as /v1/rounds/%ff, and passes every handler but those of errors by. */
function whereUndecodable(handler: RequestHandler): ErrorRequestHandler {
  return async (error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (error instanceof URIError) await handler(request, response, (refusal: unknown) => next(refusal ?? error));
    else next(error);
  };
}

function answerError({ publicOrigin, events, refusals, turns }: AppDeps): ErrorRequestHandler {
  return (error: unknown, request: Request, response: Response, next: NextFunction) => {
    const facts = factsOf(response);
    // express throws it for a path that it cannot decode.
    const refusal = error instanceof URIError ? new GatewayError('not_found') : toGatewayError(error);
    if (refusal.code === 'internal') events.internalError(refusal.cause, facts.requestId);
    facts.refusal = refusal;
    if (facts.isLetIn) refusals.charge(facts.sender, refusal, { method: request.method, usedMs: turns.usedMs(request) });
    if (response.headersSent) {
      // Nothing can be said any more; Express ends the connection.
      next(error);
      return;
    }
    const answer = errorAnswer(refusal, { publicOrigin });
    response.status(answer.status).set(answer.headers);
    response.json(answer.body);
  };
}

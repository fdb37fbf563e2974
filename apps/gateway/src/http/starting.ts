import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { GatewayError } from '../errors/gateway-error.js';
import type { Obstacle, ReadyPart } from '../errors/obstacles.js';
import { type ErrorAnswer, errorAnswer } from './error-answer.js';

/** Parts that a gateway needs before it can serve. */
export type AwaitedPart = Extract<ReadyPart, 'ledger' | 'outbox'>;

/** Why a gateway that still starts serves no round. */
export function startObstacle(part: AwaitedPart): Obstacle {
  return { part, reason: `the ${part} has not answered since the start` };
}

/** Answers requests before ledger and outbox have answered once: it lives, and serves nothing yet. */
export function answerStarting(awaited: AwaitedPart, server: { readonly publicOrigin?: string }): RequestListener {
  const { reason } = startObstacle(awaited);
  const refusal = errorAnswer(new GatewayError('not_ready', { detail: reason, members: { reasons: [reason] } }), server);
  return (request, response) => answer(request, response, refusal);
}

function answer(request: IncomingMessage, response: ServerResponse, { status, headers, body }: ErrorAnswer): void {
  const send = (status: number, headers: Readonly<Record<string, string>>, body: unknown): void => {
    // The body of the request is not read.
    response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8', connection: 'close' });
    response.end(JSON.stringify(body));
  };
  const isHealth = (request.method === 'GET' || request.method === 'HEAD') && request.url?.split('?', 1)[0] === '/health';
  if (isHealth) {
    send(200, {}, { status: 'ok' });
    return;
  }
  send(status, headers, body);
}

import type { RequestListener } from 'node:http';
import { GatewayError } from '../errors/gateway-error.js';
import { errorAnswer } from './error-answer.js';

const REASON = 'the ledger has not answered since the start';

/** What a gateway answers before the ledger has answered it once: it lives, and serves nothing yet. */
export const answerStarting: RequestListener = (request, response) => {
  const send = (status: number, headers: Readonly<Record<string, string>>, body: unknown): void => {
    // What comes with the request is not read.
    response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8', connection: 'close' });
    response.end(JSON.stringify(body));
  };
  const isHealth = (request.method === 'GET' || request.method === 'HEAD') && request.url?.split('?', 1)[0] === '/health';
  if (isHealth) {
    send(200, {}, { status: 'ok' });
    return;
  }
  const { status, headers, body } = errorAnswer(new GatewayError('not_ready', { detail: REASON, members: { reasons: [REASON] } }));
  send(status, headers, body);
};

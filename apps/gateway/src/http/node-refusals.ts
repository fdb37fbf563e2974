import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { OneAtATime } from '@oracle-gateway/process';
import { GatewayError } from '../errors/gateway-error.js';
import type { Events } from '../telemetry/events.js';
import { errorAnswer } from './error-answer.js';

export type ReportRefusal = Events['httpAnswered'];

export interface NodeRefusalDeps {
  readonly report?: ReportRefusal | undefined;
  readonly publicOrigin?: string | undefined;
  readonly afterAnswers: OneAtATime['afterAnswers'];
}

/** Time in which a written answer must leave: who does not read it does not keep the connection. */
const LAST_WORDS_MS = 1_000;

/**
 * Answers what Node's server refuses by itself, before there is a request for the application, as every other refusal is answered:
 * `{ error, code }` with a request id. The connection ends.
 */
export function answerNodeRefusals(server: Server, { report = () => undefined, publicOrigin, afterAnswers }: NodeRefusalDeps): void {
  const refuseRest = (socket: Socket, refusal: GatewayError): void => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const { status, headers, text } = answerOf(refusal, publicOrigin);
    report({ ...reported(refusal, headers), client: socket.remoteAddress ?? 'unknown' });
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.setTimeout(LAST_WORDS_MS, () => socket.destroy());
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`, () => socket.destroy());
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    // An earlier request has an answer of its own.
    else afterAnswers(socket, () => refuseRest(socket, refusalOf(error.code)));
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    refuse(new GatewayError('expectation_failed'), { request, response }, { report, publicOrigin });
  });
}

/** Sent with every answer: a browser takes its type from `Content-Type` alone. */
const FIXED_HEADERS = { 'X-Content-Type-Options': 'nosniff' };

/**
 * Refuses what breaks the rule of `Host` (RFC 9112 §3.2). Node's own check is off (`requireHostHeader`): it refuses with an empty body, and takes
 * the first of several.
 */
export function requireHost(
  handler: RequestListener,
  { report = () => undefined, publicOrigin }: Omit<NodeRefusalDeps, 'afterAnswers'> = {},
): RequestListener {
  return (request, response) => {
    for (const [name, value] of Object.entries(FIXED_HEADERS)) response.setHeader(name, value);
    const { headersDistinct, httpVersion } = request;
    const [host, ...more] = headersDistinct['host'] ?? [];
    let broken: string | null = null;
    if (more.length > 0) broken = 'must be there once';
    else if (host === undefined) broken = httpVersion === '1.1' ? 'is required' : null;
    else if (!HOST.test(host)) broken = 'must be a host, or a host and its port';
    if (broken === null) handler(request, response);
    else refuse(new GatewayError('malformed_http', { detail: `Host: ${broken}` }), { request, response }, { report, publicOrigin });
  };
}

/** `uri-host [ ":" port ]` (RFC 9110 §7.2): a name or an IPv4 address, or an address in brackets. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\w.:~!$&'()*+,;=-]+\])(?::\d*)?$/;

function refuse(
  refusal: GatewayError,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  { report, publicOrigin }: { readonly report: ReportRefusal; readonly publicOrigin: string | undefined },
): void {
  const { status, headers, text } = answerOf(refusal, publicOrigin);
  report({ ...reported(refusal, headers), client: request.socket.remoteAddress ?? 'unknown' });
  response.writeHead(status, headers).end(text);
}

function refusalOf(code: string | undefined): GatewayError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new GatewayError('headers_too_large');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new GatewayError('body_too_large', { detail: 'chunk extensions' });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new GatewayError('request_timeout');
    default:
      return new GatewayError('malformed_http');
  }
}

function answerOf(
  refusal: GatewayError,
  publicOrigin: string | undefined,
): { readonly status: number; readonly headers: Record<string, string>; readonly text: string } {
  const { status, body, headers } = errorAnswer(refusal, { publicOrigin });
  const text = JSON.stringify(body);
  return {
    status,
    text,
    headers: {
      ...FIXED_HEADERS,
      'X-Request-Id': randomUUID(),
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(text)),
      ...headers,
      Connection: 'close',
    },
  };
}

function reported(refusal: GatewayError, headers: Readonly<Record<string, string>>) {
  return { operation: 'none', status: refusal.rule.status, refusal, requestId: headers['X-Request-Id'] ?? '', seconds: 0 };
}

import { GatewayError, TransportError } from '../base/errors.js';
import { integerOf, membersOf, textOf } from '../base/json.js';
import { type OnDeprecated, tellDeprecation } from './deprecation-notice.js';
import { type Fetch, type JsonAnswer, readJsonAnswer } from './read-json.js';
import { notSent } from './transport-failure.js';

const MAX_ANSWER_BYTES = 1024 * 1024;
/** An origin or none, and the path of a page. */
const DOC_URL = /^(https?:\/\/[\w.:[\]-]+)?(\/docs\/errors\/\w+)$/;
const CODE = /^[a-z][a-z0-9_]{0,63}$/;

export interface GatewayRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Begins with a slash; behind the base URL. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Whether it may be charged: then a failure has to say whether it was sent. */
  readonly mayCost?: true;
}

/** One gateway over HTTP. */
export interface GatewayHttp {
  readonly baseUrl: string;
  /**
   * The answer of a success.
   *
   * @throws GatewayError for a refusal; TransportError when no answer of a gateway arrives; the signal's reason when it aborts
   */
  ask(request: GatewayRequest): Promise<JsonAnswer>;
}

/**
 * @param deps `tellsWhy`: whether `fetch` says why it fails. A browser's does not, so that it is asked for something free just before each
 *   request that may cost something: what cannot be reached then is sent nothing.
 */
export function createGatewayHttp(deps: {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly tellsWhy: boolean;
  readonly onDeprecated?: OnDeprecated | undefined;
}): GatewayHttp {
  const { baseUrl, timeoutMs, tellsWhy, onDeprecated } = deps;

  async function requireReachable(signal: AbortSignal | undefined): Promise<void> {
    const url = `${baseUrl}/v1/info`;
    try {
      await readJsonAnswer(deps, { peer: 'gateway', url, init: { method: 'GET' }, maxBytes: MAX_ANSWER_BYTES, timeoutMs, signal });
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      throw notSent({ peer: 'gateway', url, why: 'it gave no answer just before', cause: error });
    }
  }

  return {
    baseUrl,
    async ask({ method, path, headers, body, signal, mayCost }) {
      if (mayCost && !tellsWhy) await requireReachable(signal);
      const init: RequestInit = {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      const exchange = { peer: 'gateway', url: baseUrl + path, init, maxBytes: MAX_ANSWER_BYTES, timeoutMs, signal } as const;
      const answer = await readJsonAnswer(deps, exchange);
      tellDeprecation(onDeprecated, { method, path, headers: answer.headers });
      if (answer.status >= 200 && answer.status < 300) return answer;
      throw refusalIn(answer, baseUrl);
    },
  };
}

/** A body without a code is not a gateway's: a proxy before it answered, and what became of the request is unknown. */
function refusalIn({ status, headers, body }: JsonAnswer, baseUrl: string): GatewayError | TransportError {
  const members = membersOf(body) ?? {};
  const code = textOf(members['code']);
  const message = textOf(members['error']);
  if (code === undefined || message === undefined || !CODE.test(code))
    return new TransportError('gateway', `the gateway gave no answer of its contract: status ${status}`);
  const field = /^validation failed: ([\w.[\]"-]+): /.exec(message)?.[1];
  const retryAfterMs = retryAfterOf(headers);
  const roundId = headers.get('x-round-id') ?? textOf(members['roundId']);
  const requestId = headers.get('x-request-id');
  const docUrl = DOC_URL.exec(textOf(members['docUrl']) ?? '');
  return new GatewayError({
    code,
    message,
    status,
    body: members,
    ...(field === undefined ? {} : { field }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(roundId === undefined ? {} : { roundId }),
    ...(requestId === null ? {} : { requestId }),
    ...(docUrl === null ? {} : { docUrl: `${docUrl[1] ?? baseUrl}${docUrl[2]}` }),
  });
}

function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  const seconds = text !== null && /^\d{1,9}$/.test(text) ? integerOf(Number(text)) : undefined;
  return seconds === undefined ? undefined : seconds * 1000;
}

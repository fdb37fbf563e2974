import { createKeyFilter, withTimeLimit } from '@oracle-gateway/protocol/internal';
import { facilitatorText } from './facilitator-text.js';

/** The answer is too large or unreadable. The message is for the log. */
export class FacilitatorAnswerError extends Error {
  override readonly name = 'FacilitatorAnswerError';
}

/** The part of `fetch` that a call uses. */
export type FacilitatorFetch = (
  url: string,
  request: {
    readonly method: 'GET' | 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly signal: AbortSignal;
  },
) => Promise<{ readonly status: number; readonly body: AsyncIterable<Uint8Array> | null }>;

export interface FacilitatorCall {
  readonly fetch: FacilitatorFetch;
  readonly url: string;
  /** The configured part of the URL, which may hold a key. Default: the whole URL. */
  readonly base?: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Confidential parts of the body, such as a signed payment. */
  readonly secrets?: readonly string[];
  /** Limit on the whole answer, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface FacilitatorAnswer {
  readonly status: number;
  /** `undefined` for an answer that is not JSON. Sent secrets are hidden in its reasons and messages. */
  readonly json: unknown;
  /** The answer, cut and printable. Sent secrets are hidden. */
  readonly words: string;
}

/**
 * Sends one request and reads one answer, of bounded size and within a bounded time. Hides keys of the URL, values of headers and `secrets`
 * wherever the answer repeats them, as an error page may. Each call has a connection of its own, because the other side may close a kept one
 * while the next request is on its way. A payment would then be in doubt that no facilitator has read.
 * @throws FacilitatorAnswerError, or the error of `fetch`
 */
export async function callFacilitator({
  fetch: send,
  url,
  method,
  headers,
  body,
  base = url,
  secrets = [],
  timeoutMs,
  maxBytes,
}: FacilitatorCall): Promise<FacilitatorAnswer> {
  const sent = { 'content-type': 'application/json', connection: 'close', ...headers };
  const { status, text } = await withTimeLimit({ timeoutMs }, async (signal) => {
    const response = await send(url, { method, headers: sent, ...(body === undefined ? {} : { body: JSON.stringify(body) }), signal });
    return { status: response.status, text: await readText(response, maxBytes) };
  });
  const hide = createKeyFilter(base, [...secrets, ...valuesOf(headers)]);
  return {
    status,
    json: parse(text, hide),
    words: `status ${status}: ${facilitatorText(hide(text)) ?? 'no words'}`,
  };
}

async function readText({ body }: Awaited<ReturnType<FacilitatorFetch>>, maxBytes: number): Promise<string> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of body) {
    byteLength += chunk.byteLength;
    if (byteLength > maxBytes) throw new FacilitatorAnswerError(`answer: must have at most ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Header values, and the part after a scheme, such as the token of `Bearer …`. */
function valuesOf(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]);
}

/** Members that hold free text. Other members may hold a part of the URL on purpose, such as the name of a network. */
const WORDED = /reason$|message$|^error$/i;

function parse(text: string, hide: (text: string) => string): unknown {
  try {
    return JSON.parse(text, (name, value: unknown) => (typeof value === 'string' && WORDED.test(name) ? hide(value) : value));
  } catch {
    return undefined;
  }
}

import { createKeyFilter } from '@oracle-gateway/protocol';
import { facilitatorText } from './facilitator-text.js';

/** The answer is larger than any of the protocol's, or cannot be read. The message is for the log. */
export class FacilitatorAnswerError extends Error {
  override readonly name = 'FacilitatorAnswerError';
}

export interface FacilitatorCall {
  readonly url: string;
  /** The part of the URL that was configured, in which a key may be; default: all of it. */
  readonly base?: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** What of the body nobody else may read, such as a signed payment. */
  readonly secrets?: readonly string[];
  /** For the whole answer. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface FacilitatorAnswer {
  readonly status: number;
  /** `undefined` where the answer is no JSON. Its reasons and messages hold no secret that was sent. */
  readonly json: unknown;
  /** The answer as it came, short and printable. Holds no secret that was sent. */
  readonly words: string;
}

/**
 * One request, and one answer of bounded size in bounded time. Keys of the URL, values of headers and `secrets` are hidden wherever the answer
 * repeats them: an error page may.
 * @throws FacilitatorAnswerError, and whatever `fetch` fails with
 */
export async function callFacilitator({
  url,
  method,
  headers,
  body,
  base = url,
  secrets = [],
  timeoutMs,
  maxBytes,
}: FacilitatorCall): Promise<FacilitatorAnswer> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const hide = createKeyFilter(base, [...secrets, ...valuesOf(headers)]);
  const text = await readText(response, maxBytes);
  return {
    status: response.status,
    json: parse(text, hide),
    words: `status ${response.status}: ${facilitatorText(hide(text)) ?? 'no words'}`,
  };
}

async function readText({ body }: Response, maxBytes: number): Promise<string> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    byteLength += chunk.byteLength;
    if (byteLength > maxBytes) throw new FacilitatorAnswerError(`its answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** With what stands behind a scheme, such as the token of `Bearer …`. */
function valuesOf(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]);
}

/** Members that hold words. In the others a text that is also a part of the URL, such as a network's name, has to stay. */
const WORDED = /reason$|message$|^error$/i;

function parse(text: string, hide: (text: string) => string): unknown {
  try {
    return JSON.parse(text, (name, value: unknown) => (typeof value === 'string' && WORDED.test(name) ? hide(value) : value));
  } catch {
    return undefined;
  }
}

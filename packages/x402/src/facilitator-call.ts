import { facilitatorText } from './facilitator-text.js';

/** The answer is larger than any of the protocol's, or cannot be read. The message is for the log. */
export class FacilitatorAnswerError extends Error {
  override readonly name = 'FacilitatorAnswerError';
}

export interface FacilitatorCall {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** For the whole answer. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface FacilitatorAnswer {
  readonly status: number;
  /** `undefined` where the answer is no JSON. */
  readonly json: unknown;
  /** The answer as it came, short and printable. Holds no value of a header that was sent. */
  readonly words: string;
}

const HIDDEN = '[hidden]';
/** What is shorter is no secret, and hiding it would make the words unreadable. */
const MIN_SECRET_CHARS = 8;

/**
 * One request, and one answer of bounded size in bounded time. Values of headers are hidden wherever the answer repeats them: an error page
 * may.
 * @throws FacilitatorAnswerError, and whatever `fetch` fails with
 */
export async function callFacilitator({ url, method, headers, body, timeoutMs, maxBytes }: FacilitatorCall): Promise<FacilitatorAnswer> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = hideSecrets(await readText(response, maxBytes), headers);
  return { status: response.status, json: parse(text), words: `status ${response.status}: ${facilitatorText(text) ?? 'no words'}` };
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
function hideSecrets(text: string, headers: Readonly<Record<string, string>>): string {
  const secrets = Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  return secrets.filter((secret) => secret.length >= MIN_SECRET_CHARS).reduce((hidden, secret) => hidden.replaceAll(secret, HIDDEN), text);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { GatewayError, TransportError } from '@oracle-gateway/client';
import { objectOf, parseJsonText, textIn } from './read-json.js';

const ANSWER_LIMIT_MS = 15_000;
const MAX_BYTES = 2_000_000;

interface DataDeps {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/**
 * `data` of what the gateway answers to a read that the client has no function for.
 *
 * @throws GatewayError where it refuses; TransportError; the reason of the signal
 */
export async function readGatewayData(url: string, signal: AbortSignal, { fetch }: DataDeps = globalThis): Promise<unknown> {
  const { status, text } = await readText(url, signal, fetch);
  const json = parseJsonText(text);
  const body = json.ok ? objectOf(json.value) : undefined;
  if (status === 200 && body !== undefined) return body['data'];
  const refusal = body ?? {};
  const code = textIn(refusal['code']) ?? 'unexpected_answer';
  const message = textIn(refusal['error']) ?? `the gateway answered with status ${status}`;
  const docUrl = textIn(refusal['docUrl']);
  throw new GatewayError({ code, message, status, body: refusal, ...(docUrl === undefined ? {} : { docUrl: new URL(docUrl, url).href }) });
}

async function readText(
  url: string,
  signal: AbortSignal,
  fetch: DataDeps['fetch'],
): Promise<{ readonly status: number; readonly text: string }> {
  signal.throwIfAborted();
  const ending = new AbortController();
  const end = (): void => ending.abort();
  signal.addEventListener('abort', end, { once: true });
  const timer = setTimeout(end, ANSWER_LIMIT_MS);
  try {
    const response = await fetch(url, { signal: ending.signal });
    return { status: response.status, text: await boundedText(response) };
  } catch (error) {
    signal.throwIfAborted();
    throw new TransportError('gateway', `there is no answer from ${new URL(url).origin}`, { sent: 'nothing', cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

async function boundedText({ body }: Response): Promise<string> {
  const chunks: string[] = [];
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let bytes = 0;
  for (let chunk = await reader?.read(); chunk?.done === false; chunk = await reader?.read()) {
    bytes += chunk.value.length;
    if (bytes > MAX_BYTES) throw new RangeError(`the answer has more than ${MAX_BYTES} bytes`);
    chunks.push(decoder.decode(chunk.value, { stream: true }));
  }
  return chunks.join('') + decoder.decode();
}

import { TransportError } from '../errors.js';
import { isAborted, reasonOf } from '../wait.js';

export type Fetch = typeof globalThis.fetch;

export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface JsonExchange {
  readonly peer: 'gateway' | 'ledger';
  readonly url: string;
  readonly init: RequestInit;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * One request and its whole JSON answer, whatever its status.
 *
 * @throws TransportError when no JSON answer arrives in time; what the signal gives as its reason when it aborts
 */
export async function readJson(deps: { readonly fetch: Fetch }, exchange: JsonExchange): Promise<JsonAnswer> {
  const { peer, url, init, maxBytes, timeoutMs, signal } = exchange;
  if (isAborted(signal)) throw reasonOf(signal);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await deps.fetch(url, {
      ...init,
      redirect: 'error',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const text = await readText(response, maxBytes);
    const body: unknown = JSON.parse(text);
    return { status: response.status, headers: response.headers, body };
  } catch (error) {
    if (isAborted(signal)) throw reasonOf(signal);
    throw new TransportError(peer, `the ${peer} gave no JSON answer: ${whyOf(error, timeout)}`, { cause: error });
  }
}

function whyOf(error: unknown, timeout: AbortSignal): string {
  if (timeout.aborted) return 'the time is up';
  if (error instanceof SyntaxError) return 'the body is not JSON';
  return error instanceof Error ? error.message : 'the connection failed';
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  const body: ReadableStream<Uint8Array> | null = response.body;
  if (body === null) return '';
  const reader = body.getReader();
  let text = '';
  let byteLength = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    byteLength += chunk.value.byteLength;
    if (byteLength > maxBytes) {
      await reader.cancel();
      throw new RangeError(`the body has more than ${maxBytes} bytes`);
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}

import { withTimeLimit } from '@oracle-gateway/protocol/internal';
import { TransportError } from '../base/errors.js';
import { isAborted, abortReason } from '../base/wait.js';
import { originOf, transportFailure } from './transport-failure.js';

export type Fetch = typeof globalThis.fetch;

/** Limit on one answer of the gateway or the ledger, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 40_000;

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
 * @throws TransportError when no JSON answer arrives in time, with `sent` as it is known; what the signal gives as its reason when it aborts
 */
export async function readJsonAnswer(deps: { readonly fetch: Fetch }, exchange: JsonExchange): Promise<JsonAnswer> {
  const { peer, url, init, maxBytes, timeoutMs, signal } = exchange;
  if (isAborted(signal)) throw abortReason(signal);
  return withTimeLimit({ timeoutMs, signal }, async (ending) => {
    let response: Response | undefined;
    try {
      response = await deps.fetch(url, { ...init, redirect: 'error', signal: ending });
      const text = await readText(response, { maxBytes, ending });
      const body: unknown = JSON.parse(text);
      return { status: response.status, headers: response.headers, body };
    } catch (error) {
      if (isAborted(signal)) throw abortReason(signal);
      const isLate = isAborted(ending);
      if (response === undefined && !isLate) throw transportFailure({ peer, url, failure: error });
      throw new TransportError(
        peer,
        `the ${peer} at ${originOf(url)} gave no JSON answer: ${isLate ? `the time of ${timeoutMs / 1_000} s is up` : whyOf(error)}`,
        {
          cause: error,
        },
      );
    }
  });
}

function whyOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'the body is not JSON';
  return error instanceof Error ? error.message : 'the connection failed';
}

/** Ends with the signal, also where `fetch` has lost it: Node 20 does, once it has collected the request of an answer. */
async function readText(response: Response, input: { readonly maxBytes: number; readonly ending: AbortSignal }): Promise<string> {
  const { maxBytes, ending } = input;
  const decoder = new TextDecoder();
  const body: ReadableStream<Uint8Array> | null = response.body;
  if (body === null) return '';
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel(ending.reason).catch(() => undefined);
  ending.addEventListener('abort', cancel, { once: true });
  if (isAborted(ending)) cancel();
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
  // A reader that was cancelled ends like one that has read everything.
  if (isAborted(ending)) throw abortReason(ending);
  return text + decoder.decode();
}

import { readServerSentEvents, type ServerSentEvent } from '@oracle-gateway/gateway-api/events';
import { TransportError } from '../base/errors.js';
import { isAborted, abortReason } from '../base/wait.js';
import { type OnDeprecated, tellDeprecation } from './deprecation-notice.js';
import type { Fetch } from './read-json.js';
import { originOf, transportFailure } from './transport-failure.js';

const MAX_EVENT_CHARACTERS = 262_144;
const MAX_STREAM_BYTES = 4 * 1024 * 1024;
/** Three of the gateway's heartbeats. */
const SILENCE_MS = 45_000;
/** Browsers give one host six connections, which all requests of a page share. */
const MAX_STREAMS = 3;

export interface EventsRequest {
  /** Begins with a slash; behind the base URL. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds until the answer must have begun. */
  readonly beginsInMs: number;
  /** Milliseconds after which the stream is given up. */
  readonly lifeMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Events of one gateway, as they arrive. */
export type GatewayEvents = (request: EventsRequest) => AsyncGenerator<ServerSentEvent, void, undefined>;

/**
 * Opens streams of server-sent events, a few at once. Each is bounded: in its time, its bytes, the bytes of one event, and the silence
 * between two.
 *
 * @returns events; the iteration throws TransportError when there is no such stream or it breaks a bound, and the signal's reason when it aborts
 */
export function createGatewayEvents(deps: {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly onDeprecated?: OnDeprecated | undefined;
}): GatewayEvents {
  let open = 0;
  return async function* events({ path, headers, beginsInMs, lifeMs, signal }) {
    if (isAborted(signal)) throw abortReason(signal);
    if (open >= MAX_STREAMS) throw new TransportError('gateway', `${MAX_STREAMS} streams of events are open already`);
    open += 1;
    const ending = new AbortController();
    const end = (why: string) => (): void => ending.abort(new DOMException(why, 'TimeoutError'));
    const onAbort = (): void => ending.abort(abortReason(signal));
    signal?.addEventListener('abort', onAbort, { once: true });
    const life = setTimeout(end('the time is up'), lifeMs);
    let silence = setTimeout(end('no answer begins'), beginsInMs);
    const onBytes = (): void => {
      clearTimeout(silence);
      silence = setTimeout(end('the stream is silent'), SILENCE_MS);
    };
    const failed = (error: unknown, isBegun: boolean): never => {
      if (isAborted(signal)) throw abortReason(signal);
      if (error instanceof TransportError) throw error;
      if (!isBegun && !isAborted(ending.signal)) throw transportFailure({ peer: 'gateway', url: deps.baseUrl, failure: error });
      throw new TransportError('gateway', `the stream of events of ${originOf(deps.baseUrl)} broke off`, { cause: error });
    };
    try {
      const init: RequestInit = { headers: { accept: 'text/event-stream', ...headers }, redirect: 'error', signal: ending.signal };
      const response = await deps.fetch(deps.baseUrl + path, init).catch((error: unknown) => failed(error, false));
      tellDeprecation(deps.onDeprecated, { method: 'GET', path, headers: response.headers });
      const isStream = response.status === 200 && response.headers.get('content-type')?.startsWith('text/event-stream') === true;
      const source: ReadableStream<Uint8Array> | null = response.body;
      if (!isStream || source === null) throw new TransportError('gateway', `the gateway gave no events: status ${response.status}`);
      const body = source.pipeThrough(bounded(onBytes), { signal: ending.signal });
      try {
        yield* readServerSentEvents(body, { maxCharacters: MAX_EVENT_CHARACTERS });
      } catch (error) {
        failed(error, true);
      }
    } finally {
      open -= 1;
      clearTimeout(life);
      clearTimeout(silence);
      signal?.removeEventListener('abort', onAbort);
      ending.abort();
    }
  };
}

function bounded(onBytes: () => void): TransformStream<Uint8Array, Uint8Array> {
  let byteLength = 0;
  return new TransformStream({
    transform(chunk, controller) {
      onBytes();
      byteLength += chunk.byteLength;
      if (byteLength > MAX_STREAM_BYTES) controller.error(new RangeError(`the stream has more than ${MAX_STREAM_BYTES} bytes`));
      else controller.enqueue(chunk);
    },
  });
}

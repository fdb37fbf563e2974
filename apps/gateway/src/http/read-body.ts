import type { IncomingMessage } from 'node:http';
import { createPlaces, type Tenant } from '@oracle-gateway/fair-share';
import { GatewayError } from '../errors/gateway-error.js';
import { shareError, type ShareEvents } from '../errors/share-error.js';

/** Reads a request's body. Throws what {@link readBytes} throws, and `share_used` or `at_capacity` when too much is being read at once. */
export type ReadBody = (request: IncomingMessage, input: { readonly maxBytes: number; readonly sender: Tenant }) => Promise<Uint8Array>;

/** Bytes of bodies that are being read at once: what senders that are slow keep in memory. */
const MAX_BYTES_AT_ONCE = 32 * 1024 * 1024;
const SLOW_AFTER_MS = 2_000;

/** Senders share the bytes that are read at once; a body without an announced length may be as long as it may be. */
export function createReadBody(deps: {
  readonly events: ShareEvents;
  readonly monotonicMs: () => number;
  readonly maxBytesAtOnce?: number;
}): ReadBody {
  const { events, monotonicMs: nowMs, maxBytesAtOnce: max = MAX_BYTES_AT_ONCE } = deps;
  const places = createPlaces({ max, slowAfterMs: SLOW_AFTER_MS }, { nowMs });
  // Unread bytes must not be taken for the next request.
  const quota = { resource: 'request_bytes', quota: 'request-bytes', max, headers: { Connection: 'close' }, events } as const;
  return async (request, { maxBytes, sender }) => {
    const announced = Number(request.headers['content-length'] ?? maxBytes);
    const taking = places.take(sender, Math.max(1, Math.min(announced, maxBytes)));
    if (!taking.ok) throw shareError(taking, quota);
    try {
      return await readBytes(request, maxBytes);
    } finally {
      taking.place.giveBack();
    }
  };
}

/**
 * Reads a request body of any content type as raw bytes. Throws 413 as soon as the limit is passed or announced to be passed; the rest is
 * not read. A compressed body is refused: its true size would only be known by unpacking it.
 */
async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new GatewayError('malformed_body', { detail: 'body: must not be compressed' });
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Uint8Array) => {
      byteLength += chunk.byteLength;
      if (byteLength > maxBytes) {
        request.removeAllListeners('data').pause();
        reject(tooLarge(maxBytes));
        return;
      }
      chunks.push(chunk);
    });
    request.once('end', () => {
      resolve(Buffer.concat(chunks));
    });
    request.once('error', () => {
      reject(new GatewayError('client_gone'));
    });
  });
}

function tooLarge(maxBytes: number): GatewayError {
  return new GatewayError('body_too_large', { detail: `at most ${maxBytes} bytes` });
}

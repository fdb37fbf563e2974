import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { SourceError } from '../errors/node-error.js';

/**
 * Reads a response body to its end and undoes one content coding. The limit holds for the bytes as sent and for the decoded bytes, so a small
 * compressed body cannot grow large. Throws SourceError (step `fetch`).
 */
export async function readBoundedBody(input: {
  readonly body: Readable;
  readonly contentEncoding: string | undefined;
  readonly maxBytes: number;
  readonly status: number;
}): Promise<Uint8Array> {
  const tooLarge = (): SourceError => new SourceError('fetch', `the source sent more than ${input.maxBytes} bytes`, input.status);
  const decoder = createDecoder(input.contentEncoding, input.status);
  const chunks: Uint8Array[] = [];
  try {
    const counted = (source: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> => boundedChunks(source, input.maxBytes, tooLarge);
    const collect = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
      for await (const chunk of source) {
        chunks.push(chunk);
      }
    };
    if (decoder === null) {
      await collect(counted(input.body));
    } else {
      await pipeline(input.body, counted, decoder, counted, collect);
    }
  } catch (error) {
    if (error instanceof SourceError) {
      throw error;
    }
    throw new SourceError('fetch', 'the body of the source was cut off, came too late, or could not be decoded', input.status);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

async function* boundedChunks(source: AsyncIterable<unknown>, maxBytes: number, tooLarge: () => Error): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of source) {
    if (!(chunk instanceof Uint8Array)) {
      throw new TypeError('a body is a stream of bytes');
    }
    total += chunk.length;
    if (total > maxBytes) {
      throw tooLarge();
    }
    yield chunk;
  }
}

function createDecoder(contentEncoding: string | undefined, status: number) {
  switch (contentEncoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      // Also for stacked codings, because each layer would multiply the work of one request.
      throw new SourceError('fetch', 'the source must use no content coding, or one of gzip, deflate and br', status);
  }
}

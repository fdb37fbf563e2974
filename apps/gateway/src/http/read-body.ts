import type { IncomingMessage } from 'node:http';
import { GatewayError } from '../errors.js';

/**
 * Reads a request body of any content type as raw bytes. Throws 413 as soon as the limit is passed or announced to be passed; the rest is
 * not read. A compressed body is refused: its true size would only be known by unpacking it.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
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

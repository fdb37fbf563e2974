import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

/** A body whose content coding is undone; or why it is not. */
export type DecodedBody =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly why: 'too_large' | 'undecodable' | 'unknown_coding' };

const gunzipped = promisify(gunzip);
const inflatedZlib = promisify(inflate);
const inflatedRaw = promisify(inflateRaw);
const brotliDecompressed = promisify(brotliDecompress);

/** Error code of zlib for output beyond `maxOutputLength`. */
const TOO_LARGE_CODE = 'ERR_BUFFER_TOO_LARGE';

/** The codings of an answer, as one text. */
export function contentEncodingOf({ 'content-encoding': encoding }: IncomingHttpHeaders): string | undefined {
  return Array.isArray(encoding) ? encoding.join(',') : encoding;
}

/**
 * Undoes one content coding, up to so many bytes: a small compressed body cannot grow large. `identity`, and words that name no coding, such
 * as `UTF-8`, `none` or `aws-chunked`, change nothing: servers send them with a body that stands as it is.
 */
export async function decodeContent(
  bytes: Uint8Array,
  { contentEncoding = '', maxBytes }: { readonly contentEncoding: string | undefined; readonly maxBytes: number },
): Promise<DecodedBody> {
  const [coding, ...stacked] = contentEncoding
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => CODINGS.has(word));
  if (coding === undefined) return { ok: true, bytes };
  // Each further layer would multiply the work of one request.
  const decode = stacked.length > 0 ? null : decoderOf(coding);
  if (decode === null) return { ok: false, why: 'unknown_coding' };
  try {
    return { ok: true, bytes: await decode(bytes, { maxOutputLength: maxBytes }) };
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === TOO_LARGE_CODE;
    return { ok: false, why: isTooLarge ? 'too_large' : 'undecodable' };
  }
}

/** The registered content codings that change a body: https://www.iana.org/assignments/http-parameters, without `identity`. */
const CODINGS: ReadonlySet<string> = new Set([
  'aes128gcm',
  'br',
  'compress',
  'dcb',
  'dcz',
  'deflate',
  'exi',
  'gzip',
  'pack200-gzip',
  'x-compress',
  'x-gzip',
  'zstd',
]);

type Decode = (bytes: Uint8Array, limits: { readonly maxOutputLength: number }) => Promise<Uint8Array>;

function decoderOf(coding: string): Decode | null {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return gunzipped;
    case 'deflate':
      return inflated;
    case 'br':
      return brotliDecompressed;
    default:
      return null;
  }
}

/** The coding is zlib's form (RFC 9110 §8.4.1.2). Some servers send the bare deflate data of RFC 1951. */
const inflated: Decode = (bytes, limits) => (hasZlibHeader(bytes) ? inflatedZlib(bytes, limits) : inflatedRaw(bytes, limits));

/** RFC 1950 §2.2: method 8, a window of at most 32 KiB, and a check of both bytes. */
function hasZlibHeader([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 0x0f) === 8 && method >> 4 <= 7 && ((method << 8) | flags) % 31 === 0;
}

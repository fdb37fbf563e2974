import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

/** A body whose content coding is undone; or why it is not. */
export type DecodedBody =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly why: 'too_large' | 'undecodable' | 'unknown_coding' };

const gunzipped = promisify(gunzip);
const inflated = promisify(inflate);
const brotliDecompressed = promisify(brotliDecompress);

/** What zlib refuses to give beyond `maxOutputLength`. */
const TOO_LARGE_CODE = 'ERR_BUFFER_TOO_LARGE';

/** The codings of an answer, as one text. */
export function contentEncodingOf({ 'content-encoding': encoding }: IncomingHttpHeaders): string | undefined {
  return Array.isArray(encoding) ? encoding.join(',') : encoding;
}

/** Undoes one content coding, up to so many bytes: a small compressed body cannot grow large. */
export async function decodeBody(
  bytes: Uint8Array,
  { contentEncoding, maxBytes }: { readonly contentEncoding: string | undefined; readonly maxBytes: number },
): Promise<DecodedBody> {
  const coding = contentEncoding?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return { ok: true, bytes };
  const decode = decoderOf(coding);
  if (decode === null) return { ok: false, why: 'unknown_coding' };
  try {
    return { ok: true, bytes: await decode(bytes, { maxOutputLength: maxBytes }) };
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === TOO_LARGE_CODE;
    return { ok: false, why: isTooLarge ? 'too_large' : 'undecodable' };
  }
}

function decoderOf(coding: string): ((bytes: Uint8Array, limits: { readonly maxOutputLength: number }) => Promise<Uint8Array>) | null {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return gunzipped;
    case 'deflate':
      return inflated;
    case 'br':
      return brotliDecompressed;
    default:
      // Also for stacked codings, because each layer would multiply the work of one request.
      return null;
  }
}

import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contentEncodingOf, decodeContent } from './content-coding.js';

const TEXT = Buffer.from('{"price":"64628.31"}');
const maxBytes = 1_024;
const codings: [coding: string, encode: (bytes: Uint8Array) => Uint8Array][] = [
  ['gzip', gzipSync],
  ['X-GZip ', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['gzip, identity', gzipSync],
  ['aws-chunked,gzip', gzipSync],
];

describe('decodeBody', () => {
  // Words that servers send with a body that stands as it is.
  it.each([undefined, '', 'identity', 'UTF-8', 'none', 'aws-chunked', 'identity, UTF-8', ','])(
    'gives a body of coding %s as it is',
    async (contentEncoding) => {
      expect(await decodeContent(TEXT, { contentEncoding, maxBytes })).toEqual({ ok: true, bytes: TEXT });
    },
  );

  it.each(codings)('undoes %s', async (contentEncoding, encode) => {
    expect(await decodeContent(encode(TEXT), { contentEncoding, maxBytes })).toEqual({ ok: true, bytes: TEXT });
  });

  it.each(codings)('gives up to so many bytes of %s, and no more', async (contentEncoding, encode) => {
    const [fits, grows] = [Buffer.alloc(maxBytes), Buffer.alloc(maxBytes + 1)];
    expect(await decodeContent(encode(fits), { contentEncoding, maxBytes })).toEqual({ ok: true, bytes: fits });
    expect(await decodeContent(encode(grows), { contentEncoding, maxBytes })).toEqual({ ok: false, why: 'too_large' });
  });

  it.each(codings)('refuses %s that is cut off or another coding', async (contentEncoding, encode) => {
    for (const bytes of [encode(TEXT).subarray(0, -3), TEXT]) {
      expect(await decodeContent(bytes, { contentEncoding, maxBytes })).toEqual({ ok: false, why: 'undecodable' });
    }
  });

  it.each(['zstd', 'compress', 'gzip, gzip', 'gzip,br', 'gzip, identity, utf-8, br'])('undoes no %s', async (contentEncoding) => {
    expect(await decodeContent(gzipSync(TEXT), { contentEncoding, maxBytes })).toEqual({ ok: false, why: 'unknown_coding' });
  });
});

describe('contentEncodingOf', () => {
  it('names each coding of several headers', () => {
    expect(contentEncodingOf({ 'content-encoding': 'gzip' })).toBe('gzip');
    expect(contentEncodingOf({})).toBeUndefined();
  });
});

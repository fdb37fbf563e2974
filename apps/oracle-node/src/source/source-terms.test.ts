import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { Cleanup } from '../../tests/cleanup.js';
import { fetchFailure, newSafeFetch, startSource } from '../../tests/source-servers.js';
import { SourceError } from '../errors/node-error.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

async function termsOf(listener: RequestListener): Promise<string | undefined> {
  const source = await startSource(cleanup, listener);
  const error = await fetchFailure(newSafeFetch(cleanup, [source.name]), `${source.url}/`);
  if (!(error instanceof SourceError)) throw error;
  return error.terms;
}
function inHeader(text: string, body = ''): RequestListener {
  return (_, response) => void response.writeHead(402, { 'payment-required': Buffer.from(text).toString('base64') }).end(body);
}
function inBody(text: string | Uint8Array, headers = {}): RequestListener {
  return (_, response) => void response.writeHead(402, headers).end(text);
}
const V2 = '{"x402Version":2,"accepts":[{"amount":"1000"}]}';
const V1 = '{"x402Version":1,"error":"payment required","accepts":[]}';
const LONGEST = `{"x402Version":1,"error":"${'x'.repeat(1_024 - 28)}"}`;

describe('the terms of a source that answers 402', () => {
  it.each([
    ['the header of version 2, as the JSON it holds', inHeader(V2, V1), V2],
    ['the body of version 1', inBody(`\n${V1}\n`), V1],
    ['a body that is compressed', inBody(gzipSync(V1), { 'content-encoding': 'gzip' }), V1],
    ['a body where the header holds no JSON', inHeader('{', V1), '402, terms unreadable'],
    ['1 KiB', inBody(LONGEST), LONGEST],
    ['more than 1 KiB', inBody(`${LONGEST.slice(0, -2)}x"}`), '402, terms too large'],
    ['a header of more than 1 KiB', inHeader(JSON.stringify({ pad: 'x'.repeat(2_000) }), V1), '402, terms too large'],
    ['no body', inBody(''), '402, terms unreadable'],
    ['a page for people', inBody('<html>Pay here</html>'), '402, terms unreadable'],
    ['a list', inBody('[]'), '402, terms unreadable'],
    ['what is no UTF-8', inBody(Buffer.from([0x7b, 0xff, 0x7d])), '402, terms unreadable'],
    ['a long page for people', inBody('x'.repeat(100_000)), '402, terms unreadable'],
    ['a coding that is not read', inBody(V1, { 'content-encoding': 'zstd' }), '402, terms unreadable'],
  ])('are those of %s', async (_, listener, terms) => {
    expect(await termsOf(listener)).toBe(terms);
  });

  it('are told of no other status', async () => {
    expect(await termsOf((_, response) => void response.writeHead(403).end(V1))).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { MAX_REQUEST_BYTES } from '../../admission/request-body.js';
import { createSubjectReader } from '../../admission/requested-subject.js';
import { readRoundRequest } from './request.js';

const KEY = '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2';
const good = {
  subscriptionOwner: KEY,
  consumerAuthority: KEY,
  signaturesRequired: 3,
  timestamp: 1_700_000_000,
  registryVersion: 1,
  authSig: 'text',
  apiConfig: { url: 'http://127.0.0.1:7200/price', method: 'GET' },
};
function sources(allowedSources: readonly string[]) {
  return createSubjectReader({ allowedSources, isSponsored: () => false });
}
function bytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
}
function code(expected: string) {
  return expect.objectContaining({ code: expected }) as Error;
}

describe('readRoundRequest', () => {
  it("reads a request into the protocol's types; authSig is left to the credential check", () => {
    const request = readRoundRequest(bytes(good), sources(['127.0.0.1:7200']));
    expect(request).toMatchObject({ signaturesRequired: 3, timestampSeconds: 1_700_000_000, registryVersion: 1, authSig: 'text' });
    expect(request.subscriptionOwner).toHaveLength(32);
  });

  it.each([
    ['the allow-list names exactly this host and port', ['127.0.0.1:7200'], null],
    ['another port is allowed', ['127.0.0.1:7201'], 'source_not_public'],
    ['nothing is allowed', [], 'source_not_public'],
  ])('a source on loopback, when %s', (_case, allowed, expected) => {
    const read = (): unknown => readRoundRequest(bytes(good), sources(allowed));
    if (expected === null) expect(read).not.toThrow();
    else expect(read).toThrow(code(expected));
  });

  it('a null bundle is no bundle', () => {
    expect(() => readRoundRequest(bytes({ ...good, encKeyBundle: null }), sources(['127.0.0.1:7200']))).not.toThrow();
  });

  it('nesting is bounded', () => {
    expect(() => readRoundRequest(bytes('['.repeat(60_000)), sources([]))).toThrow(code('malformed_body'));
  });

  it('a body is at most 64 KiB', () => {
    expect(MAX_REQUEST_BYTES).toBe(65_536);
    expect(() => readRoundRequest(bytes(' '.repeat(65_537)), sources([]))).toThrow(code('malformed_body'));
  });
});

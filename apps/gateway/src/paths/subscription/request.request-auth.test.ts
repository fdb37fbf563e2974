import { generateKeyPairSync, sign } from 'node:crypto';
import { deriveFeedId, requestAuthHash, type SourceId, toAddress, toHex, unixSeconds, verifyEd25519 } from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import { type SubscriptionRoundRequest, checkRequestAuth } from './request.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const feedOwner = toAddress(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
function feedOf(signaturesRequired: number) {
  return deriveFeedId({ owner: feedOwner, sourceId: new Uint8Array(32).fill(9) as SourceId, signaturesRequired });
}
const timestampSeconds = unixSeconds(1_700_000_000);
const authSig = toHex(sign(null, requestAuthHash({ feedId: feedOf(3), timestampSeconds }), privateKey));
const request: SubscriptionRoundRequest = {
  authSig,
  feedOwner,
  subscriptionOwner: feedOwner,
  signaturesRequired: 3,
  timestampSeconds,
  registryVersion: 1,
  subject: sourceSubject({ url: 'https://api.example.com/', method: 'GET' }),
  sealed: undefined,
  keepsEvidence: false,
};
function code(expected: string) {
  return expect.objectContaining({ code: expected }) as Error;
}

describe('checkRequestAuth', () => {
  it('accepts the signature of consumerAuthority over this feed and time', () => {
    expect(() => {
      checkRequestAuth(request, feedOf(3), verifyEd25519);
    }).not.toThrow();
  });

  it.each([
    ['no signature', { ...request, authSig: undefined }, 'auth_sig_missing'],
    ['all zero', { ...request, authSig: `0x${'00'.repeat(64)}` }, 'auth_sig_invalid'],
    ['63 bytes', { ...request, authSig: authSig.slice(0, -2) }, 'auth_sig_invalid'],
    ['empty', { ...request, authSig: '' }, 'auth_sig_invalid'],
    ['another time', { ...request, timestampSeconds: unixSeconds(1_700_000_001) }, 'auth_sig_invalid'],
    ['another key', { ...request, feedOwner: toAddress(new Uint8Array(32).fill(3)) }, 'auth_sig_invalid'],
  ])('refuses %s', (_case, changed, expected) => {
    expect(() => {
      checkRequestAuth(changed, feedOf(3), verifyEd25519);
    }).toThrow(code(expected));
  });

  it('refuses a signature over another feed', () => {
    expect(() => {
      checkRequestAuth(request, feedOf(4), verifyEd25519);
    }).toThrow(code('auth_sig_invalid'));
  });
});

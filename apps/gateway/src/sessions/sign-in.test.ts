import { createPrivateKey, sign } from 'node:crypto';
import type { SignInPayload } from '@oracle-gateway/gateway-api';
import { formatAddress, parseSignature, toAddress, verifyEd25519 } from '@oracle-gateway/protocol';
import { base58 } from '../../tests/fakes/base58.js';
import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/sign-in-with-x.json' with { type: 'json' };
import { checkSignIn, signInTerms } from './sign-in.js';
import { signInMessage } from './sign-in-message.js';
import { readSignInPayload } from './sign-in-payload.js';

const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const ISSUED_AT_MS = Date.parse('2026-11-22T08:00:00.000Z');
const [least, full] = file.vectors;
const terms = signInTerms('https://gateway.example', NETWORK);

function judge(payload: SignInPayload, nowMs = ISSUED_AT_MS) {
  return checkSignIn(payload, { terms, verifySignature: verifyEd25519, nowMs: () => nowMs });
}
/** RFC 8410: PKCS #8 of an Ed25519 key is this prefix and the seed. */
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 1)]),
  format: 'der',
  type: 'pkcs8',
});
/** The vector with other members, signed again by its key. */
function signed(changes: Partial<SignInPayload>): SignInPayload {
  const payload = { ...readSignInPayload(least!.header), ...changes };
  return { ...payload, signature: base58(sign(null, Buffer.from(signInMessage(payload)), privateKey)) };
}
function code(expected: string, names: string) {
  return expect.objectContaining({ code: expected, message: expect.stringContaining(names) as unknown }) as Error;
}

describe('a sign-in of the official client', () => {
  it.each(file.vectors)('is read and accepted: $name', ({ header, payload }) => {
    const read = readSignInPayload(header);
    expect(read).toEqual(payload);
    const own = signInTerms(payload.uri.replace('/v1/session', ''), NETWORK);
    const signedIn = checkSignIn(read, { terms: own, verifySignature: verifyEd25519, nowMs: () => ISSUED_AT_MS });
    expect(formatAddress(signedIn.authority)).toBe(payload.address);
  });

  it('of a delegate names the owner of the subscription', () => {
    const payload = readSignInPayload(full!.header);
    const own = signInTerms('http://127.0.0.1:8080', NETWORK);
    const { subscriptionOwner } = checkSignIn(payload, { terms: own, verifySignature: verifyEd25519, nowMs: () => ISSUED_AT_MS });
    expect(formatAddress(subscriptionOwner)).toBe('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU');
    expect(judge(signed({})).subscriptionOwner).toEqual(judge(signed({})).authority);
  });
});

describe('a sign-in is refused', () => {
  const other = formatAddress(toAddress(new Uint8Array(32).fill(9)));

  it.each<[string, Partial<SignInPayload>]>([
    ['domain', { domain: 'other.example' }],
    ['uri', { uri: 'https://gateway.example/v1/round/execute' }],
    ['uri', { uri: 'https://gateway.example/v1/session/' }],
    ['chainId', { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }],
    ['issuedAt', { issuedAt: '2026-11-22T07:54:59.000Z' }],
    ['issuedAt', { issuedAt: '2026-11-22T08:00:31.000Z' }],
    ['issuedAt', { issuedAt: '2026-13-45T08:00:00.000Z' }],
    ['expirationTime', { expirationTime: '2026-11-22T08:00:00.000Z' }],
    ['expirationTime', { expirationTime: '2026-13-45T08:00:00.000Z' }],
    ['notBefore', { notBefore: '2026-11-22T08:00:01.000Z' }],
  ])('with another or an untimely %s, well signed as it is', (member, changes) => {
    expect(() => judge(signed(changes))).toThrow(code('sign_in_invalid', `${member}: `));
  });

  it.each(['2026-11-22T07:55:00.000Z', '2026-11-22T08:00:30.000Z', '2026-11-22T09:00:00+01:00'])('but not at %s', (issuedAt) => {
    expect(judge(signed({ issuedAt })).nonce).toBe('a1b2c3d4e5f6');
  });

  it.each<[string, Partial<SignInPayload>]>([
    ['address', { address: other }],
    ['nonce', { nonce: 'anothernonce' }],
    ['issuedAt', { issuedAt: '2026-11-22T08:00:01.000Z' }],
    ['statement', { statement: 'Sign away everything.' }],
    ['expirationTime', { expirationTime: '2026-11-22T09:00:00.000Z' }],
    ['notBefore', { notBefore: '2026-11-22T07:00:00.000Z' }],
    ['requestId', { requestId: '1' }],
    ['resources', { resources: [`urn:svc:subscription:${other}`] }],
    ['signature', { signature: '1'.repeat(64) }],
  ])('with a member changed after it was signed: %s', (_member, changes) => {
    expect(() => judge({ ...readSignInPayload(least!.header), ...changes })).toThrow(code('sign_in_invalid', 'signature: '));
  });

  it.each<[string, (bytes: Buffer) => string]>([
    ['base64', (bytes) => bytes.toString('base64')],
    ['base64url', (bytes) => bytes.toString('base64url')],
    ['hex of too few bytes', (bytes) => `0x${bytes.subarray(1).toString('hex')}`],
    ['no digits at all', () => 'l0l'],
  ])('for its signature in %s, as malformed and not as another key', (_form, write) => {
    const payload = signed({});
    const bytes = Buffer.from(parseSignature(payload.signature));
    expect(() => judge({ ...payload, signature: write(bytes) })).toThrow(code('invalid_request', 'signature: must be the 64 bytes'));
  });

  it.each(['', '0x'])('but not for a signature in hex with the prefix "%s"', (prefix) => {
    const payload = signed({});
    const signature = prefix + Buffer.from(parseSignature(payload.signature)).toString('hex');
    expect(judge({ ...payload, signature }).nonce).toBe('a1b2c3d4e5f6');
  });

  it('for two subscriptions, or for one that is no address', () => {
    const urn = `urn:svc:subscription:${other}`;
    expect(() => judge(signed({ resources: [urn, urn] }))).toThrow(code('invalid_request', 'resources'));
    expect(() => judge(signed({ resources: ['urn:svc:subscription:me'] }))).toThrow(code('invalid_request', 'resources'));
    expect(() => judge(signed({ address: 'z'.repeat(44) }))).toThrow(code('invalid_request', 'address'));
  });
});

describe('the header of a sign-in', () => {
  const payload = readSignInPayload(least!.header);
  function headerOf(plain: unknown): string {
    return Buffer.from(typeof plain === 'string' ? plain : JSON.stringify(plain)).toString('base64');
  }

  it('is missing', () => {
    expect(() => readSignInPayload(undefined)).toThrow(code('sign_in_missing', 'missing'));
  });

  it.each<[string, string]>([
    ['', 'base64'],
    ['not base64!', 'base64'],
    ['A'.repeat(4_100), 'at most 4096 characters'],
    [headerOf('{"domain":'), 'one JSON object'],
    [headerOf('{"domain":"a","domain":"b"}'), 'one JSON object'],
    [headerOf([]), 'payload'],
    [headerOf({ ...payload, extra: 1 }), 'extra'],
    [headerOf({ ...payload, domain: undefined }), 'domain'],
    [headerOf({ ...payload, version: '2' }), 'version'],
    [headerOf({ ...payload, type: 'eip191' }), 'type'],
    [headerOf({ ...payload, nonce: 'short12' }), 'nonce'],
    [headerOf({ ...payload, nonce: 'with-a-sign' }), 'nonce'],
    [headerOf({ ...payload, statement: 'Sign in.\nURI: https://evil.example' }), 'statement'],
    [headerOf({ ...payload, requestId: 'a\u2028b' }), 'requestId'],
    [headerOf({ ...payload, statement: '' }), 'statement'],
    [headerOf({ ...payload, issuedAt: 'yesterday' }), 'issuedAt'],
    [headerOf({ ...payload, resources: Array.from({ length: 9 }, () => 'a') }), 'resources'],
  ])('is malformed: %s', (header, names) => {
    expect(() => readSignInPayload(header)).toThrow(code('invalid_request', names));
  });
});

import { ed25519 } from '@noble/curves/ed25519.js';
import { deriveDeploymentId, formatAddress, type Sha256, toAddress, unixMs } from '@oracle-gateway/protocol';
import { MAX_REQUEST_SKEW_MS, signedBytes } from '@oracle-gateway/protocol/internal';
import { nativeSha256 } from '@oracle-gateway/protocol/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NODE_HEADERS, signNodeRequest, verifyNodeRequest, type RequestToVerify } from './request-signature.js';

const secretKey = new Uint8Array(32).fill(7);
const gatewayAuthority = toAddress(ed25519.getPublicKey(secretKey));
const gateway = toAddress(new Uint8Array(32).fill(9));
const deploymentId = deriveDeploymentId({ programId: toAddress(new Uint8Array(32).fill(1)), network: 'solana:test' });
const otherDeployment = deriveDeploymentId({ programId: toAddress(new Uint8Array(32).fill(1)), network: 'solana:other' });
const nowMs = unixMs(1_795_000_000_000);
const body = new TextEncoder().encode('{"sessionIds":[]}');

function signed(timeMs = nowMs, sha256: Sha256 = nativeSha256): Promise<Record<string, string>> {
  return signNodeRequest({
    deploymentId,
    nodeIndex: 3,
    timeMs,
    path: '/v1/sign',
    body,
    gateway,
    gatewayAuthority,
    sign: (kind, preimage) => Promise.resolve(ed25519.sign(signedBytes(kind, preimage, { sha256 }), secretKey)),
    sha256,
  });
}

function verify(headers: Readonly<Record<string, string | undefined>>, changed: Partial<RequestToVerify> = {}) {
  return verifyNodeRequest({
    headers: (name) => headers[name],
    deploymentId,
    nodeIndex: 3,
    path: '/v1/sign',
    body,
    nowMs,
    maxSkewMs: MAX_REQUEST_SKEW_MS,
    ...changed,
  });
}

describe('a signed node request', () => {
  it('tells a verifier of its own the account that the signer names', async () => {
    const told: string[] = [];
    verify(await signed(), { verify: (_, account) => told.push(formatAddress(account)) > 0 });
    expect(told).toEqual([formatAddress(gateway)]);
  });

  it('names its account and its key to the node it was made for', async () => {
    expect(verify(await signed())).toEqual({ ok: true, gateway, gatewayAuthority, timeMs: nowMs });
  });

  it('is hashed with the function that is given, for either side', async () => {
    const other = (): Uint8Array => new Uint8Array(32);
    expect(verify(await signed(), { sha256: other })).toEqual({ ok: false, reason: 'signature_invalid' });
    expect(verify(await signed(nowMs, other), { sha256: other })).toEqual({ ok: true, gateway, gatewayAuthority, timeMs: nowMs });
    expect(verify(await signed(nowMs, nativeSha256))).toEqual({ ok: true, gateway, gatewayAuthority, timeMs: nowMs });
  });

  it.each<[string, Partial<RequestToVerify>]>([
    ['another node', { nodeIndex: 4 }],
    ['another deployment', { deploymentId: otherDeployment }],
    ['another path', { path: '/v1/observe' }],
    ['another body', { body: new TextEncoder().encode('{"sessionIds":[] }') }],
    ['no body', { body: new Uint8Array() }],
  ])('does not serve for %s', async (_, changed) => {
    expect(verify(await signed(), changed)).toEqual({ ok: false, reason: 'signature_invalid' });
  });

  it('does not serve for another account, another key or another time', async () => {
    const stranger = formatAddress(toAddress(ed25519.getPublicKey(new Uint8Array(32).fill(8))));
    expect(verify({ ...(await signed()), [NODE_HEADERS.gateway]: stranger })).toEqual({ ok: false, reason: 'signature_invalid' });
    expect(verify({ ...(await signed()), [NODE_HEADERS.key]: stranger })).toEqual({ ok: false, reason: 'signature_invalid' });
    expect(verify({ ...(await signed()), [NODE_HEADERS.time]: String(nowMs + 1) })).toEqual({ ok: false, reason: 'signature_invalid' });
  });

  it('is good for exactly the skew, before and after', async () => {
    expect(verify(await signed(unixMs(nowMs - MAX_REQUEST_SKEW_MS))).ok).toBe(true);
    expect(verify(await signed(unixMs(nowMs + MAX_REQUEST_SKEW_MS))).ok).toBe(true);
    expect(verify(await signed(unixMs(nowMs - MAX_REQUEST_SKEW_MS - 1)))).toEqual({ ok: false, reason: 'clock_skew' });
    expect(verify(await signed(unixMs(nowMs + MAX_REQUEST_SKEW_MS + 1)))).toEqual({ ok: false, reason: 'clock_skew' });
  });

  it.each(Object.values(NODE_HEADERS))('needs %s', async (name) => {
    expect(verify({ ...(await signed()), [name]: undefined })).toEqual({ ok: false, reason: 'header_missing' });
  });

  it.each([
    [NODE_HEADERS.gateway, ''],
    [NODE_HEADERS.gateway, '0x00'],
    [NODE_HEADERS.key, ''],
    [NODE_HEADERS.key, '0x00'],
    [NODE_HEADERS.time, '-1'],
    [NODE_HEADERS.time, '1e12'],
    [NODE_HEADERS.time, '01795000000000'],
    [NODE_HEADERS.time, '9'.repeat(16)],
    [NODE_HEADERS.signature, '0x00'],
    [NODE_HEADERS.signature, 'ab'.repeat(64)],
  ])('refuses a malformed %s: %j', async (name, value) => {
    expect(verify({ ...(await signed()), [name]: value })).toEqual({ ok: false, reason: 'header_malformed' });
  });

  it('never throws, whatever the headers hold', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 4, maxLength: 4 }), (texts) => {
        const headers = Object.fromEntries(Object.values(NODE_HEADERS).map((name, at) => [name, texts[at]]));
        expect(verify(headers).ok).toBe(false);
      }),
    );
  });
});

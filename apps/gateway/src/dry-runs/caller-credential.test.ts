import { generateKeyPairSync, sign } from 'node:crypto';
import {
  type DeploymentId,
  formatAddress,
  simulateAuthHash,
  type SimulateAuth,
  type SourceId,
  toAddress,
  toHex,
  unixSeconds,
  verifyEd25519,
} from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { base58 } from '../../tests/fakes/base58.js';
import { GatewayError } from '../errors/gateway-error.js';
import { type CallerCredentialDeps, createReadCaller, SIMULATE_LIFE_SECONDS } from './caller-credential.js';

const NOW_SECONDS = 1_700_000_000;
const deploymentId = new Uint8Array(32).fill(1) as DeploymentId;
const gateway = toAddress(new Uint8Array(32).fill(2));
const sourceId = new Uint8Array(32).fill(3) as SourceId;
const subscriptionOwner = toAddress(new Uint8Array(32).fill(4));
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = toAddress(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
const keyText = formatAddress(key);

/** Signature of the caller, over changed members. */
function signatureOver(changes: Partial<SimulateAuth> = {}): Uint8Array {
  const terms = { deploymentId, gateway, sourceId, key, owner: key, timestampSeconds: unixSeconds(NOW_SECONDS), ...changes };
  return new Uint8Array(sign(null, simulateAuthHash(terms), privateKey));
}
const SIGNATURE = toHex(signatureOver());

function read(authorization: string, changes: Partial<CallerCredentialDeps> = {}) {
  const readCaller = createReadCaller({
    findSession: () => Promise.reject(new Error('no session is searched for')),
    verifySignature: verifyEd25519,
    deploymentId,
    gateway,
    nowMs: () => NOW_SECONDS * 1_000,
    ...changes,
  });
  return readCaller(authorization, sourceId);
}
/** Whether a signature is verified at all: that is the costly step. */
function neverVerified(): boolean {
  throw new Error('nothing is verified');
}

describe('the credential of a dry run', () => {
  it.each([
    ['0x hex', SIGNATURE],
    ['base58', base58(signatureOver())],
  ])('is a signature of the key in %s, which is then its own owner', async (_form, signature) => {
    await expect(read(`Simulate ${keyText}.${NOW_SECONDS}.${signature}`)).resolves.toEqual({ key, owner: key });
    await expect(read(`simulate ${keyText}.${NOW_SECONDS}.${signature}`)).resolves.toEqual({ key, owner: key });
  });

  it('is a signature of a delegate that names the owner, who is signed along', async () => {
    const named = `${keyText}.${formatAddress(subscriptionOwner)}.${NOW_SECONDS}`;
    const signature = toHex(signatureOver({ owner: subscriptionOwner }));
    await expect(read(`Simulate ${named}.${signature}`)).resolves.toEqual({ key, owner: subscriptionOwner });
    await expect(read(`Simulate ${named}.${SIGNATURE}`)).rejects.toMatchObject({ code: 'simulate_auth_invalid' });
    await expect(read(`Simulate ${keyText}.${NOW_SECONDS}.${signature}`)).rejects.toMatchObject({ code: 'simulate_auth_invalid' });
  });

  it.each([-SIMULATE_LIFE_SECONDS, SIMULATE_LIFE_SECONDS])('is good %i s from the clock of the gateway', async (seconds) => {
    const timestampSeconds = unixSeconds(NOW_SECONDS + seconds);
    const signature = toHex(signatureOver({ timestampSeconds }));
    await expect(read(`Simulate ${keyText}.${timestampSeconds}.${signature}`)).resolves.toEqual({ key, owner: key });
  });

  it.each([-SIMULATE_LIFE_SECONDS - 1, SIMULATE_LIFE_SECONDS + 1])('is refused %i s from it, before it is verified', async (seconds) => {
    const timestampSeconds = unixSeconds(NOW_SECONDS + seconds);
    const signature = toHex(signatureOver({ timestampSeconds }));
    const refusal = read(`Simulate ${keyText}.${timestampSeconds}.${signature}`, { verifySignature: neverVerified });
    await expect(refusal).rejects.toMatchObject({
      code: 'simulate_auth_invalid',
      message: expect.stringContaining('within 60 s') as string,
    });
  });

  it.each<[string, Partial<SimulateAuth>]>([
    ['source', { sourceId: new Uint8Array(32).fill(9) as SourceId }],
    ['gateway', { gateway: subscriptionOwner }],
    ['deployment', { deploymentId: new Uint8Array(32).fill(9) as DeploymentId }],
    ['time', { timestampSeconds: unixSeconds(NOW_SECONDS - 1) }],
    ['key', { key: subscriptionOwner }],
  ])('is refused for another %s', async (_what, changes) => {
    const refusal = read(`Simulate ${keyText}.${NOW_SECONDS}.${toHex(signatureOver(changes))}`);
    await expect(refusal).rejects.toMatchObject({ code: 'simulate_auth_invalid' });
  });

  it.each([
    ['nothing', ''],
    ['another scheme', 'Basic b3duZXI6'],
    ['no signature', `Simulate ${keyText}.${NOW_SECONDS}`],
    ['a time with a sign', `Simulate ${keyText}.-${NOW_SECONDS}.${SIGNATURE}`],
    ['a time of 13 digits', `Simulate ${keyText}.${NOW_SECONDS}000.${SIGNATURE}`],
    ['a further part', `Simulate ${keyText}.${keyText}.${keyText}.${NOW_SECONDS}.${SIGNATURE}`],
    ['a key of 31 bytes', `Simulate ${base58(new Uint8Array(31).fill(7))}.${NOW_SECONDS}.${SIGNATURE}`],
    ['a signature of 63 bytes', `Simulate ${keyText}.${NOW_SECONDS}.${SIGNATURE.slice(0, -2)}`],
    ['a signature of zeros', `Simulate ${keyText}.${NOW_SECONDS}.0x${'00'.repeat(64)}`],
  ])('is refused with %s, before it is verified', async (_case, authorization) => {
    await expect(read(authorization, { verifySignature: neverVerified })).rejects.toMatchObject({ code: 'simulate_auth_invalid' });
  });

  it('tells with its refusal which schemes there are', async () => {
    const error: unknown = await read('Basic b3duZXI6').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GatewayError);
    const challenge = error instanceof GatewayError ? error.details.headers?.['WWW-Authenticate'] : undefined;
    expect(challenge).toMatch(/^Simulate .*, Bearer /);
  });

  it('is an open session: of its authority, for its owner', async () => {
    const asked: string[] = [];
    const lasts = { issuedAt: NOW_SECONDS, expiresAt: NOW_SECONDS + 60 };
    const session = { ...lasts, sessionId: 'id', authority: keyText, owner: formatAddress(subscriptionOwner), role: 'delegate' as const };
    const findSession = (authorization: string) => {
      asked.push(authorization);
      return Promise.resolve(session);
    };
    await expect(read('bearer token', { findSession, verifySignature: neverVerified })).resolves.toEqual({ key, owner: subscriptionOwner });
    expect(asked).toEqual(['bearer token']);
  });

  it('is refused as the session is that is not open', async () => {
    const findSession = () => Promise.reject(new GatewayError('bearer_invalid'));
    await expect(read('Bearer token', { findSession })).rejects.toMatchObject({ code: 'bearer_invalid' });
  });
});

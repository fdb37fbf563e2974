import { ed25519 } from '@noble/curves/ed25519.js';
import { parseAddress, parseSignature } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/sign-in-with-x.json' with { type: 'json' };
import { answerOf, fakeIo, NOW_SECONDS } from '../../tests/fake-io.js';
import { keypairSigner } from '../base/signer.js';
import { signIn, signInHeader, signInText } from './sign-in.js';

const seed = new Uint8Array(32).fill(1);
const signer = keypairSigner(Uint8Array.from([...seed, ...ed25519.getPublicKey(seed)]));
const NETWORK = fakeIo(() => ({})).ledger.network;
const TERMS = { domain: 'gateway.test', uri: 'http://gateway.test/v1/session', chainId: NETWORK };
const SESSION = { data: { token: 'token', expiresAt: NOW_SECONDS + 600 } };

function gateway(terms: object | undefined, session: object = SESSION) {
  const io = fakeIo(() => session);
  const ask: typeof io.gateway.ask = (request) =>
    request.path === '/v1/info' ? Promise.resolve(answerOf({ data: { signIn: terms } })) : io.gateway.ask(request);
  return { ...io, gateway: { ...io.gateway, ask } };
}

function memberOfHeader(header: string): Record<string, unknown> {
  return JSON.parse(atob(header)) as Record<string, unknown>;
}

describe('a sign-in', () => {
  it('has the text that the helpers of x402 sign, and their members', () => {
    const { payload } = file.vectors.find(({ name }) => name === 'the least')!;
    const text = new TextEncoder().encode(signInText(payload));
    expect(ed25519.verify(parseSignature(payload.signature), text, parseAddress(payload.address))).toBe(true);
    const signed = memberOfHeader(signInHeader(payload, new Uint8Array(64)));
    expect(signed).toEqual({ ...payload, signature: `0x${'00'.repeat(64)}` });
  });

  it('is signed by the key over that text, and answers the session', async () => {
    const io = gateway(TERMS);
    const opened = await signIn(io, { signer, subscriptionOwner: signer.address });
    const expiresAtSeconds = NOW_SECONDS + 600;
    expect(opened).toEqual({
      ...{ gateway: 'http://gateway.test', token: 'token', address: signer.address, subscriptionOwner: signer.address, expiresAtSeconds },
    });
    const { signature, ...members } = memberOfHeader(io.asked[0]?.headers?.['SIGN-IN-WITH-X'] ?? '');
    const text = signInText(members as unknown as Parameters<typeof signInText>[0]);
    const bytes = Uint8Array.from(Buffer.from(String(signature).slice(2), 'hex'));
    expect(ed25519.verify(bytes, new TextEncoder().encode(text), ed25519.getPublicKey(seed))).toBe(true);
    expect(members).toMatchObject({ ...TERMS, issuedAt: new Date(NOW_SECONDS * 1000).toISOString() });
    expect(members).not.toHaveProperty('resources');
  });

  it('of a delegate names the owner, and never uses a nonce again', async () => {
    const io = gateway(TERMS);
    const owner = '11111111111111111111111111111112';
    for (const _ of [1, 2]) await signIn(io, { signer, subscriptionOwner: owner });
    const sent = io.asked.map(({ headers }) => memberOfHeader(headers?.['SIGN-IN-WITH-X'] ?? ''));
    expect(sent[0]).toMatchObject({ resources: [`urn:svc:subscription:${owner}`] });
    expect(sent[0]?.['nonce']).not.toBe(sent[1]?.['nonce']);
  });

  it.each([
    ['another host', { domain: 'liar.test' }],
    ['another host in its URI', { uri: 'http://liar.test/v1/session' }],
    ['no URI', { uri: 'gateway.test' }],
    ['another network', { chainId: 'solana:other' }],
  ])('for %s is not signed: it would be good there', async (_what, change) => {
    const watched = { ...signer, sign: () => expect.fail('was asked to sign') };
    const asking = signIn(gateway({ ...TERMS, ...change }), { signer: watched, subscriptionOwner: signer.address });
    await expect(asking).rejects.toMatchObject({ name: 'VerificationError', reason: 'other_terms' });
  });

  it('names another host than the URL where the caller says so', async () => {
    const terms = { ...TERMS, domain: 'public.test', uri: 'https://public.test/v1/session' };
    const opened = await signIn(gateway(terms), { signer, subscriptionOwner: signer.address, domain: 'public.test' });
    expect(opened.token).toBe('token');
  });

  it.each([undefined, {}, { domain: 7 }])('is not asked for where the gateway has no sessions: %j', async (terms) => {
    await expect(signIn(gateway(terms), { signer, subscriptionOwner: signer.address })).rejects.toMatchObject({ name: 'TransportError' });
  });

  it.each([{}, { token: 'a b', expiresAt: 1 }, { token: 'a'.repeat(513), expiresAt: 1 }, { token: 'a' }, { token: 'a', expiresAt: -1 }])(
    'takes %j for no session',
    async (data) => {
      const asking = signIn(gateway(TERMS, { data }), { signer, subscriptionOwner: signer.address });
      await expect(asking).rejects.toMatchObject({ name: 'TransportError' });
    },
  );
});

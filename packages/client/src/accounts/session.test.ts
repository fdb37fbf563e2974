import { ed25519 } from '@noble/curves/ed25519.js';
import { formatAddress, parseAddress, parseApiConfig, toAddress } from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { answerOf, draftOf, fakeIo, fakeLedger, NOW_SECONDS, refusal, type Said } from '../../tests/fake-io.js';
import type { OpenSession } from '../base/open-session.js';
import { keypairSigner } from '../base/signer.js';
import type { GatewayRequest } from '../http/gateway-http.js';
import { session } from './session.js';

const seed = new Uint8Array(32).fill(1);
const signer = keypairSigner(Uint8Array.from([...seed, ...ed25519.getPublicKey(seed)]));
const OWNER = formatAddress(toAddress(new Uint8Array(32).fill(2)));
const source = parseApiConfig(vector.apiConfig);
const draft = draftOf(sourceSubject(source));
const BODY = { status: 'completed', data: {} };
const UNKNOWN = refusal('bearer_invalid', { status: 401 });
const TERMS = { domain: 'gateway.test', uri: 'http://gateway.test/v1/session', chainId: fakeLedger().network };
const opened: OpenSession = {
  ...{ gateway: 'http://gateway.test', token: 'kept', address: signer.address, subscriptionOwner: signer.address },
  expiresAtSeconds: NOW_SECONDS + 600,
};

/** A gateway with sessions: the tokens are `token1`, `token2` … and last ten minutes. */
function gateway(say: (request: GatewayRequest, token: string | undefined) => Said = () => BODY, url = opened.gateway) {
  let signIns = 0;
  const io = fakeIo((request) => {
    if (request.path !== '/v1/session' || request.method !== 'POST') return say(request, request.headers?.['authorization']);
    signIns += 1;
    return { data: { token: `token${signIns}`, expiresAt: Math.floor(io.clock.now() / 1000) + 600 } };
  });
  const domain = new URL(url).host;
  const ask: typeof io.gateway.ask = (request) =>
    request.path === '/v1/info'
      ? Promise.resolve(answerOf({ data: { signIn: { ...TERMS, domain, uri: `${url}/v1/session` } } }))
      : io.gateway.ask(request);
  const tokens = (): (string | undefined)[] =>
    io.asked.filter(({ path }) => path === '/v1/round/execute').map(({ headers }) => headers?.['authorization']);
  return { io: { ...io, gateway: { ...io.gateway, baseUrl: url, ask } }, tokens, signIns: () => signIns };
}

describe('a session', () => {
  it('is opened on first use, and then used', async () => {
    const { io, tokens, signIns } = gateway();
    const account = session({ signer });
    expect(io.asked).toEqual([]);
    for (const _ of [1, 2]) expect((await account.earn(draft, io)).answer).toBe(BODY);
    expect({ tokens: tokens(), signIns: signIns() }).toEqual({ tokens: ['Bearer token1', 'Bearer token1'], signIns: 1 });
  });

  it('is opened once for all calls that wait for it', async () => {
    const { io, tokens, signIns } = gateway();
    const account = session({ signer });
    await Promise.all(Array.from({ length: 5 }, () => account.earn(draft, io)));
    expect(signIns()).toBe(1);
    expect(tokens()).toEqual(Array(5).fill('Bearer token1'));
  });

  it('is renewed a minute before it ends', async () => {
    const { io, tokens, signIns } = gateway();
    const account = session({ signer });
    await account.earn(draft, io);
    await io.wait(539_000);
    await account.earn(draft, io);
    expect(signIns()).toBe(1);
    await io.wait(1_000);
    await account.earn(draft, io);
    expect(tokens()).toEqual(['Bearer token1', 'Bearer token1', 'Bearer token2']);
  });

  it('is opened anew where the gateway no longer knows it, once in a call', async () => {
    const { io, tokens } = gateway((_request, token) => (token === 'Bearer kept' ? UNKNOWN : BODY));
    expect((await session({ signer, opened }).earn(draft, io)).answer).toBe(BODY);
    expect(tokens()).toEqual(['Bearer kept', 'Bearer token1']);
    const never = gateway(() => UNKNOWN);
    await expect(session({ signer }).earn(draft, never.io)).rejects.toBe(UNKNOWN);
    expect(never.signIns()).toBe(2);
  });

  it('is opened again after a sign-in that failed', async () => {
    const { io, signIns } = gateway();
    let refuses = true;
    const shy = { ...signer, sign: (message: Uint8Array) => (refuses ? Promise.reject(new Error('not now')) : signer.sign(message)) };
    const account = session({ signer: shy });
    await expect(account.earn(draft, io)).rejects.toMatchObject({ field: 'signer' });
    expect(signIns()).toBe(0);
    refuses = false;
    expect((await account.earn(draft, io)).answer).toBe(BODY);
  });

  it('is told to its keeper before it is used', async () => {
    const { io, tokens } = gateway();
    const kept: [OpenSession, number][] = [];
    const account = session({ signer, subscriptionOwner: OWNER, onOpened: (one) => void kept.push([one, tokens().length]) });
    await account.earn(draft, io);
    expect(kept).toEqual([[{ ...opened, token: 'token1', subscriptionOwner: OWNER }, 0]]);
  });

  it('of one gateway is never shown to another', async () => {
    const account = session({ signer, opened });
    const other = gateway(undefined, 'http://other.test');
    await account.earn(draft, other.io);
    expect(other.tokens()).toEqual(['Bearer token1']);
    const first = gateway();
    await account.earn(draft, first.io);
    expect(first.tokens()).toEqual(['Bearer kept']);
  });

  it.each([{ address: OWNER }, { subscriptionOwner: OWNER }])('of another party is not gone on with: %j', async (change) => {
    const { io, tokens } = gateway();
    const subscriptionOwner = signer.address;
    await session({ signer, subscriptionOwner, opened: { ...opened, ...change } }).earn(draft, io);
    expect(tokens()).toEqual(['Bearer token1']);
  });

  it('asks for the rounds of its key, and seals secrets for the owner', async () => {
    const account = session({ signer, subscriptionOwner: OWNER });
    expect(account).toMatchObject({ feedOwner: signer.address, secretsOwner: OWNER });
    expect((await account.earn(draft, gateway().io)).feedOwner).toEqual(parseAddress(signer.address));
  });
});

describe('a session without a signer', () => {
  it('goes on as long as it was opened for', async () => {
    const { io, tokens } = gateway();
    const account = session({ opened });
    await account.earn(draft, io);
    expect(tokens()).toEqual(['Bearer kept']);
    await io.wait(540_000);
    await expect(account.earn(draft, io)).rejects.toMatchObject({ name: 'ClientUsageError', field: 'signer' });
  });

  it('ends where the gateway no longer knows it', async () => {
    const { io, tokens } = gateway(() => UNKNOWN);
    await expect(session({ opened }).earn(draft, io)).rejects.toBe(UNKNOWN);
    expect(tokens()).toHaveLength(1);
  });

  it('must be open', () => {
    expect(() => session({})).toThrow(expect.objectContaining({ name: 'ClientUsageError', field: 'signer' }));
  });
});

describe('a token', () => {
  it('is given in place of the one that the gateway has refused', async () => {
    const { io } = gateway();
    const account = session({ signer, opened });
    const authorize = (refused?: string) => account.authorizeSimulation?.(draft, io, { refused });
    expect(await authorize()).toBe('Bearer kept');
    expect(await authorize('Bearer older')).toBe('Bearer kept');
    expect(await authorize('Bearer kept')).toBe('Bearer token1');
    expect(await authorize('Bearer kept')).toBe('Bearer token1');
    expect(await account.authorizeRead?.('Round1', io)).toBe('Bearer token1');
  });

  it('stays the same where there is no signer for another', async () => {
    const { io } = gateway();
    expect(await session({ opened }).authorizeSimulation?.(draft, io, { refused: 'Bearer kept' })).toBe('Bearer kept');
  });
});

describe('a sign-out', () => {
  const ended = (io: ReturnType<typeof gateway>['io']) => io.asked.filter(({ method }) => method === 'DELETE');

  it('ends the session, and the next round signs in', async () => {
    const { io, tokens } = gateway();
    const account = session({ signer, opened });
    await account.earn(draft, io);
    await account.signOut();
    expect(ended(io)).toMatchObject([{ path: '/v1/session', headers: { authorization: 'Bearer kept' } }]);
    await account.earn(draft, io);
    expect(tokens()).toEqual(['Bearer kept', 'Bearer token1']);
  });

  it('ends the sessions at every gateway that was used', async () => {
    const [first, second] = [gateway(), gateway(undefined, 'http://other.test')];
    const account = session({ signer });
    for (const { io } of [first, second]) await account.earn(draft, io);
    await account.signOut();
    expect([ended(first.io).length, ended(second.io).length]).toEqual([1, 1]);
  });

  it('is done where the session has ended already, and fails where it is not known', async () => {
    const gone = gateway(({ method }) => (method === 'DELETE' ? UNKNOWN : BODY));
    await session({ signer, opened }).signOut(gone.io);
    expect(ended(gone.io)).toHaveLength(1);
    const down = gateway(() => refusal('sessions_unavailable', { status: 503 }));
    await expect(session({ signer, opened }).signOut(down.io)).rejects.toMatchObject({ code: 'sessions_unavailable' });
  });
});

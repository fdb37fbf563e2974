import type { ExecuteRoundRequest, Session } from '@oracle-gateway/gateway-api';
import { outboxPrefix } from '@oracle-gateway/outbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSessionsCommand } from '../src/command/sessions-command.js';
import type { Consumer, SignInTerms } from './fakes/consumer.js';
import { post } from './fakes/post.js';
import { startWorld, type World } from './fakes/world.js';

const ORIGIN = 'https://gateway.example';
const OPEN = { sessions: { enabled: true, maxTtlSeconds: 600 }, server: { publicOrigin: ORIGIN } };

let world: World;
let terms: SignInTerms;
beforeAll(async () => {
  world = await startWorld(OPEN);
  terms = { domain: 'gateway.example', uri: `${ORIGIN}/v1/session`, chainId: world.config.network };
});
afterAll(() => world.close());

interface Reply {
  readonly status: number;
  readonly body: { readonly code?: string; readonly error?: string; readonly data?: Session };
}

async function send(method: 'POST' | 'DELETE', headers: Record<string, string>, body?: unknown, url = world.url): Promise<Reply> {
  const text = body === undefined ? null : JSON.stringify(body);
  const response = await fetch(`${url}/v1/session`, { method, headers, body: text });
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}
function signIn(header: string, body?: unknown): Promise<Reply> {
  return send('POST', { 'SIGN-IN-WITH-X': header }, body);
}
async function open(who: Consumer, changes: Partial<SignInTerms> = {}, body?: unknown): Promise<Session> {
  const reply = await signIn(who.signIn({ ...terms, ...changes }), body);
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200, body: { status: 'ok' } });
  return reply.body.data!;
}
function bearer({ token }: Pick<Session, 'token'>): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}
/** The request without its own signature. */
function unsigned(request: ExecuteRoundRequest): object {
  return { ...request, authSig: undefined };
}
/** Keys of Redis for nonces. */
async function signInKeys(): Promise<string[]> {
  return (await world.redis.keys(`${outboxPrefix(world.gatewayPda)}:sign-in:*`)).sort();
}
function now(): number {
  return Math.floor(Date.now() / 1_000);
}

describe('POST /v1/session', () => {
  it('signs an owner in, for as long as it may at most', async () => {
    const owner = world.subscriber();
    const askedAtSeconds = now();
    const session = await open(owner);
    expect(session).toMatchObject({ tokenType: 'Bearer', authority: owner.text, owner: owner.text, role: 'owner' });
    expect(session.gatewayPda).toBe(world.gatewayText);
    expect(session.expiresAt - session.issuedAt).toBe(600);
    expect(session.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect([askedAtSeconds <= session.issuedAt, session.issuedAt <= now()]).toEqual([true, true]);
  });

  it('signs a delegate in, under the owner that it names', async () => {
    const owner = world.subscriber();
    const delegate = world.delegateOf(owner);
    expect(await open(delegate, { owner: owner.text })).toMatchObject({ authority: delegate.text, owner: owner.text, role: 'delegate' });
  });

  it('gives the life that is asked for, from a second to the longest', async () => {
    const owner = world.subscriber();
    const session = await open(owner, {}, { ttlSeconds: 60 });
    expect(session.expiresAt - session.issuedAt).toBe(60);
    const short = await open(owner, {}, { ttlSeconds: 1 });
    expect(short.expiresAt - short.issuedAt).toBe(1);
    for (const ttlSeconds of [0, 601, 60.5, '60', null]) {
      expect(await signIn(owner.signIn(terms), { ttlSeconds })).toMatchObject({ status: 400 });
    }
  });

  it('is told what to sign by GET /v1/info', async () => {
    const { data } = (await (await fetch(`${world.url}/v1/info`)).json()) as { data: object };
    expect(data).toMatchObject({ sessionAuth: true, sessionMaxTtlSeconds: 600, signIn: terms });
  });

  it('serves one sign-in once, of twenty at the same time too', async () => {
    const header = world.subscriber().signIn(terms);
    const replies = await Promise.all(Array.from({ length: 20 }, () => signIn(header)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 401)]);
    expect(await signIn(header)).toMatchObject({ status: 401, body: { code: 'sign_in_used' } });
  });

  it('uses a nonce up by a valid signature only, and by one key only', async () => {
    const [owner, other] = [world.subscriber(), world.subscriber()];
    const nonce = 'thesamenonce';
    const forged = Buffer.from(owner.signIn({ ...terms, nonce }), 'base64')
      .toString()
      .replace('"version":"1"', '"version":"1","statement":"x"');
    expect(await signIn(Buffer.from(forged).toString('base64'))).toMatchObject({ status: 401, body: { code: 'sign_in_invalid' } });
    await open(owner, { nonce });
    await open(other, { nonce });
  });

  it('writes nothing for a key without a role, whose nonce stays good until it has one', async () => {
    const stranger = world.delegateOf(world.subscriber(), { revokedAt: 5n });
    const header = stranger.signIn({ ...terms, nonce: 'keptforlater' });
    const keysBefore = await signInKeys();
    expect(await signIn(header)).toMatchObject({ status: 403, body: { code: 'sign_in_not_authorised' } });
    expect(await signInKeys()).toEqual(keysBefore);
  });

  it.each<[string, number, string, () => Promise<Reply>]>([
    ['without its header', 401, 'sign_in_missing', () => send('POST', {})],
    ['with a header that is no payload', 400, 'invalid_request', () => signIn('e30=')],
    ['for another domain', 401, 'sign_in_invalid', () => signIn(world.subscriber().signIn({ ...terms, domain: 'evil.example' }))],
    ['by a key that owns nothing', 403, 'sign_in_not_authorised', () => signIn(world.delegateOf(world.subscriber()).signIn(terms))],
    [
      'by a delegate of another owner',
      403,
      'sign_in_not_authorised',
      () => signIn(world.delegateOf(world.subscriber()).signIn({ ...terms, owner: world.subscriber().text })),
    ],
    [
      'by a delegate that is revoked',
      403,
      'sign_in_not_authorised',
      () => {
        const owner = world.subscriber();
        return signIn(world.delegateOf(owner, { revokedAt: 5n }).signIn({ ...terms, owner: owner.text }));
      },
    ],
    [
      'by a delegate whose time is over',
      403,
      'sign_in_not_authorised',
      () => {
        const owner = world.subscriber();
        return signIn(world.delegateOf(owner, { expiresAt: 5n }).signIn({ ...terms, owner: owner.text }));
      },
    ],
    ['with an unknown member', 400, 'invalid_request', () => signIn(world.subscriber().signIn(terms), { ttl: 60 })],
  ])('is refused %s', async (_what, status, code, ask) => {
    expect(await ask()).toMatchObject({ status, body: { code } });
  });
});

describe('a round by bearer', () => {
  it('needs no signature of its own, for as many rounds as the session lasts', async () => {
    const owner = world.subscriber();
    const session = await open(owner);
    const at = now();
    for (const timestamp of [at, at - 1, at - 2]) {
      expect((await post(world.url, unsigned(owner.request({ timestamp })), bearer(session))).status).toBe(200);
    }
  });

  it('is served by every process of the gateway keypair', async () => {
    const owner = world.subscriber();
    const session = await open(owner);
    const sibling = await world.sibling();
    expect((await post(sibling.url, unsigned(owner.request()), bearer(session))).status).toBe(200);
    expect(await send('DELETE', bearer(session), undefined, sibling.url)).toMatchObject({ status: 200 });
    await sibling.close();
    expect((await post(world.url, unsigned(owner.request({ timestamp: now() - 1 })), bearer(session))).status).toBe(401);
  });

  it('is of the session: no other consumer, no other subscription', async () => {
    const [owner, other] = [world.subscriber(), world.subscriber()];
    const delegate = world.delegateOf(owner);
    const session = await open(owner);
    for (const request of [other.request(), delegate.request(), { ...owner.request(), subscriptionOwner: other.text }]) {
      expect(await post(world.url, unsigned(request), bearer(session))).toMatchObject({
        status: 403,
        body: { code: 'session_other_party' },
      });
    }
  });

  it.each<[string, (session: Session) => string]>([
    ['an unknown token', () => `Bearer ${'A'.repeat(43)}`],
    ['a token that lost a character', ({ token }) => `Bearer ${token.slice(1)}`],
    ['another scheme', ({ token }) => `Basic ${token}`],
    ['nothing but the token', ({ token }) => token],
    ['an empty header', () => ''],
    ['the session id, which is no credential', ({ sessionId }) => `Bearer ${sessionId}`],
  ])('is 401 with %s, even beside a good authSig', async (_what, header) => {
    const owner = world.subscriber();
    const session = await open(owner);
    const answer = await post(world.url, owner.request(), { Authorization: header(session) });
    expect(answer).toMatchObject({ status: 401, body: { code: 'bearer_invalid' } });
  });

  it('is judged by the ledger as every other, and ends the session of a delegate that was revoked', async () => {
    const owner = world.subscriber();
    const delegate = world.delegateOf(owner);
    const session = await open(delegate, { owner: owner.text });
    const key = `${owner.text}/${delegate.text}`;
    const account = world.ledger.delegates.get(key)!;
    const at = now();
    const ask = (back: number) => post(world.url, unsigned(delegate.request({ timestamp: at - back })), bearer(session));
    expect((await ask(0)).status).toBe(200);
    world.ledger.delegates.set(key, { ...account, revokedAt: 5n });
    expect(await ask(1)).toMatchObject({ status: 403, body: { code: 'delegate_revoked' } });
    world.ledger.delegates.set(key, account);
    expect(await ask(2)).toMatchObject({ status: 401, body: { code: 'bearer_invalid' } });
  });
});

describe('DELETE /v1/session', () => {
  it('ends the session, once', async () => {
    const owner = world.subscriber();
    const session = await open(owner);
    expect(await send('DELETE', bearer(session))).toEqual({ status: 200, body: { status: 'ok' } });
    expect(await send('DELETE', bearer(session))).toMatchObject({ status: 401, body: { code: 'bearer_invalid' } });
    expect((await post(world.url, unsigned(owner.request()), bearer(session))).status).toBe(401);
  });

  it('needs a bearer', async () => {
    expect(await send('DELETE', {})).toMatchObject({ status: 401, body: { code: 'bearer_invalid' } });
  });
});

describe('a session', () => {
  it('leaves its token in no log, metric or value of Redis', async () => {
    const owner = world.subscriber();
    const session = await open(owner);
    await post(world.url, unsigned(owner.request()), bearer(session));
    const keys = await world.redis.keys(`${outboxPrefix(world.gatewayPda)}:session:*`);
    const stored = await world.redis.mget(...keys);
    expect(stored.join('')).toContain(session.sessionId);
    const seen = [world.log.text(), await world.metrics(), ...keys, ...stored].join('');
    expect(seen).not.toContain(session.token);
    expect(seen).not.toContain(Buffer.from(session.token, 'base64url').toString('hex'));
  });

  it('is kept by Redis no longer than it lives', async () => {
    await open(world.subscriber(), {}, { ttlSeconds: 60 });
    const keys = await world.redis.keys(`${outboxPrefix(world.gatewayPda)}:session:*`);
    const lives = await Promise.all(keys.map((key) => world.redis.ttl(key)));
    expect(Math.min(...lives)).toBeGreaterThan(0);
    expect(Math.min(...lives)).toBeLessThanOrEqual(60);
    expect(Math.max(...lives)).toBeLessThanOrEqual(600);
  });

  it('is one of 32 of its key: a further sign-in ends the one that would end first', async () => {
    const owner = world.subscriber();
    const first = await open(owner, {}, { ttlSeconds: 60 });
    const rest: Session[] = [];
    for (let count = 0; count < 32; count += 1) rest.push(await open(owner));
    expect((await post(world.url, unsigned(owner.request()), bearer(first))).status).toBe(401);
    expect((await post(world.url, unsigned(owner.request()), bearer(rest[0]!))).status).toBe(200);
  });
});

describe("the operator's command", () => {
  async function command(authority: string, end: boolean): Promise<{ sessions?: readonly Partial<Session>[]; ended?: number }> {
    const { config, secrets } = world;
    let written = '';
    await runSessionsCommand({ config, secrets, authority, end }, (text) => {
      written += text;
    });
    return JSON.parse(written) as Awaited<ReturnType<typeof command>>;
  }

  it('lists the open sessions of a key, without their tokens, and ends them all', async () => {
    const [owner, other] = [world.subscriber(), world.subscriber()];
    const [first, second, untouched] = [await open(owner), await open(owner), await open(other)];
    const listed = (await command(owner.text, false)).sessions ?? [];
    expect(listed.map(({ sessionId }) => sessionId).sort()).toEqual([first.sessionId, second.sessionId].sort());
    expect(JSON.stringify(listed)).not.toContain(first.token);
    expect(await command(owner.text, true)).toEqual({ ended: 2 });
    expect(await command(owner.text, false)).toEqual({ sessions: [] });
    expect((await post(world.url, unsigned(owner.request()), bearer(first))).status).toBe(401);
    expect((await post(world.url, unsigned(other.request()), bearer(untouched))).status).toBe(200);
  });

  it('refuses what is no address', async () => {
    await expect(command('me', true)).rejects.toThrow('base58');
  });
});

describe('a gateway that serves no sessions', () => {
  it('says so: 404, 401 for any bearer, false in GET /v1/info', async () => {
    const other = await startWorld();
    const owner = other.subscriber();
    expect(await send('POST', { 'SIGN-IN-WITH-X': owner.signIn(terms) }, undefined, other.url)).toMatchObject({ status: 404 });
    expect(await send('DELETE', { Authorization: `Bearer ${'A'.repeat(43)}` }, undefined, other.url)).toMatchObject({ status: 404 });
    expect((await post(other.url, owner.request(), { Authorization: `Bearer ${'A'.repeat(43)}` })).status).toBe(401);
    const { data } = (await (await fetch(`${other.url}/v1/info`)).json()) as { data: object };
    expect(data).toMatchObject({ sessionAuth: false, sessionMaxTtlSeconds: 0 });
    expect(data).not.toHaveProperty('signIn');
    await other.close();
  });
});

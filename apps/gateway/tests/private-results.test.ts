import { operations } from '@oracle-gateway/gateway-api';
import { parseApiConfig } from '@oracle-gateway/protocol';
import { sealSecrets } from '@oracle-gateway/protocol/sealed';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Consumer } from './fakes/consumer.js';
import { post, postAgent } from './fakes/post.js';
import { setPrices, TOLERANCE_SOURCE } from './fakes/tolerance.js';
import { startWorld, type World } from './fakes/world.js';

const PRICE = '64628.31';
const ORIGIN = 'https://gateway.example';
const apiConfig = parseApiConfig({ ...TOLERANCE_SOURCE, headers: { Authorization: 'Bearer {{secret.key}}' } });

let world: World;
let owner: Consumer;
let roundId: string;
beforeAll(async () => {
  world = await startWorld({ server: { publicOrigin: ORIGIN }, sessions: { enabled: true } });
});
afterAll(() => world.close());
beforeEach(async () => {
  setPrices(world, [PRICE, PRICE, PRICE, PRICE, PRICE]);
  owner = world.subscriber();
  roundId = await serve(owner);
});

async function seal() {
  const listed = await world.http.call(operations.getNodes);
  if (listed.status !== 200) throw new Error('the nodes are not listed');
  const notAfter = Math.floor(Date.now() / 1_000) + 60;
  return sealSecrets({ apiConfig, nodes: listed.body.data.nodes, secrets: { key: 'c0ffee' }, notAfter });
}

/** The id of a served round of the private source. */
async function serve(consumer: Consumer): Promise<string> {
  const answer = await post(world.url, { ...consumer.request({ apiConfig, signaturesRequired: 3 }), encKeyBundle: await seal() });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.headers.get('x-round-id') ?? '';
}

async function read(path: string, authorization?: string) {
  const response = await fetch(`${world.url}/v1/rounds/${path}`, { headers: authorization === undefined ? {} : { authorization } });
  return { status: response.status, challenge: response.headers.get('www-authenticate'), text: await response.text() };
}

async function signIn(consumer: Consumer): Promise<string> {
  const info = await world.http.call(operations.getInfo);
  const terms = info.status === 200 ? info.body.data.signIn : undefined;
  if (terms === undefined) throw new Error('sessions are not served');
  const headers = { 'SIGN-IN-WITH-X': consumer.signIn(terms) };
  const answer = await fetch(`${world.url}/v1/session`, { method: 'POST', headers });
  const { data } = (await answer.json()) as { data: { token: string } };
  return `Bearer ${data.token}`;
}

describe('a private round, to a stranger who derived its id', () => {
  it('shows its state and no result', async () => {
    const { status, text } = await read(roundId);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ data: { roundId, state: 'pending', private: true } });
    expect(JSON.parse(text)).not.toHaveProperty('data.result');
    expect(text).not.toContain(PRICE);
  });

  it('shows no evidence, and says which credential opens it', async () => {
    const { status, challenge, text } = await read(`${roundId}/evidence`);
    expect(status).toBe(401);
    expect(JSON.parse(text)).toMatchObject({ code: 'round_private', error: expect.stringContaining('RoundRead') as string });
    expect(challenge).toContain('RoundRead');
  });

  const now = Math.floor(Date.now() / 1_000);
  it.each<[string, () => string | Promise<string>]>([
    ['a signature of another key', () => world.subscriber().readAuthorization(roundId)],
    ['a signature over another round', () => owner.readAuthorization(`${roundId.startsWith('2') ? '3' : '2'}${roundId.slice(1)}`)],
    ['a signature that is too old', () => owner.readAuthorization(roundId, now - 120)],
    ['a signature of a later time', () => owner.readAuthorization(roundId, now + 300)],
    ['another time than the signed one', () => owner.readAuthorization(roundId).replace(/\.\d+\./, `.${now - 1}.`)],
    ['a signature of zeros', () => owner.readAuthorization(roundId).replace(/0x.*/, `0x${'00'.repeat(64)}`)],
    ['another scheme', () => 'Basic b3duZXI6'],
    ['a session of another requester', () => signIn(world.subscriber())],
  ])('is refused with %s', async (_what, authorization) => {
    for (const path of [roundId, `${roundId}/evidence`]) {
      const answer = await read(path, await authorization());
      expect(answer.status, answer.text).toBe(401);
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'round_private' });
      expect(answer.text).not.toContain(PRICE);
    }
  });
});

describe('a private round, to its requester', () => {
  it('shows result and evidence for a signature over its id', async () => {
    const authorization = owner.readAuthorization(roundId);
    expect(JSON.parse((await read(roundId, authorization)).text)).toMatchObject({ data: { result: { data: { value: PRICE } } } });
    expect(await read(`${roundId}/evidence`, authorization)).toMatchObject({ status: 200 });
  });

  it('shows both for a session of the requester', async () => {
    const authorization = await signIn(owner);
    expect(JSON.parse((await read(roundId, authorization)).text)).toMatchObject({ data: { result: { data: { value: PRICE } } } });
    expect(await read(`${roundId}/evidence`, authorization)).toMatchObject({ status: 200 });
  });

  it('shows both to the delegate that asked, and to the owner it asked for', async () => {
    const delegate = world.delegateOf(owner);
    const delegated = await serve(delegate);
    for (const reader of [delegate, owner]) {
      expect(await read(`${delegated}/evidence`, reader.readAuthorization(delegated))).toMatchObject({ status: 200 });
    }
  });

  it('shows both to the payer of an escrow', async () => {
    const payer = world.payer(1_000n);
    const body = { ...payer.request({ apiConfig, signatures_required: 3, amount: 15 }), encKeyBundle: await seal() };
    const answer = await postAgent(world.url, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const paid = answer.headers.get('x-round-id') ?? '';
    expect((await read(paid)).text).not.toContain(PRICE);
    expect((await read(paid, payer.readAuthorization(paid))).text).toContain(PRICE);
  });
});

it('the result of a public source stays readable by its id', async () => {
  const answer = await post(world.url, owner.request());
  const { status, text } = await read(answer.headers.get('x-round-id') ?? '');
  expect(status).toBe(200);
  expect(JSON.parse(text)).toHaveProperty('data.result');
});

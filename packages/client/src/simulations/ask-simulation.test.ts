import { ed25519 } from '@noble/curves/ed25519.js';
import { deriveFeedId, formatAddress, parseApiConfig, toAddress, toHex } from '@oracle-gateway/protocol';
import { listSubject, sourceSubject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { draftOf, fakeIo, fakeLedger, NOW_SECONDS, refusal } from '../../tests/fake-io.js';
import { agent } from '../accounts/agent.js';
import { delegate } from '../accounts/delegate.js';
import { owner } from '../accounts/owner.js';
import { session } from '../accounts/session.js';
import { TransportError } from '../base/errors.js';
import { keypairSigner } from '../base/signer.js';
import type { Account } from '../rounds/account.js';
import { askListSimulation, askSimulation } from './ask-simulation.js';

const seed = new Uint8Array(32).fill(3);
const signer = keypairSigner(Uint8Array.from([...seed, ...ed25519.getPublicKey(seed)]));
const OTHER = formatAddress(toAddress(new Uint8Array(32).fill(9)));
const source = parseApiConfig(vector.apiConfig);
const draft = draftOf(sourceSubject(source), 2);
const DATA = {
  sourceId: toHex(draft.subject.sourceId),
  signaturesRequired: 2,
  registryVersion: 3,
  wouldSign: null,
  reason: { code: 'one_node_asked', detail: 'one node was asked' },
  nodes: [],
  prices: { subscription: '2000' },
};
const SAID = { status: 'ok', data: DATA };

describe('a dry run', () => {
  it.each<[string, Account, RegExp]>([
    ['an owner', owner({ signer }), new RegExp(`^Simulate ${signer.address}\\.${NOW_SECONDS}\\.0x[0-9a-f]{128}$`)],
    [
      'a delegate',
      delegate({ signer, subscriptionOwner: OTHER }),
      new RegExp(`^Simulate ${signer.address}\\.${OTHER}\\.${NOW_SECONDS}\\.0x`),
    ],
    ['an agent', agent({ signer, maxAmount: 1n }), new RegExp(`^Simulate ${signer.address}\\.${NOW_SECONDS}\\.0x`)],
  ])('of %s is signed, orders no round, and tells the feed of the account', async (_who, account, authorization) => {
    const io = fakeIo(() => SAID);
    const simulation = await askSimulation(account, draft, io);
    expect(io.asked).toHaveLength(1);
    expect(io.asked[0]).toMatchObject({ method: 'POST', path: '/v1/simulate', body: { apiConfig: source, signaturesRequired: 2 } });
    expect(io.asked[0]?.headers?.['authorization']).toMatch(authorization);
    const feedOwner = toAddress(ed25519.getPublicKey(seed));
    expect(simulation.feedId).toBe(toHex(deriveFeedId({ owner: feedOwner, sourceId: draft.subject.sourceId, signaturesRequired: 2 })));
  });

  it('of a stranger, and of an account that cannot sign for itself, has no credential and no feed', async () => {
    const io = fakeIo(() => SAID);
    const cannotSign = { feedOwner: OTHER, earn: () => Promise.reject(new Error('never asked')) };
    for (const account of [undefined, cannotSign]) expect(await askSimulation(account, draft, io)).not.toHaveProperty('feedId');
    for (const { headers } of io.asked) expect(headers).toEqual({});
  });

  it('sends sealed secrets as they are', async () => {
    const encKeyBundle = { ciphertext: '0x' };
    const io = fakeIo(() => SAID);
    await askSimulation(undefined, { ...draft, members: { ...draft.members, encKeyBundle } }, io);
    expect(io.asked[0]?.body).toMatchObject({ encKeyBundle });
  });

  it('is asked for again while the gateway cannot answer, and no more often than rounds are', async () => {
    const failures = [refusal('at_capacity', { status: 503, retryAfterMs: 1_000 }), new TransportError('gateway', 'cut')];
    const io = fakeIo(() => failures.shift() ?? SAID);
    expect(await askSimulation(undefined, draft, io)).toMatchObject({ prices: { subscription: '2000' } });
    const never = fakeIo(() => refusal('at_capacity', { status: 503 }));
    await expect(askSimulation(undefined, draft, never)).rejects.toMatchObject({ code: 'at_capacity' });
    expect([io.asked.length, never.asked.length]).toEqual([3, 5]);
  });

  it('signs again by the ledger’s clock where the own clock is wrong, once', async () => {
    const wrong = { nowMs: (NOW_SECONDS - 3_600) * 1000 };
    const io = fakeIo((_request, asked) => (asked === 1 ? refusal('simulate_auth_invalid', { status: 401 }) : SAID), wrong);
    await askSimulation(owner({ signer }), draft, io);
    expect(io.asked.map(({ headers }) => headers?.['authorization']?.split('.')[1])).toEqual([
      String(NOW_SECONDS - 3_600),
      String(NOW_SECONDS),
    ]);
    const never = fakeIo(() => refusal('simulate_auth_invalid', { status: 401 }), wrong);
    await expect(askSimulation(owner({ signer }), draft, never)).rejects.toMatchObject({ code: 'simulate_auth_invalid' });
    expect(never.asked).toHaveLength(2);
  });

  it('of a right clock whose signature is refused is not asked for again', async () => {
    const io = fakeIo(() => refusal('simulate_auth_invalid', { status: 401 }), {
      ledger: fakeLedger({ nowMs: () => Promise.resolve(null) }),
    });
    await expect(askSimulation(owner({ signer }), draft, io)).rejects.toMatchObject({ code: 'simulate_auth_invalid' });
    expect(io.asked).toHaveLength(1);
  });

  it('of a session takes a new one in place of one that has ended, and one without a signer says so', async () => {
    const opened = { gateway: 'http://gateway.test', token: 'ended', address: signer.address, subscriptionOwner: signer.address };
    const kept = { ...opened, expiresAtSeconds: NOW_SECONDS + 3_600 };
    const io = fakeIo((request) => {
      if (request.path === '/v1/session') return { data: { token: 'new', expiresAt: NOW_SECONDS + 3_600 } };
      return request.headers?.['authorization'] === 'Bearer new' ? SAID : refusal('bearer_invalid', { status: 401 });
    });
    const signIn = { domain: 'gateway.test', uri: 'http://gateway.test/v1/session', chainId: vector.network };
    const ask: typeof io.gateway.ask = async (request) =>
      request.path === '/v1/info' ? { status: 200, headers: new Headers(), body: { data: { signIn } } } : io.gateway.ask(request);
    const gateway = { ...io.gateway, ask };
    await askSimulation(session({ signer, opened: kept }), draft, { ...io, gateway });
    expect(io.asked.map(({ path, headers }) => [path, headers?.['authorization']])).toEqual([
      ['/v1/simulate', 'Bearer ended'],
      ['/v1/session', undefined],
      ['/v1/simulate', 'Bearer new'],
    ]);
    const asking = askSimulation(session({ opened: kept }), draft, { ...io, gateway });
    await expect(asking).rejects.toMatchObject({ code: 'bearer_invalid' });
  });

  it('ends with its signal', async () => {
    const ending = new AbortController();
    ending.abort(new Error('enough'));
    await expect(
      askSimulation(
        undefined,
        { ...draft, signal: ending.signal },
        fakeIo(() => SAID),
      ),
    ).rejects.toThrow('enough');
  });
});

describe('a dry run of a list', () => {
  const another = parseApiConfig({ url: 'https://another.test/price', method: 'GET' });
  const list = draftOf(listSubject([source, another], 1), 2);
  const said = { ...SAID, data: { ...DATA, sourceId: toHex(list.subject.sourceId), sources: [{ onChain: true }, { onChain: true }] } };

  function feedOf(sourceId: typeof draft.subject.sourceId): string {
    return toHex(deriveFeedId({ owner: toAddress(ed25519.getPublicKey(seed)), sourceId, signaturesRequired: 2 }));
  }

  it('asks for all sources at once, and tells the feed of the list and of each source', async () => {
    const io = fakeIo(() => said);
    const simulation = await askListSimulation(owner({ signer }), list, io);
    expect(io.asked).toHaveLength(1);
    expect(io.asked[0]).toMatchObject({
      ...{ method: 'POST', path: '/v1/simulate' },
      body: { apiConfigs: [source, another], minValues: 1, signaturesRequired: 2 },
    });
    expect(io.asked[0]?.headers?.['authorization']).toMatch(/^Simulate /);
    expect(simulation.feedId).toBe(feedOf(list.subject.sourceId));
    expect(simulation.sources.map(({ feedId }) => feedId)).toEqual(list.subject.sources.map(({ sourceId }) => feedOf(sourceId)));
  });

  it('gives the feed of a source that a dry run of this source alone gives', async () => {
    const alone = await askSimulation(
      owner({ signer }),
      draft,
      fakeIo(() => SAID),
    );
    const [first] = (
      await askListSimulation(
        owner({ signer }),
        list,
        fakeIo(() => said),
      )
    ).sources;
    expect(first).toMatchObject({ feedId: alone.feedId, sourceId: alone.sourceId });
  });

  it('of a stranger has no credential and no feed', async () => {
    const io = fakeIo(() => said);
    const simulation = await askListSimulation(undefined, list, io);
    for (const told of [simulation, ...simulation.sources]) expect(told).not.toHaveProperty('feedId');
    expect(io.asked[0]?.headers).toEqual({});
  });

  it('is refused where it is of one of its sources', async () => {
    const asking = askListSimulation(
      undefined,
      list,
      fakeIo(() => SAID),
    );
    await expect(asking).rejects.toMatchObject({ name: 'VerificationError' });
  });
});

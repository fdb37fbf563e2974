import { ed25519 } from '@noble/curves/ed25519.js';
import {
  deriveFeedId,
  deriveSourceId,
  formatAddress,
  fromHex,
  parseAddress,
  parseApiConfig,
  requestAuthHash,
  roundAddress,
  roundIdOf,
  toAddress,
  unixSeconds,
} from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import accounts from '@oracle-gateway/vectors/account.json' with { type: 'json' };
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { draftOf, fakeIo, fakeLedger, NOW_SECONDS, refusal, type Said } from '../../tests/fake-io.js';
import { TransportError } from '../base/errors.js';
import { keypairSigner } from '../base/signer.js';
import { earnSubscribedRound, type Subscriber, type WithToken } from './earn-subscribed.js';

const seed = new Uint8Array(32).fill(5);
const signer = keypairSigner(Uint8Array.from([...seed, ...ed25519.getPublicKey(seed)]));
const authority = parseAddress(signer.address);
const subscriptionOwner = toAddress(new Uint8Array(32).fill(1));
const source = parseApiConfig(vector.apiConfig);
const sourceId = deriveSourceId(source);
const draft = draftOf(sourceSubject(source));
const BODY = { status: 'completed', data: {} };
const CUT = new TransportError('gateway', 'cut');
const { programId } = fakeLedger();
const ROUND = roundIdOf(
  roundAddress({ programId, feedOwner: authority, sourceId, signaturesRequired: 3, timestampSeconds: unixSeconds(NOW_SECONDS) }),
);
const REQUEST = {
  ...{ subscriptionOwner: formatAddress(subscriptionOwner), consumerAuthority: signer.address, signaturesRequired: 3 },
  ...{ timestamp: NOW_SECONDS, registryVersion: 3, apiConfig: source },
};

async function ask(said: readonly Said[], credential: Subscriber['credential'] = { signer }, ledger = fakeLedger()) {
  const io = fakeIo((_request, asked) => said[Math.min(asked, said.length) - 1]!, { ledger });
  const outcome = await earnSubscribedRound({ subscriptionOwner, authority, credential }, draft, io).then(
    (earned) => ({ earned, error: undefined }),
    (error: unknown) => ({ earned: undefined, error }),
  );
  return { ...outcome, asked: io.asked };
}

describe('a round of a subscription', () => {
  it('is signed by the key that asks, whose feed it is', async () => {
    const { earned, asked } = await ask([BODY]);
    expect(earned).toMatchObject({ answer: BODY, roundId: ROUND, feedOwner: authority });
    const { authSig, ...body } = asked[0]!.body as Record<string, unknown>;
    expect(asked[0]).toMatchObject({ method: 'POST', path: '/v1/round/execute' });
    expect(body).toEqual(REQUEST);
    const feedId = deriveFeedId({ owner: authority, sourceId, signaturesRequired: 3 });
    const hash = requestAuthHash({ feedId, timestampSeconds: unixSeconds(NOW_SECONDS) });
    expect(ed25519.verify(fromHex(String(authSig), 64), hash, ed25519.getPublicKey(seed))).toBe(true);
  });

  it('takes its sealed secrets along', async () => {
    const io = fakeIo(() => BODY);
    const encKeyBundle = { sealed: 'for the nodes' };
    await earnSubscribedRound(
      { subscriptionOwner, authority, credential: { signer } },
      { ...draft, members: { ...draft.members, encKeyBundle } },
      io,
    );
    expect(io.asked[0]?.body).toMatchObject({ encKeyBundle });
  });

  it('is looked up as its requester where the answer was lost', async () => {
    const { earned, asked } = await ask([CUT, { data: { private: true } }, { data: { private: true, result: BODY } }]);
    expect(earned).toMatchObject({ answer: BODY, roundId: ROUND });
    expect(asked.map(({ path }) => path)).toEqual(['/v1/round/execute', `/v1/rounds/${ROUND}`, `/v1/rounds/${ROUND}`]);
    const [, time, signature] = (asked[2]?.headers?.['authorization'] ?? '').split('.');
    const text = new TextEncoder().encode(`Oracle Gateway: read round ${ROUND} at ${time}`);
    expect(ed25519.verify(fromHex(signature!, 64), text, ed25519.getPublicKey(seed))).toBe(true);
  });

  it('is on the ledger where its receipt has the message', async () => {
    const { data, fields } = accounts.valid.find(({ account }) => account === 'RoundReceipt')!;
    const read: ReturnType<typeof fakeLedger>['read'] = (address, decode) =>
      Promise.resolve(formatAddress(address) === ROUND ? decode(fromHex(data)) : null);
    const { earned } = await ask([BODY], { signer }, fakeLedger({ read }));
    const settlement = { kind: 'settled', signature: null, slot: 1, final: false } as const;
    const message = fromHex((fields as { message: string }).message);
    expect(await earned?.isOnLedger({ settlement, message })).toBe(true);
    await expect(earned?.isOnLedger({ settlement, message: new Uint8Array(32) })).rejects.toMatchObject({ reason: 'not_settled' });
    expect(await (await ask([BODY])).earned?.isOnLedger({ settlement, message })).toBe(false);
  });
});

describe('a round of a session', () => {
  const withToken: WithToken = (_io, task) => task('Bearer token');

  it('has the token in place of a signature', async () => {
    const { earned, asked } = await ask([BODY], { withToken });
    expect(earned?.roundId).toBe(ROUND);
    expect(asked).toMatchObject([{ path: '/v1/round/execute', headers: { authorization: 'Bearer token' } }]);
    expect(asked[0]?.body).toEqual(REQUEST);
  });

  it('is looked up by the token', async () => {
    const { earned, asked } = await ask([CUT, { data: { private: true } }, { data: { result: BODY } }], { withToken });
    expect(earned?.answer).toBe(BODY);
    expect(asked[2]?.headers).toEqual({ authorization: 'Bearer token' });
  });

  it.each([CUT, refusal('internal', { status: 500 })])('fails without a lost answer where it cannot sign in: %s', async (failure) => {
    const { error, asked } = await ask([BODY], { withToken: () => Promise.reject(failure) });
    expect(error).toBe(failure);
    expect(asked).toEqual([]);
  });
});

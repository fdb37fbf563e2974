import { ed25519 } from '@noble/curves/ed25519.js';
import { operations, type FlatRoundResult } from '@oracle-gateway/gateway-api';
import { formatAddress, paymentReadMessage, toHex, unixSeconds } from '@oracle-gateway/protocol';
import { sealSecrets } from '@oracle-gateway/protocol/sealed';
import { beforeAll, describe, expect, it } from 'vitest';

import { addressOf, type SecretKey } from '../../src/base/keypair.js';
import { preparePriceRound, type PriceRound } from './price-round.js';
import { readWalletReceipt } from '../../src/demo/x402-wallet.js';
import { ordinaryWorld } from './ordinary-world.js';
import { freshSource, keyOf, privateSource, PRIVATE_VALUE, TRUE_VALUE } from './test-client.js';
import { TestPayer } from './test-payer.js';
import { execute, expectSettled, nextTimestampSeconds, prepareRound, roundsLeft, serve, type TestWorld } from './test-world.js';

const COUNTED = { interval: 50 };

let test: TestWorld;
let ownerKey: SecretKey;
let owner: string;
beforeAll(() => {
  test = ordinaryWorld();
  ownerKey = keyOf(test, 'subscriptionOwner');
  owner = formatAddress(addressOf(ownerKey));
});

async function feedRounds({ feedId }: PriceRound) {
  const answer = await test.client.call(operations.getFeedRounds, { path: { feedId: toHex(feedId) } });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body.error}`);
  return answer.body.data.rounds;
}

async function subscriptionStatus(consumerAuthority?: string) {
  const query = consumerAuthority === undefined ? {} : { consumerAuthority };
  const answer = await test.client.call(operations.getSubscriptionStatus, { path: { owner }, query });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body.error}`);
  return answer.body.data;
}

async function subscriptionRounds(query: { readonly consumerAuthority?: string; readonly limit?: number } = {}) {
  const answer = await test.client.call(operations.getSubscriptionRounds, { path: { owner }, query });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body.error}`);
  return answer.body.data.rounds;
}

/** A round that the owner's delegate asks for. */
async function serveDelegate(): Promise<{ readonly round: PriceRound; readonly answer: FlatRoundResult; readonly roundId: string }> {
  const { manifest } = test.world;
  const round = preparePriceRound({
    sourceUrl: manifest.sources.price,
    apiConfig: freshSource(test),
    ownerKey: keyOf(test, 'delegate'),
    subscriptionOwner: addressOf(ownerKey),
    signaturesRequired: 2,
    registryVersion: manifest.registryVersion,
    timestampSeconds: nextTimestampSeconds(),
  });
  const answer = await execute(test, round);
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body.error}`);
  return { round, answer: answer.body, roundId: answer.headers.get('x-round-id') ?? '' };
}

describe('the rounds of a feed', () => {
  it('are listed newest first with the value that was signed, until they are settled and after', async () => {
    const apiConfig = freshSource(test);
    const [first, second] = [await serve(test, { quorum: 2, apiConfig }), await serve(test, { quorum: 2, apiConfig })];
    await expectSettled(test, first);
    await expectSettled(test, second);
    const rounds = await feedRounds(first.round);
    expect(rounds.map(({ roundId, state, value, signers }) => [roundId, state, value, signers])).toEqual([
      [second.roundId, 'settled', TRUE_VALUE, 2],
      [first.roundId, 'settled', TRUE_VALUE, 2],
    ]);
    for (const { settlement } of rounds) expect(test.world.ledger.transactions.find(settlement?.signature ?? '')?.execution.err).toBeNull();
  });

  it('of a private source tell their state alone', async () => {
    const apiConfig = privateSource(test);
    const round = prepareRound(test, { quorum: 2, apiConfig });
    const listed = await test.client.call(operations.getNodes);
    if (listed.status !== 200) throw new Error('the nodes are not listed');
    const notAfter = Math.floor(Date.now() / 1_000) + 60;
    const secrets = { token: test.world.manifest.secrets.privateSource };
    const encKeyBundle = sealSecrets({ apiConfig: round.apiConfig, nodes: listed.body.data.nodes, secrets, notAfter });
    const answer = await test.client.call(operations.executeRound, { body: { ...round.request, encKeyBundle } });
    expect(answer).toMatchObject({ status: 200, body: { data: { value: PRIVATE_VALUE } } });
    const [told, ...others] = await feedRounds(round);
    expect(others).toEqual([]);
    expect(told).toMatchObject({ roundId: answer.headers.get('x-round-id'), private: true });
    expect(told).not.toHaveProperty('value');
    expect(JSON.stringify(told)).not.toContain(PRIVATE_VALUE);
  });
});

describe('a subscription and its delegate', () => {
  it('are told what is left, as the ledger has it once rounds are settled', async () => {
    const delegate = formatAddress(addressOf(keyOf(test, 'delegate')));
    const before = await subscriptionStatus(delegate);
    expect(before).toMatchObject({ state: 'active', delegate: { state: 'active' } });
    const served = await serveDelegate();
    await expectSettled(test, served);
    await expect.poll(async () => (await subscriptionStatus(delegate)).unsettledRounds, COUNTED).toBe(0);
    const after = await subscriptionStatus(delegate);
    expect(after.roundsLeft).toBe((await roundsLeft(test, addressOf(ownerKey))).toString());
    expect([after.committedRounds, after.availableRounds]).toEqual(['0', after.roundsLeft]);
    expect(BigInt(before.delegate?.roundsLeft ?? 0) - BigInt(after.delegate?.roundsLeft ?? 0)).toBe(1n);
  });

  it('have one list of rounds, and the delegate a part of it', async () => {
    const own = await serve(test, { quorum: 2 });
    const { roundId, round } = await serveDelegate();
    const consumerAuthority = formatAddress(round.owner);
    const rounds = await subscriptionRounds({ limit: 2 });
    expect(rounds.map((listed) => [listed.roundId, listed.isDelegated, listed.consumerAuthority])).toEqual([
      [roundId, true, consumerAuthority],
      [own.roundId, false, owner],
    ]);
    const ofDelegate = await subscriptionRounds({ consumerAuthority });
    expect(ofDelegate[0]).toMatchObject({ roundId, feedId: toHex(round.feedId), signaturesRequired: 2 });
    expect(ofDelegate.every(({ isDelegated }) => isDelegated)).toBe(true);
  });
});

describe('a payment whose answer was lost', () => {
  function readAuthorization(key: SecretKey, signature: string): string {
    const timestampSeconds = unixSeconds(Math.floor(Date.now() / 1_000));
    const signed = ed25519.sign(paymentReadMessage({ signature, timestampSeconds }), key.subarray(0, 32));
    return `PaymentRead ${formatAddress(addressOf(key))}.${timestampSeconds}.${toHex(signed)}`;
  }

  it('gives its payer, and no other key, what it paid for', async () => {
    const payer = await TestPayer.create(test);
    const paid = await payer.pay(payer.prepare());
    if (paid.status !== 200) throw new Error(`${paid.status}: ${paid.body.error}`);
    const { transaction: signature } = readWalletReceipt(paid.headers);
    const read = (name: 'x402Payer' | 'stranger') =>
      test.client.call(operations.getX402Payment, {
        path: { signature },
        headers: { Authorization: readAuthorization(keyOf(test, name), signature) },
      });
    expect(await read('stranger')).toMatchObject({ status: 401, body: { code: 'payment_private' } });
    const answer = await read('x402Payer');
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { payment: { signature }, result: { ...paid.body, data: { ...paid.body.data, fresh: false } } } },
    });
    expect(answer.headers.get('payment-response')).toBe(paid.headers.get('payment-response'));
  });
});

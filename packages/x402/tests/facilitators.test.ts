import './node-fetch.js';

import { addressOf } from '@oracle-gateway/litesvm-rpc';
import { toHex } from '@oracle-gateway/protocol';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  authorizationKeyOf,
  createHttpFacilitator,
  decodePaymentHeader,
  FEE_LIMITS,
  FeePayers,
  isSignedByPayer,
  matchingTerms,
  type Facilitator,
  type PaymentTerms,
  type PaymentToSettle,
  readPaymentAuthorization,
  type RecordSignature,
} from '../src/index.js';
import { createInProcessFacilitator } from '../src/svm.js';
import { serveFacilitator, type FacilitatorServer } from './facilitator-server.js';
import { serveLossyRpc } from './lossy-rpc.js';
import { AMOUNT_ATOMIC, createPaymentWorld, NETWORK, newKey, type PaymentWorld } from './payment-world.js';

/** Headers that stay. */
function unchanging(headers: Readonly<Record<string, string>>) {
  return { current: () => headers };
}

const unrecorded: RecordSignature = () => Promise.resolve();
let world: PaymentWorld;
let server: FacilitatorServer;
let remote: Facilitator;
let local: Facilitator;

beforeAll(async () => {
  world = await createPaymentWorld();
  server = await serveFacilitator({ rpcUrl: world.rpcUrl, secretKey: world.feePayerKey });
  remote = createHttpFacilitator({ url: server.url, network: NETWORK });
  local = createInProcessFacilitator({ network: NETWORK, rpcUrl: world.rpcUrl, feePayer: world.feePayerSigner });
});
beforeEach(() => {
  server.mischief = 'none';
});
afterAll(async () => {
  await server.close();
  await world.close();
});

/** Payment of the official client on these terms. */
async function payment(terms: PaymentTerms = world.terms()): Promise<PaymentToSettle> {
  const decoded = decodePaymentHeader(await world.pay(terms));
  expect(matchingTerms(decoded.accepted, [terms])).toBe(terms);
  return { payload: decoded, terms };
}

describe.each([
  ['over HTTP', () => remote],
  ['in this process', () => local],
])('a facilitator %s', (_, facilitator) => {
  it('verifies what the official client pays, and settles it to the atomic unit', async () => {
    const input = await payment();
    const before = world.paidAtomic();
    expect(await facilitator().verify(input)).toEqual({ kind: 'verified' });
    expect(world.paidAtomic()).toBe(before);
    const outcome = await facilitator().settle(input, unrecorded);
    expect(outcome).toEqual({ kind: 'settled', signature: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,88}$/) as unknown });
    expect(world.paidAtomic() - before).toBe(AMOUNT_ATOMIC);
  });

  it('offers its fee payer', async () => {
    const feePayers = new FeePayers(facilitator());
    await feePayers.refresh();
    expect(feePayers.offered).toBe(world.feePayer);
  });

  it('refuses a payment for another memo, and settles nothing', async () => {
    const { payload: decoded, terms } = await payment();
    const input = { payload: decoded, terms: { ...terms, extra: { ...terms.extra, memo: 'ab'.repeat(16) } } };
    const before = world.paidAtomic();
    expect(await facilitator().verify(input)).toMatchObject({ kind: 'refused', reason: 'invalid_exact_svm_payload_memo_mismatch' });
    expect(await facilitator().settle(input, unrecorded)).toMatchObject({ kind: 'not-broadcast' });
    expect(world.paidAtomic()).toBe(before);
  });

  it('refuses a payment whose blockhash is past, and settles nothing', async () => {
    const input = await payment();
    world.ledger.advanceSlots(151);
    expect(await facilitator().verify(input)).toMatchObject({
      kind: 'refused',
      reason: 'invalid_exact_svm_transaction_simulation_failed',
      words: expect.stringContaining('BlockhashNotFound') as unknown,
    });
    expect(await facilitator().settle(input, unrecorded)).toMatchObject({ kind: 'not-broadcast' });
  });

  it('settles one payment once, however often it is asked to', async () => {
    const input = await payment();
    const before = world.paidAtomic();
    const outcomes = await Promise.all([1, 2, 3].map(() => facilitator().settle(input, unrecorded)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['duplicate', 'duplicate', 'settled']);
    expect(await facilitator().settle(input, unrecorded)).toMatchObject({ kind: 'duplicate' });
    expect(world.paidAtomic() - before).toBe(AMOUNT_ATOMIC);
  });
});

it('what the official client pays has the memo of its terms, the signature of its payer and a fee within the limits', async () => {
  const { payload: decoded, terms } = await payment();
  const authorization = readPaymentAuthorization(decoded.transaction);
  expect(authorization.memo).toBe(terms.extra.memo);
  expect(isSignedByPayer(authorization)).toBe(true);
  expect(authorization.feeLamports).toBe(10_001n);
  expect(isSignedByPayer({ ...authorization, message: Uint8Array.of(1) })).toBe(false);
});

describe('a facilitator with five keys, which offers a random one at each question', () => {
  it('settles what is paid on the terms of one process through another', async () => {
    const keys = [world.feePayerKey, newKey(), newKey(), newKey(), newKey()];
    for (const key of keys) world.ledger.airdrop(addressOf(key), 10_000_000_000n);
    const many = await serveFacilitator({ rpcUrl: world.rpcUrl, secretKey: world.feePayerKey, otherKeys: keys.slice(1) });
    const [ours, other] = [1, 2].map(() => createHttpFacilitator({ url: many.url, network: NETWORK }));
    const here = new FeePayers(other!);
    await here.refresh();
    const offered = new Set<string>();
    // A key that is offered once in five is missed in 100 questions once in five milliards.
    for (let question = 0; question < 100 && offered.size < keys.length; question += 1) {
      const there = new FeePayers(ours!);
      await there.refresh();
      offered.add(there.offered!);
    }
    expect(offered.size).toBe(keys.length);
    for (const feePayer of offered) {
      const terms = world.terms({ feePayer });
      const decoded = decodePaymentHeader(await world.pay(terms));
      const offers = here.accepted.map((accepted) => ({ ...terms, extra: { ...terms.extra, feePayer: accepted } }));
      const matched = matchingTerms(decoded.accepted, offers);
      expect(matched).toEqual(terms);
      expect(await other!.settle({ payload: decoded, terms: matched! }, unrecorded)).toMatchObject({ kind: 'settled' });
    }
    await many.close();
  });
});

describe('a facilitator in this process', () => {
  it('pays no more for a transaction than a payment needs', async () => {
    const tight = { units: FEE_LIMITS.maxComputeUnits, price: FEE_LIMITS.maxPriorityFeeMicroLamports };
    const before = world.paidAtomic();
    for (const dear of [
      { ...tight, units: tight.units + 1 },
      { ...tight, price: tight.price + 1 },
    ]) {
      const input = await world.payAs(dear);
      expect(await local.verify(input)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/_too_high$/) as unknown });
      expect(await local.settle(input, unrecorded)).toMatchObject({ kind: 'not-broadcast' });
    }
    expect(world.paidAtomic()).toBe(before);
    expect(await local.settle(await world.payAs(tight), unrecorded)).toMatchObject({ kind: 'settled' });
  });

  it('tells what a token account holds, and 0 without an account', async () => {
    const inProcess = createInProcessFacilitator({ network: NETWORK, rpcUrl: world.rpcUrl, feePayer: world.feePayerSigner });
    const { payerTokenAccount, payer } = readPaymentAuthorization((await payment()).payload.transaction);
    const before = await inProcess.balanceAtomic(payerTokenAccount);
    expect(await local.settle(await payment(), unrecorded)).toMatchObject({ kind: 'settled' });
    expect(before - (await inProcess.balanceAtomic(payerTokenAccount))).toBe(AMOUNT_ATOMIC);
    expect(await inProcess.balanceAtomic(payer)).toBe(0n);
  });

  it('has the signature recorded before anything moves', async () => {
    const input = await payment();
    const before = world.paidAtomic();
    const recorded: { signature: string; paidAtomic: bigint }[] = [];
    const outcome = await local.settle(input, (signature) => {
      recorded.push({ signature, paidAtomic: world.paidAtomic() });
      return Promise.resolve();
    });
    expect(outcome).toEqual({ kind: 'settled', signature: recorded[0]?.signature });
    expect(recorded).toEqual([{ signature: expect.any(String) as unknown, paidAtomic: before }]);
    expect(world.paidAtomic() - before).toBe(AMOUNT_ATOMIC);
  });

  it('broadcasts nothing whose signature could not be recorded, and can settle it afterwards', async () => {
    const input = await payment();
    const before = world.paidAtomic();
    const outcome = await local.settle(input, () => Promise.reject(new Error('disk full')));
    expect(outcome).toMatchObject({ kind: 'not-broadcast' });
    expect(world.paidAtomic()).toBe(before);
    expect(await local.settle(input, unrecorded)).toMatchObject({ kind: 'settled' });
  });

  it('broadcasts nothing after its time is up', async () => {
    const hasty = createInProcessFacilitator({
      network: NETWORK,
      rpcUrl: world.rpcUrl,
      feePayer: world.feePayerSigner,
      settleTimeoutMs: 500,
    });
    const input = await payment();
    const before = world.paidAtomic();
    const outcome = await hasty.settle(input, () => new Promise(() => undefined));
    expect(outcome).toMatchObject({ kind: 'not-broadcast', reason: 'no answer within 500 ms' });
    // The given-up settlement lets go of the payment once it has ended: then it settles.
    await expect.poll(async () => (await hasty.settle(input, unrecorded)).kind).toBe('settled');
    expect(world.paidAtomic() - before).toBe(AMOUNT_ATOMIC);
  });

  it('reaches its ledger also where undici 7 stands under fetch', async () => {
    const input = await payment();
    const ofNode = getGlobalDispatcher();
    const ofUndici = new Agent();
    setGlobalDispatcher(ofUndici);
    try {
      expect(await local.verify(input)).toEqual({ kind: 'verified' });
      expect(await local.settle(input, unrecorded)).toMatchObject({ kind: 'settled' });
    } finally {
      setGlobalDispatcher(ofNode);
      await ofUndici.close();
    }
  });

  it('settles nothing that it cannot read', async () => {
    const { payload: decoded, terms } = await payment();
    const outcome = await local.settle({ payload: { ...decoded, transaction: 'AAAA' }, terms }, unrecorded);
    expect(outcome).toEqual({ kind: 'not-broadcast', reason: 'unreadable transaction', words: '' });
  });
});

describe('a facilitator over HTTP', () => {
  it('gets the headers that authenticate the gateway', async () => {
    const known = createHttpFacilitator({ url: server.url, network: NETWORK, headers: unchanging({ authorization: 'Bearer secret' }) });
    await known.feePayers();
    expect(server.lastHeaders.authorization).toBe('Bearer secret');
    await known.verify(await payment());
    expect(server.lastHeaders.authorization).toBe('Bearer secret');
  });

  it('is asked at the place and with the headers that are in use at each call', async () => {
    let [url, token] = ['http://127.0.0.1:1', 'first'];
    const renewed = createHttpFacilitator({
      url: { current: () => url },
      network: NETWORK,
      headers: { current: () => ({ authorization: token }) },
    });
    await expect(renewed.feePayers()).rejects.toThrow();
    [url, token] = [server.url, 'second'];
    await renewed.feePayers();
    expect(server.lastHeaders.authorization).toBe('second');
  });

  it('repeats nothing of its place, its headers or a foreign page beside words for the log', async () => {
    const known = createHttpFacilitator({
      url: server.url,
      network: NETWORK,
      headers: unchanging({ authorization: 'Bearer 0123456789abcdef' }),
    });
    const input = await payment();
    server.mischief = 'foreign-page';
    const [verified, settled] = [await known.verify(input), await known.settle(input, unrecorded)];
    for (const { words, ...told } of [verified, settled].map((outcome) => ({ words: '', ...outcome }))) {
      expect(words).toContain('proxy error');
      expect(words).not.toContain('0123456789abcdef');
      expect(JSON.stringify(told)).not.toMatch(/proxy|token/);
    }
  });

  it('is not available where it does not serve the network', async () => {
    const elsewhere = createHttpFacilitator({ url: server.url, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' });
    await expect(elsewhere.feePayers()).rejects.toThrow(
      '/supported must name a fee payer for exact payments on solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    );
  });

  it('leaves the payment as it was where it is down', async () => {
    const gone = await serveFacilitator({ rpcUrl: world.rpcUrl, secretKey: world.feePayerKey });
    await gone.close();
    const down = createHttpFacilitator({ url: gone.url, network: NETWORK });
    const input = await payment();
    await expect(down.feePayers()).rejects.toThrow('ECONNREFUSED');
    expect(await down.verify(input)).toMatchObject({ kind: 'unavailable' });
    expect(await down.settle(input, unrecorded)).toMatchObject({ kind: 'not-broadcast' });
    expect(await remote.settle(input, unrecorded)).toMatchObject({ kind: 'settled' });
  });

  it.each(['silent', 'status-500', 'no-json', 'reset'] as const)('has perhaps settled where its answer is lost (%s)', async (mischief) => {
    const hasty = createHttpFacilitator({ url: server.url, network: NETWORK, verifyTimeoutMs: 1_500, settleTimeoutMs: 1_500 });
    const input = await payment();
    const before = world.paidAtomic();
    server.mischief = mischief;
    expect(await hasty.verify(input)).toMatchObject({ kind: 'unavailable' });
    expect(world.paidAtomic()).toBe(before);
    expect(await hasty.settle(input, unrecorded)).toMatchObject({ kind: 'uncertain', signature: null });
    expect(world.paidAtomic() - before).toBe(AMOUNT_ATOMIC);
    server.mischief = 'none';
    expect(await hasty.settle(input, unrecorded)).toMatchObject({ kind: 'duplicate' });
  });
});

describe('a ledger whose answer to the broadcast is lost', () => {
  it('leaves a signature to search for, if the facilitator is in this process', async () => {
    const rpc = await serveLossyRpc(world.rpcUrl);
    const unlucky = createInProcessFacilitator({ network: NETWORK, rpcUrl: rpc.url, feePayer: world.feePayerSigner });
    const [input, before, recorded] = [await payment(), world.paidAtomic(), new Array<string>()];
    const outcome = await unlucky.settle(input, (signature) => Promise.resolve(void recorded.push(signature)));
    await rpc.close();
    expect(outcome).toMatchObject({ kind: 'uncertain', signature: recorded[0], reason: 'invalid_exact_svm_transaction_failed' });
    expect(recorded).toHaveLength(1);
    expect(world.paidAtomic() - before).toBe(AMOUNT_ATOMIC);
  });

  it('is uncertain, although the facilitator speaks of failure and names no transaction', async () => {
    const rpc = await serveLossyRpc(world.rpcUrl);
    const unlucky = await serveFacilitator({ rpcUrl: rpc.url, secretKey: world.feePayerKey });
    const [input, before] = [await payment(), world.paidAtomic()];
    const outcome = await createHttpFacilitator({ url: unlucky.url, network: NETWORK }).settle(input, unrecorded);
    await Promise.all([unlucky.close(), rpc.close()]);
    expect(outcome).toMatchObject({ kind: 'uncertain', signature: null, reason: 'invalid_exact_svm_transaction_failed' });
    expect(world.paidAtomic() - before).toBe(AMOUNT_ATOMIC);
  });
});

it('a settled payment is found again on the ledger by its key', async () => {
  const input = await payment();
  const authorization = readPaymentAuthorization(input.payload.transaction);
  const outcome = await remote.settle(input, unrecorded);
  const landed = outcome.kind === 'settled' ? world.ledger.transactions.find(outcome.signature) : undefined;
  expect(landed && toHex(authorizationKeyOf(landed.transaction.bytes))).toBe(toHex(authorization.key));
});

import { unchanging } from '@oracle-gateway/app-config';
import type { ExecuteX402RoundRequest } from '@oracle-gateway/gateway-api';
import { parseNestedRoundResult } from '@oracle-gateway/gateway-api/parsers';
import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { outboxPrefix } from '@oracle-gateway/outbox';
import { parseAddress, type RoundId } from '@oracle-gateway/protocol';
import { associatedTokenAddress, configAddress } from '@oracle-gateway/protocol/accounts';
import { builtInProvider } from '@oracle-gateway/providers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FEE_PAYER, Status, type TestFacilitator } from './fakes/facilitator.js';
import { codeOf, offerOf, startPaidWorld, termsOf } from './fakes/paid-world.js';
import { postX402, type RawAnswer } from './fakes/post.js';
import { MINT, NETWORK, PROGRAM_ID, startWorld, type World } from './fakes/world.js';
import { createX402Payer, headerOf, type PaymentOffer, x402Request } from './fakes/x402-payer.js';
import { PRICE_SOURCE } from './fakes/consumer.js';

let world: World;
let facilitator: TestFacilitator;
let close: () => Promise<void>;
beforeAll(async () => {
  const headers = { authorization: 'Bearer secret-of-ours' };
  ({ world, facilitator, close } = await startPaidWorld({ providers: [builtInProvider('coingecko')!] }, headers));
});
afterAll(() => close());
beforeEach(() => {
  facilitator.onVerify = () => ({ isValid: true });
});

/** The request that another header or body is made from: `change` gives what is sent instead. */
interface Attempt {
  readonly request: ExecuteX402RoundRequest;
  readonly terms: PaymentOffer;
}
type Change = (attempt: Attempt) => { readonly body?: unknown; readonly payment?: string | undefined };

/** Stand-in for a token in words that are not ours. */
const PLANTED = 'planted-token-7d1c';
const payer = createX402Payer();
const OTHER = PROGRAM_ID;

async function send(change: Change): Promise<RawAnswer> {
  const request = x402Request();
  const terms = await termsOf(world, request);
  const { body = request, ...changed } = change({ request, terms });
  return postX402(world.url, body, 'payment' in changed ? changed.payment : payer.pay(terms));
}

describe('a paid round', () => {
  it('is served in the nested shape, with the receipt of a payment that was settled on the gateway’s own terms', async () => {
    const request = x402Request();
    const terms = await termsOf(world, request);
    const askedAtMs = Date.now();
    const answer = await postX402(world.url, request, payer.pay(terms));
    const answeredAtMs = Date.now();
    expect(answer.status).toBe(200);
    const result = parseNestedRoundResult(answer.body);
    expect(result.data).toMatchObject({ value: '64628.31', attestation: { payload: { registryVersion: 1, signaturesRequired: 2 } } });
    const { timestamp } = result.data.attestation.payload;
    expect([askedAtMs <= timestamp, timestamp <= answeredAtMs]).toEqual([true, true]);
    const receipt: unknown = JSON.parse(Buffer.from(answer.headers.get('payment-response') ?? '', 'base64').toString());
    expect(receipt).toMatchObject({ success: true, network: NETWORK, payer: payer.text });
    expect(facilitator.settled.at(-1)?.paymentRequirements).toEqual(terms);
  });

  it('takes no lamports of the gateway, and is served while it has none', async () => {
    world.ledger.lamports = 0n;
    const request = x402Request();
    const terms = await termsOf(world, request);
    // A payer of its own: it shares no place and no authorization with the round before.
    const answer = await postX402(world.url, request, createX402Payer().pay(terms));
    world.ledger.lamports = 1_000_000_000_000n;
    expect(answer.status).toBe(200);
  });

  it('is on record with all that finds its payment again', async () => {
    const request = x402Request();
    const terms = await termsOf(world, request);
    const own = createX402Payer();
    const answer = await postX402(world.url, request, own.pay(terms));
    const record = await world.outbox.read(answer.headers.get('x-round-id') as RoundId);
    expect(record).toMatchObject({
      path: 'x402',
      state: 'paid',
      holds: [{ quotaKey: `x402-payer:${own.text}`, units: 1, until: 'settled' }],
      payment: {
        payer: own.address,
        payerTokenAccount: associatedTokenAddress(own.address, MINT),
        payToTokenAccount: associatedTokenAddress(configAddress(PROGRAM_ID), MINT),
        mint: parseAddress(terms.asset),
        amountAtomic: 7n,
        memo: terms.extra.memo,
        feePayer: parseAddress(FEE_PAYER),
        // 150 blocks of a blockhash's life, 50 for servers that differ, and 150 that the believed height may be too low.
        expiry: { kind: 'height', lastValidBlockHeight: world.ledger.blockHeight + 350 },
        facilitator: 'remote',
      },
    });
  });
});

describe('the terms of a round', () => {
  it('are those of the interface document, the same in body and header', async () => {
    const answer = await postX402(world.url, x402Request({ signatures_required: 3 }));
    expect(answer.status).toBe(402);
    const { code, docUrl, ...body } = answer.body;
    expect([code, docUrl]).toEqual(['payment_required', '/docs/errors/payment_required']);
    expect(JSON.parse(Buffer.from(answer.headers.get('payment-required') ?? '', 'base64').toString())).toEqual(body);
    expect(body).toMatchObject({
      x402Version: 2,
      resource: { url: 'https://oracle.example/v1/x402/execute', mimeType: 'application/json' },
      // x402_round_base 1, and reward_per_signature 2 for three signatures and a buffer of one.
      accepts: [{ scheme: 'exact', network: NETWORK, amount: '9', maxTimeoutSeconds: 60, extra: { feePayer: FEE_PAYER } }],
    });
    // No quote of the source: it is not paywalled.
    expect(Object.keys(body['extensions'] as object)).toEqual(['payment-identifier']);
  });

  it('name the origin of the configuration, whatever the request says of its host', async () => {
    const response = await fetch(`${world.url}/v1/x402/execute`, {
      method: 'POST',
      body: JSON.stringify(x402Request()),
      headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    });
    expect(await response.text()).not.toContain('evil');
  });

  it('differ in the memo between sources and quorums, and are the same for the same request', async () => {
    const memoOf = async (changes: Partial<ExecuteX402RoundRequest>) => (await termsOf(world, x402Request(changes))).extra.memo;
    const memos = [
      await memoOf({}),
      await memoOf({ signatures_required: 3 }),
      await memoOf({ apiConfig: { url: 'https://a.example/', method: 'GET' } }),
    ];
    expect(new Set(memos).size).toBe(3);
    expect(await memoOf({})).toBe(memos[0]);
  });

  it('quote a source that is declared as paywalled from the registry alone', async () => {
    const { body } = await postX402(world.url, x402Request({ x402Source: true, signatures_required: 5 }));
    expect(body['extensions']).toMatchObject({
      upstream: {
        resource: PRICE_SOURCE.url,
        signaturesRequired: 5,
        redundancyBuffer: 1,
        nodeCount: 5,
        eligibleSetSize: 5,
        supportedX402Versions: [1, 2],
      },
    });
  });

  it('name the provider in the quote of a source on its x402 routes, and of no other', async () => {
    const [withKey, paid] = builtInProvider('coingecko')!.flows;
    const quoteOf = async (url: string): Promise<unknown> => {
      const { body } = await postX402(world.url, x402Request({ x402Source: true, apiConfig: { url, method: 'GET' } }));
      return (body['extensions'] as { upstream: { provider?: unknown } }).upstream.provider;
    };
    const sold = paid!.feeds[0]!.apiConfig.url;
    expect(await quoteOf(sold)).toBe('coingecko');
    for (const url of [withKey!.feeds[0]!.apiConfig.url, `${sold}&include_market_cap=true`]) expect(await quoteOf(url)).toBeUndefined();
  });
});

describe('what a request is refused for', () => {
  it.each<[string, Change, number, string, string?]>([
    [
      'a member in another case is unknown',
      ({ request }) => ({ body: { ...request, signaturesRequired: 2 } }),
      400,
      'invalid_request',
      'signaturesRequired',
    ],
    ['a time is not the caller’s to say', ({ request }) => ({ body: { ...request, timestamp: 5 } }), 400, 'invalid_request', 'timestamp'],
    ['null is no bundle', ({ request }) => ({ body: { ...request, encKeyBundle: null } }), 400, 'invalid_request', 'encKeyBundle'],
    [
      'a source is public',
      ({ request }) => ({ body: { ...request, apiConfig: { ...request.apiConfig, url: 'http://127.0.0.1/' } } }),
      400,
      'source_not_public',
    ],
    [
      'a declared source is https',
      ({ request }) => ({
        body: { ...request, x402Source: true, apiConfig: { ...request.apiConfig, url: 'http://source.example/' } },
        payment: undefined,
      }),
      400,
      'invalid_request',
      'apiConfig.url: must be https where the source is paid',
    ],
    [
      'a declared source leaves the place of its payment free',
      ({ request }) => ({
        body: { ...request, x402Source: true, apiConfig: { ...request.apiConfig, headers: { 'x-payment': 'a' } } },
        payment: undefined,
      }),
      400,
      'invalid_request',
      'where the source is paid',
    ],
    [
      'a quorum is at least min_signers',
      () => ({ body: x402Request({ signatures_required: 1 }) }),
      400,
      'quorum_out_of_range',
      'signatures_required',
    ],
    ['a quorum is at most the nodes', () => ({ body: x402Request({ signatures_required: 6 }) }), 400, 'quorum_out_of_range', 'from 2 to 5'],
    [
      'a version is the current one',
      () => ({ body: x402Request({ registry_version: 9 }) }),
      400,
      'stale_registry_version',
      'registry_version',
    ],
    ['a header is base64', () => ({ payment: '!!!' }), 400, 'payment_header_invalid', 'standard base64'],
    ['a header is JSON', () => ({ payment: Buffer.from('no').toString('base64') }), 400, 'payment_header_invalid', 'JSON'],
    [
      'a payment is one of version 2',
      ({ terms }) => ({ payment: headerOf({ ...payer.payment(terms), x402Version: 1 }) }),
      400,
      'payment_header_invalid',
    ],
    [
      'a payment has a transaction',
      ({ terms }) => ({ payment: headerOf({ ...payer.payment(terms), payload: { transaction: 'AAAA' } }) }),
      400,
      'payment_header_invalid',
      'transaction',
    ],
    [
      'a header is not endless',
      ({ terms }) => ({ payment: headerOf({ ...payer.payment(terms), extensions: { a: 'b'.repeat(8_000) } }) }),
      400,
      'payment_header_invalid',
    ],
    [
      'an identifier is written as the 402 says',
      ({ terms }) => ({ payment: headerOf({ ...payer.payment(terms), extensions: { 'payment-identifier': { info: { id: 'short' } } } }) }),
      400,
      'payment_header_invalid',
      'extensions.payment-identifier.info.id must be 16 to 128 characters',
    ],
    ['a payment is needed', () => ({ payment: undefined }), 402, 'payment_required'],
    ['the terms name the amount', ({ terms }) => ({ payment: payer.pay({ ...terms, amount: '6' }) }), 402, 'payment_terms_mismatch'],
    [
      'the terms name the treasury',
      ({ terms }) => ({ payment: payer.pay({ ...terms, payTo: terms.asset }) }),
      402,
      'payment_terms_mismatch',
    ],
    [
      'the terms hold nothing else',
      ({ terms }) => ({ payment: payer.pay({ ...terms, note: 'x' } as PaymentOffer) }),
      402,
      'payment_terms_mismatch',
    ],
    [
      'the memo is of this request',
      ({ terms }) => ({
        body: x402Request({ signatures_required: 2, apiConfig: { url: 'https://a.example/', method: 'GET' } }),
        payment: payer.pay(terms),
      }),
      402,
      'payment_terms_mismatch',
    ],
    [
      'the transaction pays the amount',
      ({ terms }) => ({ payment: payer.pay(terms, { amount: 6n }) }),
      402,
      'payment_refused',
      'transfer the amount of the terms',
    ],
    [
      'the transaction pays the treasury',
      ({ terms }) => ({ payment: payer.pay(terms, { payTo: OTHER }) }),
      402,
      'payment_refused',
      'pay the token account of the treasury',
    ],
    [
      'the transaction pays the stablecoin',
      ({ terms }) => ({ payment: payer.pay(terms, { asset: OTHER }) }),
      402,
      'payment_refused',
      'transfer the asset of the terms',
    ],
    [
      'the transaction has the fee payer of the terms',
      ({ terms }) => ({ payment: payer.pay(terms, { feePayer: OTHER }) }),
      402,
      'payment_refused',
      'name the fee payer of the terms',
    ],
    [
      'payer and fee payer are the same',
      ({ terms }) => ({ payment: payer.pay(terms, { payer: parseAddress(FEE_PAYER) }) }),
      402,
      'payment_refused',
      'payer and fee payer must differ',
    ],
    [
      'the transaction has the memo of the terms',
      ({ terms }) => ({ payment: payer.pay(terms, { memo: 'ab'.repeat(16) }) }),
      402,
      'payment_refused',
      'exactly one memo, the memo of the terms',
    ],
    [
      'the transaction has a memo',
      ({ terms }) => ({ payment: payer.pay(terms, { memo: null }) }),
      402,
      'payment_refused',
      'exactly one memo',
    ],
    [
      'the transaction is signed by its payer',
      ({ terms }) => ({ payment: payer.pay(terms, { isSigned: false }) }),
      402,
      'payment_refused',
      'must be signed by its payer',
    ],
    [
      'the transaction is signed by another key in its payer’s name',
      ({ terms }) => ({ payment: payer.pay(terms, { payer: createX402Payer().address }) }),
      402,
      'payment_refused',
      'must be signed by its payer',
    ],
    [
      'the fee payer pays no price of millions of lamports',
      ({ terms }) => ({ payment: payer.pay(terms, { computeUnitPrice: 350_000_000n }) }),
      402,
      'payment_refused',
      'at most 12000 lamports',
    ],
    ['a declared source takes payments', ({ request }) => ({ body: { ...request, x402Source: true } }), 402, 'source_payments_missing'],
  ])('%s', async (_rule, change, status, code, names = '') => {
    const asked = facilitator.verified.length;
    const answer = await send(change);
    expect(codeOf(answer)).toEqual([status, code]);
    expect(answer.body['error']).toContain(names);
    expect(answer.headers.get('x-round-id')).toBeNull();
    if (status === 402) expect(offerOf(answer).scheme).toBe('exact');
    expect(facilitator.verified).toHaveLength(asked);
  });

  it.each<[string, Change, number, string]>([
    [
      'the version before payments to the source',
      ({ request }) => ({ body: { ...request, registry_version: 9, sourcePayments: ['e30='] } }),
      400,
      'stale_registry_version',
    ],
    [
      'payments to the source before the payment',
      ({ request }) => ({ body: { ...request, sourcePayments: ['e30='] }, payment: undefined }),
      400,
      'invalid_request',
    ],
    [
      'payments to the source before a bad header',
      ({ request }) => ({ body: { ...request, sourcePayments: ['e30='] }, payment: '!!!' }),
      400,
      'invalid_request',
    ],
    [
      'the version before a missing payment',
      () => ({ body: x402Request({ registry_version: 9 }), payment: undefined }),
      400,
      'stale_registry_version',
    ],
    [
      'an undecodable transaction before other terms',
      ({ terms }) => ({ payment: headerOf({ ...payer.payment({ ...terms, amount: '1' }), payload: { transaction: 'AAAA' } }) }),
      400,
      'payment_header_invalid',
    ],
    [
      'a missing payment before missing payments to the source',
      ({ request }) => ({ body: { ...request, x402Source: true }, payment: undefined }),
      402,
      'payment_required',
    ],
    [
      'other terms before missing payments to the source',
      ({ request, terms }) => ({ body: { ...request, x402Source: true }, payment: payer.pay({ ...terms, amount: '1' }) }),
      402,
      'payment_terms_mismatch',
    ],
  ])('of two faults %s', async (_rule, change, status, code) => {
    expect(codeOf(await send(change))).toEqual([status, code]);
  });
});

describe('the price', () => {
  it('is read afresh before a payment for a newer one is refused', async () => {
    const request = x402Request();
    const terms = await termsOf(world, request);
    const { config } = world.ledger;
    world.ledger.cachedConfig = config;
    world.ledger.config = { ...config, prices: { ...config.prices, x402RoundBase: 2n } };
    const refreshed = world.ledger.configRefreshes;
    facilitator.onVerify = () => ({ isValid: false, invalidReason: 'unlike' });
    expect(codeOf(await postX402(world.url, request, payer.pay({ ...terms, amount: '8' })))).toEqual([402, 'payment_refused']);
    const old = await postX402(world.url, request, payer.pay(terms));
    expect([...codeOf(old), offerOf(old).amount]).toEqual([402, 'payment_terms_mismatch', '8']);
    expect(world.ledger.configRefreshes).toBe(refreshed + 2);
    world.ledger.config = config;
  });

  it('of nothing is no price', async () => {
    const { config } = world.ledger;
    world.ledger.config = { ...config, prices: { ...config.prices, x402RoundBase: 0n, rewardPerSignature: 0n } };
    expect(codeOf(await postX402(world.url, x402Request()))).toEqual([400, 'not_enabled']);
    world.ledger.config = config;
  });
});

describe('the facilitator', () => {
  it('is asked with the gateway’s own terms, and with the headers of the operator', async () => {
    facilitator.onVerify = () => ({ isValid: false, invalidReason: 'a' });
    const request = x402Request();
    const terms = await termsOf(world, request);
    await postX402(world.url, request, payer.pay(terms));
    expect(facilitator.verified.at(-1)?.paymentRequirements).toEqual(terms);
    expect(facilitator.lastHeaders.authorization).toBe('Bearer secret-of-ours');
    expect(world.log.text()).not.toContain('secret-of-ours');
  });

  it('has its code told in the 402, for some seconds without being asked again, and nothing is reserved', async () => {
    const request = x402Request();
    const terms = await termsOf(world, request);
    const payment = payer.pay(terms);
    facilitator.onVerify = () => ({ isValid: false, invalidReason: 'insufficient_funds', invalidMessage: `has 3 of 7 ${PLANTED}` });
    const refused = await postX402(world.url, request, payment);
    expect(codeOf(refused)).toEqual([402, 'payment_refused']);
    expect(refused.body['error']).toBe('the payment was refused: insufficient_funds');
    expect(JSON.stringify([refused.body, ...refused.headers])).not.toContain(PLANTED);
    await world.log.line(PLANTED);
    facilitator.onVerify = () => new Status(503);
    const asked = facilitator.verified.length;
    expect(codeOf(await postX402(world.url, request, payment))).toEqual([402, 'payment_refused']);
    expect(facilitator.verified).toHaveLength(asked);
    const other = createX402Payer().pay(terms);
    for (let time = 0; time < 2; time += 1) {
      expect(codeOf(await postX402(world.url, request, other))).toEqual([503, 'payment_facility_unavailable']);
    }
    expect(facilitator.verified).toHaveLength(asked + 2);
  });

  it('is asked once of a payment that seventy connections send, however slow it is, and others are served meanwhile', async () => {
    const request = x402Request();
    const terms = await termsOf(world, request);
    const [junk, good] = [createX402Payer().pay(terms), createX402Payer().pay(await termsOf(world, request))];
    let refuse = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    const asked = facilitator.verified.length;
    facilitator.onVerify = async () => {
      if (facilitator.verified.length > asked + 1) return { isValid: true };
      await slow;
      return { isValid: false, invalidReason: 'junk' };
    };
    const flood = Array.from({ length: 70 }, () => postX402(world.url, request, junk));
    await expect.poll(() => facilitator.verified.length).toBe(asked + 1);
    expect(codeOf(await postX402(world.url, request, good))[0]).not.toBe(503);
    refuse();
    expect((await Promise.all(flood)).map(codeOf)).toEqual(Array(70).fill([402, 'payment_refused']));
    expect(facilitator.verified).toHaveLength(asked + 2);
  });

  it.each<[string, () => unknown]>([
    ['fails', () => new Status(500)],
    ['is told that we are unauthorised', () => new Status(401)],
    ['says nothing that can be read', () => 'hello'],
    ['hangs up', () => new Status(200, undefined)],
  ])('is 503 where it %s, and the reason stays with the operator', async (_case, onVerify) => {
    facilitator.onVerify = onVerify;
    const request = x402Request();
    const answer = await postX402(world.url, request, payer.pay(await termsOf(world, request)));
    expect([...codeOf(answer), answer.headers.get('retry-after')]).toEqual([503, 'payment_facility_unavailable', '1']);
    expect(answer.body['error']).toBe('the payment facility is not available');
    expect(await world.metrics()).toMatch(/facilitator_troubles_total\{step="verify"\} [1-9]/);
  });
});

/** A body that names no round. */
function refusal(error: string, code: string): object {
  return { error, code, docUrl: `/docs/errors/${code}` };
}

describe('one payment', () => {
  it('funds one round, however many ask at once, and the others are not told whose it is', async () => {
    const request = x402Request({ signatures_required: 3 });
    const payment = createX402Payer().pay(await termsOf(world, request));
    const answers = await Promise.all(Array.from({ length: 20 }, () => postX402(world.url, request, payment)));
    const used = answers.filter(({ status }) => status === 409);
    expect(used).toHaveLength(19);
    for (const answer of used) {
      expect(answer.body).toEqual(refusal('the payment authorization was already used', 'authorization_used'));
      expect(answer.headers.get('x-round-id')).toBeNull();
      expect(answer.headers.get('retry-after')).toBeNull();
    }
    expect(answers.find(({ status }) => status !== 409)?.headers.get('x-round-id')).toMatch(/^[1-9A-HJ-NP-Za-km-z]{20,22}$/);
  });

  it('is 409 without asking the facilitator where it was used, and though the facilitator refuses it by now', async () => {
    const request = x402Request();
    const payment = createX402Payer().pay(await termsOf(world, request));
    expect((await postX402(world.url, request, payment)).headers.get('x-round-id')).not.toBeNull();
    const asked = facilitator.verified.length;
    expect(codeOf(await postX402(world.url, request, payment))).toEqual([409, 'authorization_used']);
    expect(facilitator.verified).toHaveLength(asked);
  });

  it('is 409 where another request uses it while the facilitator checks it, and refuses it for that', async () => {
    const request = x402Request();
    const other = createX402Payer();
    const payment = other.pay(await termsOf(world, request));
    const sibling = await world.sibling();
    let used: Promise<unknown> = Promise.resolve();
    let calls = 0;
    facilitator.onVerify = async () => {
      calls += 1;
      if (calls > 1) return { isValid: true };
      used = postX402(sibling.url, request, payment);
      await expect.poll(() => world.redis.keys(`${outboxPrefix(world.gatewayPda)}*x402-payer:${other.text}`)).not.toEqual([]);
      return { isValid: false, invalidReason: 'duplicate_settlement' };
    };
    expect(codeOf(await postX402(world.url, request, payment))).toEqual([409, 'authorization_used']);
    await used;
    await sibling.close();
  });
});

describe('one tick', () => {
  it('has one round of a payer, source and quorum; the other payment is unused', async () => {
    const request = x402Request({ signatures_required: 4 });
    const terms = await termsOf(world, request);
    const own = createX402Payer();
    const payments = Array.from({ length: 6 }, () => own.pay(terms));
    const answers = await Promise.all(payments.map((payment) => postX402(world.url, request, payment)));
    const refused = answers.flatMap((answer, index) => (answer.status === 409 ? [index] : []));
    expect(refused.length).toBeGreaterThan(0);
    for (const index of refused) {
      expect(answers[index]?.body).toEqual(refusal('duplicate round identity', 'duplicate_tick'));
      expect(answers[index]?.headers.get('retry-after')).toBeNull();
    }
    const again = payments[refused[0] ?? 0] ?? '';
    await expect.poll(async () => (await postX402(world.url, request, again)).body['code'], { interval: 110 }).not.toBe('duplicate_tick');
  });
});

describe('the ledger', () => {
  it('is 503 before anything is asked where it cannot be read', async () => {
    const request = x402Request();
    const payment = payer.pay(await termsOf(world, request));
    world.ledger.failure = new LedgerUnavailableError('getAccountInfo', 'down');
    expect(codeOf(await postX402(world.url, request, payment))).toEqual([503, 'ledger_unavailable']);
    world.ledger.failure = null;
  });

  it('on which the gateway is deactivated quotes nothing', async () => {
    const other = await startWorld({ facilitator: { kind: 'remote', url: facilitator.url, headers: unchanging({}) } });
    other.ledger.gateway = null;
    expect(codeOf(await postX402(other.url, x402Request()))).toEqual([503, 'gateway_inactive']);
    await other.close();
  });
});

import type { ExecuteAgentRoundRequest } from '@oracle-gateway/gateway-api';
import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { quotaKey } from '@oracle-gateway/outbox';
import { formatAddress, fromHex, type RoundId, toHex } from '@oracle-gateway/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { base58 } from './fakes/base58.js';
import { AGENT_PRICE, anotherKey, type Payer } from './fakes/payer.js';
import { postAgent, type RawAnswer } from './fakes/post.js';
import { MINT, PROGRAM_ID, startWorld, tokensOf, type World } from './fakes/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const PRICE = BigInt(AGENT_PRICE);

type Change = (request: ExecuteAgentRoundRequest, payer: Payer) => unknown;

function members(changes: Record<string, unknown>): Change {
  return (request) => ({ ...request, ...changes });
}

function codeOf({ status, body }: RawAnswer): unknown[] {
  return [status, body['code']];
}

/** The single offer of a 402. */
function offerOf({ body }: RawAnswer) {
  const [offer] = body['accepts'] as { maxAmountRequired: string; payTo: string; extra: Record<string, string> }[];
  if (offer === undefined) throw new Error('a 402 has an offer');
  return offer;
}

/** One reading for all tests, so that two requests never meet in one second by chance. */
const NOW = Math.floor(Date.now() / 1000);

describe('an agent round', () => {
  it('is served when the escrow holds exactly the price, and says what pays for it on the ledger', async () => {
    const payer = world.payer(PRICE);
    const request = payer.request();
    const answer = await postAgent(world.url, request);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'completed',
      data: { value: '64628.31', timestamp: request.canonical_timestamp, fresh: true },
    });
    const record = await world.outbox.read(answer.headers.get('x-round-id') as never);
    expect(record).toMatchObject({
      path: 'agent',
      state: 'pending',
      holds: [
        { quotaKey: `escrow:${formatAddress(payer.tokenAccount)}`, units: AGENT_PRICE, until: 'settled', basis: 'ledger' },
        { quotaKey: quotaKey('fee-balance', world.gatewayPda), units: 3_143_080, until: 'settled', basis: 'ledger' },
      ],
      payload: {
        charge: {
          kind: 'escrow',
          payer: payer.address,
          amountAtomic: BigInt(AGENT_PRICE),
          requestSignature: fromHex(request.agent_request_auth_sig!, 64),
        },
      },
    });
  });

  it('takes the signature in base58 too', async () => {
    const request = world.payer(PRICE).request();
    const bytes = Buffer.from((request.agent_request_auth_sig ?? '').slice(2), 'hex');
    expect((await postAgent(world.url, { ...request, agent_request_auth_sig: base58(bytes) })).status).toBe(200);
  });

  it('is refused the second time with 409 while the escrow could pay for another', async () => {
    const payer = world.payer(2n * PRICE);
    const request = payer.request();
    const first = await postAgent(world.url, request);
    const second = await postAgent(world.url, request);
    expect([first.status, ...codeOf(second)]).toEqual([200, 409, 'duplicate_round']);
    expect(second.body['roundId']).toBe(first.headers.get('x-round-id'));
  });
});

describe('what a request is refused for, in the order of admission', () => {
  it.each<[string, Change, number, string, string?]>([
    ['a member in another case is unknown', members({ signaturesRequired: 2 }), 400, 'invalid_request', 'signaturesRequired'],
    ['a payer is a key', members({ payer: 'z'.repeat(44) }), 400, 'invalid_request', 'payer'],
    [
      'a bundle has its form',
      members({ encKeyBundle: { ephemeralPub: '', nonceSym: '', ciphertext: '', envelopes: {} } }),
      400,
      'invalid_request',
      'encKeyBundle.ephemeralPub',
    ],
    ['a source is public', (r) => ({ ...r, apiConfig: { ...r.apiConfig, url: 'http://127.0.0.1/' } }), 400, 'source_not_public'],
    [
      'a quorum is at least min_signers',
      (_, payer) => payer.request({ signatures_required: 1 }),
      400,
      'quorum_out_of_range',
      'signatures_required',
    ],
    [
      'a version is the current one',
      (_, payer) => payer.request({ registry_version: 9 }),
      400,
      'stale_registry_version',
      'registry_version',
    ],
    [
      'a timestamp is near the clock',
      (_, payer) => payer.request({ canonical_timestamp: NOW - 302 }),
      400,
      'timestamp_out_of_range',
      'canonical_timestamp',
    ],
    ['an amount is the price and no less', (_, payer) => payer.request({ amount: AGENT_PRICE - 1 }), 400, 'amount_mismatch', 'amount'],
    ['an amount is the price and no more', (_, payer) => payer.request({ amount: AGENT_PRICE + 1 }), 400, 'amount_mismatch', 'amount'],
    ['an undecodable signature', members({ agent_request_auth_sig: 'zz' }), 401, 'agent_request_auth_sig_invalid'],
    ['an empty signature is one, and a bad one', members({ agent_request_auth_sig: '' }), 401, 'agent_request_auth_sig_invalid'],
    ['an all-zero signature', members({ agent_request_auth_sig: toHex(new Uint8Array(64)) }), 401, 'agent_request_auth_sig_invalid'],
    ['a signature of another key', (_, payer) => payer.request({ key: anotherKey() }), 401, 'agent_request_auth_sig_invalid'],
    ['a signature for another gateway', (_, payer) => payer.request({ gateway: PROGRAM_ID }), 401, 'agent_request_auth_sig_invalid'],
    [
      'a signature over another time',
      (r) => ({ ...r, canonical_timestamp: r.canonical_timestamp - 1 }),
      401,
      'agent_request_auth_sig_invalid',
    ],
    [
      'a signature over another source',
      (r) => ({ ...r, apiConfig: { ...r.apiConfig, url: 'https://api.example.com/x' } }),
      401,
      'agent_request_auth_sig_invalid',
    ],
    ['no signature though the escrow is funded', members({ agent_request_auth_sig: undefined }), 401, 'agent_request_auth_sig_missing'],
  ])('%s', async (_rule, change, status, code, names = '') => {
    const payer = world.payer(100n * PRICE);
    const answer = await postAgent(world.url, change(payer.request(), payer));
    expect(codeOf(answer)).toEqual([status, code]);
    expect(answer.body['error']).toContain(names);
    expect(answer.headers.get('x-round-id')).toBeNull();
  });

  it.each<[string, Parameters<World['payer']>, Change, number, string]>([
    ['the version before the amount', [100n], (_, p) => p.request({ registry_version: 9, amount: 1 }), 400, 'stale_registry_version'],
    ['the time before the amount', [100n], (_, p) => p.request({ canonical_timestamp: 5, amount: 1 }), 400, 'timestamp_out_of_range'],
    [
      'the amount before the signature',
      [100n],
      (_, p) => ({ ...p.request({ amount: 1 }), agent_request_auth_sig: 'zz' }),
      400,
      'amount_mismatch',
    ],
    [
      'a bad signature before a pause',
      [100n, { pausedAt: 5n }],
      members({ agent_request_auth_sig: 'zz' }),
      401,
      'agent_request_auth_sig_invalid',
    ],
    ['a bad signature before the funds', [null], members({ agent_request_auth_sig: 'zz' }), 401, 'agent_request_auth_sig_invalid'],
    ['a pause before the funds', [0n, { pausedAt: 5n }], (r) => r, 403, 'escrow_paused'],
    ['a pause before a missing signature', [100n, { pausedAt: 5n }], members({ agent_request_auth_sig: undefined }), 403, 'escrow_paused'],
    ['another authority before the funds', [0n, { authority: PROGRAM_ID }], (r) => r, 403, 'escrow_other_authority'],
    ['the funds before a missing signature', [10n], members({ agent_request_auth_sig: undefined }), 402, 'escrow_underfunded'],
  ])('of two faults %s', async (_rule, escrow, change, status, code) => {
    const payer = world.payer(...escrow);
    expect(codeOf(await postAgent(world.url, change(payer.request(), payer)))).toEqual([status, code]);
  });

  it('the funds before a replay: who cannot pay for another round is told 402', async () => {
    const payer = world.payer(PRICE);
    const request = payer.request();
    expect((await postAgent(world.url, request)).status).toBe(200);
    expect(codeOf(await postAgent(world.url, request))).toEqual([402, 'escrow_underfunded']);
  });

  it('the funds before a replay, though the balance remembered is from before the settlement', async () => {
    const payer = world.payer(PRICE);
    const before = { ...world.ledger.escrows.get(payer.text)!, slot: world.ledger.slot };
    const request = payer.request();
    const roundId = (await postAgent(world.url, request)).headers.get('x-round-id') as RoundId;
    world.ledger.cachedEscrows.set(payer.text, before);
    await world.settleOnLedger(payer, roundId);
    const claim = await world.outbox.claim({ roundId, workerId: 'worker', leaseMs: 60_000 });
    const { slot } = world.ledger;
    const readings = [{ quotaKey: quotaKey('escrow', payer.tokenAccount), available: 0n, slot }];
    await world.outbox.settle(claim!, { signature: null, slot, seenAtSlot: slot, readings });
    expect(codeOf(await postAgent(world.url, request))).toEqual([402, 'escrow_underfunded']);
  });

  it.each([
    ['of another gateway', { gateway: PROGRAM_ID }, 'escrow_other_gateway'],
    [
      'resumed after the timestamp, past the grace of the pause',
      { pausedAt: BigInt(NOW - 700), resumedAt: BigInt(NOW + 60) },
      'escrow_paused',
    ],
  ] as const)('an escrow %s is 403', async (_case, changes, code) => {
    expect(codeOf(await postAgent(world.url, world.payer(100n, changes).request()))).toEqual([403, code]);
  });

  it('an escrow that was resumed is served', async () => {
    const payer = world.payer(100n, { pausedAt: 5n, resumedAt: 6n });
    expect((await postAgent(world.url, payer.request())).status).toBe(200);
  });

  it('a frozen token account is 403: its rounds could not be settled', async () => {
    const payer = world.payer(100n);
    world.ledger.escrows.set(payer.text, { escrow: null, tokens: { ...tokensOf(payer, 100n), isFrozen: true } });
    expect(codeOf(await postAgent(world.url, payer.request()))).toEqual([403, 'escrow_frozen']);
  });
});

describe('the price', () => {
  it('is 400 with the new one where it has changed on the ledger, and nothing is reserved', async () => {
    const payer = world.payer(100n);
    const { prices } = world.ledger.config;
    world.ledger.config = { ...world.ledger.config, prices: { ...prices, agentRoundBase: 4n } };
    try {
      const stale = await postAgent(world.url, payer.request());
      expect([...codeOf(stale), stale.body['amount']]).toEqual([400, 'amount_mismatch', AGENT_PRICE + 1]);
      const standing = await world.outbox.holdTotals(`escrow:${formatAddress(payer.tokenAccount)}`, { holders: 0 });
      expect(standing.committed).toBe(0n);
      expect((await postAgent(world.url, payer.request({ amount: AGENT_PRICE + 1 }))).status).toBe(200);
    } finally {
      world.ledger.config = { ...world.ledger.config, prices };
    }
  });

  it('newer than the cached one is accepted after one refresh, which the price known does not need', async () => {
    const before = world.ledger.configRefreshes;
    expect((await postAgent(world.url, world.payer(PRICE).request())).status).toBe(200);
    expect(world.ledger.configRefreshes).toBe(before);
    world.ledger.cachedConfig = { ...world.ledger.config, prices: { ...world.ledger.config.prices, agentRoundBase: 1n } };
    expect((await postAgent(world.url, world.payer(PRICE).request())).status).toBe(200);
    expect(world.ledger.configRefreshes).toBe(before + 1);
  });
});

describe('the discovery flow (docs/api.md#post-v1agentexecute)', () => {
  it('402 with every field, then fund, sign what it names, and send the same time again: 200', async () => {
    const payer = world.payer(null);
    const signed = payer.request();
    const { agent_request_auth_sig: signature, ...unsigned } = signed;
    const asked = await postAgent(world.url, unsigned);
    expect(codeOf(asked)).toEqual([402, 'escrow_underfunded']);
    expect(asked.headers.get('payment-required')).toBeNull();
    expect(asked.body).toEqual({
      error: expect.stringContaining('the escrow does not cover the round') as string,
      code: 'escrow_underfunded',
      docUrl: '/docs/errors/escrow_underfunded',
      x402Version: 1,
      accepts: [
        {
          scheme: 'exact',
          network: world.config.network,
          maxAmountRequired: String(AGENT_PRICE),
          payTo: formatAddress(payer.tokenAccount),
          asset: formatAddress(MINT),
          resource: '/v1/agent/execute',
          description: expect.stringMatching(/^One round of feed 0x[0-9a-f]{64}, signed by 2 nodes$/) as string,
          maxTimeoutSeconds: 60,
          extra: {
            payer: payer.text,
            agent: formatAddress(payer.escrow),
            gateway: formatAddress(world.gatewayPda),
            feedId: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
            canonicalTimestamp: signed.canonical_timestamp,
            amount: String(AGENT_PRICE),
            currentAtaBalance: '0',
            committedAmount: '0',
            note: expect.stringMatching(
              /^Create [^.]+ createAssociatedTokenAccountIdempotent[^.]+ at least 11 atomic units [^.]+\.$/,
            ) as string,
          },
        },
      ],
    });
    world.ledger.escrows.set(payer.text, { escrow: null, tokens: tokensOf(payer, PRICE) });
    expect((await postAgent(world.url, { ...unsigned, agent_request_auth_sig: signature })).status).toBe(200);
  });

  it('a partly funded escrow is told the shortfall, not the price', async () => {
    const payer = world.payer(PRICE + 4n);
    expect((await postAgent(world.url, payer.request({ canonical_timestamp: NOW }))).status).toBe(200);
    const offer = offerOf(await postAgent(world.url, payer.request({ canonical_timestamp: NOW - 1 })));
    expect(offer.extra).toMatchObject({ currentAtaBalance: '15', committedAmount: '11' });
    expect(offer.extra['note']).toContain(
      `Transfer at least 7 atomic units of mint ${formatAddress(MINT)} to the token account ${offer.payTo}`,
    );
  });

  it('the name of the network comes from the configuration', async () => {
    const other = await startWorld({ agent: { x402Network: 'solana-local' } });
    const answer = await postAgent(other.url, other.payer(null).request());
    expect(answer.body['accepts']).toMatchObject([{ network: 'solana-local' }]);
    await other.close();
  });
});

describe('funding', () => {
  it('a payer who has just paid in is not told the balance of before', async () => {
    const payer = world.payer(1n);
    expect((await postAgent(world.url, payer.request())).status).toBe(402);
    world.ledger.cachedEscrows.set(payer.text, { escrow: null, tokens: tokensOf(payer, 1n), slot: world.ledger.slot });
    world.ledger.escrows.set(payer.text, { escrow: null, tokens: tokensOf(payer, PRICE) });
    expect((await postAgent(world.url, payer.request())).status).toBe(200);
  });

  it('an exactly funded payer is served though a settled round still counts', async () => {
    const payer = world.payer(2n * PRICE);
    const first = await postAgent(world.url, payer.request({ canonical_timestamp: NOW }));
    await world.settleOnLedger(payer, first.headers.get('x-round-id') ?? '');
    const second = await postAgent(world.url, payer.request({ canonical_timestamp: NOW - 1 }));
    expect(second.status).toBe(200);
    expect((await postAgent(world.url, payer.request({ canonical_timestamp: NOW - 2 }))).status).toBe(402);
  });

  it('an account that holds another message settles nothing', async () => {
    const payer = world.payer(2n * PRICE);
    const first = await postAgent(world.url, payer.request({ canonical_timestamp: NOW }));
    const roundId = first.headers.get('x-round-id') ?? '';
    await world.settleOnLedger(payer, roundId);
    world.ledger.agentRounds.set(roundId, { message: new Uint8Array(32), gateway: world.gatewayPda, timestamp: 1n });
    expect((await postAgent(world.url, payer.request({ canonical_timestamp: NOW - 1 }))).status).toBe(402);
  });

  it('a failed round gives its price back', async () => {
    const payer = world.payer(PRICE);
    for (const node of world.nodes) node.fault = 'upstream';
    expect((await postAgent(world.url, payer.request({ canonical_timestamp: NOW }))).status).toBe(503);
    for (const node of world.nodes) node.fault = 'none';
    expect((await postAgent(world.url, payer.request({ canonical_timestamp: NOW - 1 }))).status).toBe(200);
  });

  it('a gateway that is not active asks for no money', async () => {
    const other = await startWorld();
    other.ledger.gateway = null;
    expect(codeOf(await postAgent(other.url, other.payer(null).request()))).toEqual([503, 'gateway_inactive']);
    await other.close();
  });

  it('a ledger that does not answer is 503, not 402', async () => {
    const payer = world.payer(PRICE);
    world.ledger.failure = new LedgerUnavailableError('getMultipleAccounts', 'down');
    const answer = await postAgent(world.url, payer.request());
    world.ledger.failure = null;
    expect(codeOf(answer)).toEqual([503, 'ledger_unavailable']);
  });
});

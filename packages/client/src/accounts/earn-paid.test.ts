import { formatAddress, parseAddress, parseApiConfig, x402RequestMemo } from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { configAddress } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { answerOf, CONFIG, draftOf, fakeIo, fakeLedger, GATEWAY, NOW_SECONDS, REGISTRY, refusal, type Said } from '../../tests/fake-io.js';
import { type GatewayError, TransportError } from '../base/errors.js';
import type { Settlement } from '../reads/settlement.js';
import { earnPaidRound, type Payer } from './earn-paid.js';

const source = parseApiConfig(vector.apiConfig);
const draft = draftOf(sourceSubject(source));
const ROUND = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM';
const PAYER = 'CojVr4rBZoXq4tymj5eNPsdfU276w3rKD5gkT5tjKzed';
const NOW_MS = NOW_SECONDS * 1000;
const CUT = new TransportError('gateway', 'cut');
const BODY = { status: 'completed', data: {} };
const SERVED = answerOf(BODY, { 'x-round-id': ROUND });
const { programId, network } = fakeLedger();

function memoOf(registryVersion: bigint): string {
  return x402RequestMemo({
    programId,
    gateway: parseAddress(GATEWAY),
    sourceId: draft.subject.sourceId,
    signaturesRequired: 3,
    registryVersion,
  });
}

/** A 402 with terms. */
function asks(amount = 1_800, code = 'payment_required', version = 3n): GatewayError {
  const option = {
    ...{ scheme: 'exact', network, amount: String(amount), asset: formatAddress(CONFIG.mint) },
    ...{ payTo: formatAddress(configAddress(programId)), maxTimeoutSeconds: 60 },
    extra: { feePayer: '11111111111111111111111111111112', memo: memoOf(version) },
  };
  return refusal(code, { status: 402, body: { accepts: [option] } });
}

interface Setting {
  readonly maxAmount?: bigint;
  /** The transactions of payments, in turn; the last one again and again. Each is another one unless set. */
  readonly transactions?: readonly string[];
  readonly allowed?: bigint;
  readonly paymentId?: string;
  readonly resume?: string;
  readonly onIdempotencyKey?: (key: string) => Promise<void>;
  readonly signal?: AbortSignal;
  readonly ledger?: ReturnType<typeof fakeLedger>;
}

/** Asks a gateway that says these things in turn, the last one again and again. */
async function ask(said: readonly Said[], setting: Setting = {}) {
  const { maxAmount = 10_000n, transactions, allowed = 1_000_000n, ledger = fakeLedger(), ...named } = setting;
  const [signed, taken]: [{ amount: string; memo: string; paymentId: string }[], bigint[]] = [[], []];
  const payer: Payer = {
    address: PAYER,
    maxAmount,
    allowance: {
      take(amount) {
        if (taken.reduce((sum, one) => sum + one, amount) > allowed) return Promise.reject(new Error('used up'));
        taken.push(amount);
        return Promise.resolve();
      },
    },
    sign({ amount, extra: { memo } }, name) {
      signed.push({ amount, memo, paymentId: name });
      const transaction = transactions?.[Math.min(signed.length, transactions.length) - 1] ?? `transaction ${signed.length}`;
      return Promise.resolve({ transaction, header: `${transaction}, named ${name}` });
    },
    isPayment: (transaction, memo) => new TextDecoder().decode(transaction) === memo,
  };
  const io = fakeIo((_request, asked) => said[Math.min(asked, said.length) - 1]!, { ledger });
  const outcome = await earnPaidRound(payer, { ...draft, ...named }, io).then(
    (earned) => ({ earned, error: undefined }),
    (error: unknown) => ({ earned: undefined, error }),
  );
  const sent = io.asked.map(({ headers }) => headers?.['PAYMENT-SIGNATURE']);
  return { ...outcome, io, signed, taken, sent };
}

describe('a paid round', () => {
  it('is asked for, paid by the terms of the refusal, and answered', async () => {
    const { earned, io, signed, taken, sent } = await ask([asks(), SERVED]);
    expect(earned).toMatchObject({ answer: BODY, roundId: ROUND });
    expect(earned?.feedOwner).toEqual(new Uint8Array(32));
    expect(signed).toEqual([{ amount: '1800', memo: memoOf(3n), paymentId: signed[0]?.paymentId }]);
    expect(taken).toEqual([1_800n]);
    expect(sent).toEqual([undefined, `transaction 1, named ${signed[0]?.paymentId}`]);
    for (const { method, path, body } of io.asked)
      expect({ method, path, body }).toEqual({
        ...{ method: 'POST', path: '/v1/x402/execute' },
        body: { signatures_required: 3, registry_version: 3, apiConfig: source },
      });
  });

  it('has a name of its own each time, unless the caller gives one', async () => {
    const [first, second] = [await ask([asks(), SERVED]), await ask([asks(), SERVED])];
    expect(first.signed[0]?.paymentId).not.toBe(second.signed[0]?.paymentId);
    const named = await ask([asks(), SERVED], { paymentId: 'the-key-of-an-earlier-call' });
    expect(named.signed[0]?.paymentId).toBe('the-key-of-an-earlier-call');
  });

  it('may be as old as its call, and as a result that is kept where the caller names the call', async () => {
    const fresh = await ask([SERVED]);
    expect(fresh.earned?.observedAtMs).toEqual({ from: NOW_MS - 5_000, to: NOW_MS + 5_000 });
    const named = await ask([SERVED], { paymentId: 'the-key-of-an-earlier-call' });
    expect(named.earned?.observedAtMs).toEqual({ from: NOW_MS - 3_600_000, to: NOW_MS + 5_000 });
  });

  it.each([{}, { 'x-round-id': 'not/an/id' }, { 'x-round-id': '0OIl' }])('without its id is no answer: %j', async (headers) => {
    expect((await ask([asks(), answerOf(BODY, headers)])).error).toMatchObject({ name: 'VerificationError', reason: 'malformed' });
  });
});

describe('money', () => {
  it('is not signed for above the limit', async () => {
    const { error, signed, taken, io } = await ask([asks(1_801)], { maxAmount: 1_800n });
    expect(error).toMatchObject({ name: 'SpendingLimitError', amount: 1_801n, maxAmount: 1_800n });
    expect({ signed, taken, asked: io.asked.length }).toEqual({ signed: [], taken: [], asked: 1 });
  });

  it('is not signed for by terms that the ledger contradicts', async () => {
    const { error, signed } = await ask([asks(1_800, 'payment_required', 4n)]);
    expect(error).toMatchObject({ name: 'VerificationError', reason: 'other_terms' });
    expect(signed).toEqual([]);
  });

  it('is not sent where the allowance refuses it', async () => {
    const { error, sent, taken } = await ask([asks(), SERVED], { allowed: 1_799n });
    expect(error).toMatchObject({ message: 'used up' });
    expect({ sent, taken }).toEqual({ sent: [undefined], taken: [] });
  });

  it('of all payments of a round together stays within the limit', async () => {
    const { error, sent, taken } = await ask([asks(), asks(1_800, 'payment_refused')], { maxAmount: 4_000n });
    expect(error).toMatchObject({ code: 'payment_refused' });
    expect(taken).toEqual([1_800n, 1_800n]);
    expect(sent).toHaveLength(3);
  });

  it('is not given again where it stays with a payment: the very same transaction counts once', async () => {
    const said = [asks(), asks(1_800, 'payment_refused'), SERVED];
    const { earned, taken } = await ask(said, { maxAmount: 3_600n, transactions: ['one'] });
    expect(earned?.roundId).toBe(ROUND);
    expect(taken).toEqual([1_800n]);
  });

  it('is not asked for a second time by a gateway that got a payment', async () => {
    const { error, sent } = await ask([asks(), asks()]);
    expect(error).toMatchObject({ code: 'payment_required' });
    expect(sent).toHaveLength(2);
  });
});

describe('a paid round whose answer was lost', () => {
  it('is asked for again by the same payment, under the same idempotency key', async () => {
    const { earned, signed, sent } = await ask([asks(), CUT, CUT, SERVED]);
    expect(earned?.roundId).toBe(ROUND);
    expect(signed).toHaveLength(1);
    expect(new Set(sent.slice(1))).toEqual(new Set([`transaction 1, named ${signed[0]?.paymentId}`]));
    expect(sent).toHaveLength(4);
  });

  it.each([
    ['internal', 500],
    ['payment_unknown', 503],
    ['outbox_unavailable', 503],
    ['payment_identifier_used', 409],
    ['a_code_of_a_later_gateway', 418],
  ])('stays the same payment: %s', async (code, status) => {
    const { earned, signed, sent } = await ask([asks(), refusal(code, { status, roundId: ROUND }), SERVED]);
    expect(earned?.roundId).toBe(ROUND);
    expect(signed).toHaveLength(1);
    expect(sent[2]).toBe(sent[1]);
  });

  it('is of unknown outcome once its blockhash must be past, by its name and id', async () => {
    const { error, signed, io } = await ask([asks(), refusal('payment_unknown', { status: 503, roundId: ROUND })]);
    expect(error).toMatchObject({ name: 'UnknownOutcomeError', paymentId: signed[0]?.paymentId, roundId: ROUND });
    const waitedMs = io.waited.reduce((sum, ms) => sum + ms, 0);
    expect(waitedMs).toBeGreaterThan(150_000);
    expect(waitedMs).toBeLessThan(160_000);
    expect(signed).toHaveLength(1);
  });

  it.each(['payment_refused', 'payment_terms_mismatch', 'payment_required', 'invalid_request'])(
    'stays of unknown outcome where the gateway refuses the same call then: %s',
    async (code) => {
      const { error, signed } = await ask([asks(), CUT, asks(1_800, code)]);
      expect(error).toMatchObject({ name: 'UnknownOutcomeError', paymentId: signed[0]?.paymentId });
      expect(signed).toHaveLength(1);
    },
  );

  it('is not paid anew for another registry version', async () => {
    const stale = refusal('stale_registry_version', { body: { registryVersion: 3 } });
    const { error, signed } = await ask([asks(), CUT, stale, SERVED]);
    expect(error).toMatchObject({ name: 'UnknownOutcomeError' });
    expect(signed).toHaveLength(1);
  });

  it('is waited for where its authorization is used: that was this very call', async () => {
    const { earned, signed } = await ask([asks(), CUT, refusal('authorization_used', { status: 409 }), SERVED]);
    expect(earned?.roundId).toBe(ROUND);
    expect(signed).toHaveLength(1);
  });

  it('has its outcome once the gateway says that the payment is used up', async () => {
    const { error, signed } = await ask([asks(), CUT, refusal('no_quorum_value', { status: 503 }), refusal('invalid_request')]);
    expect(error).toMatchObject({ code: 'invalid_request' });
    expect(signed).toHaveLength(2);
  });

  it.each(['internal', 'outbox_unavailable'])('is an error at once where no payment was sent: %s', async (code) => {
    const { error, sent } = await ask([refusal(code, { status: 500 }), SERVED]);
    expect(error).toMatchObject({ name: 'GatewayError', code });
    expect(sent).toHaveLength(1);
  });

  it('cost nothing before there was a payment: it is asked for as often as the policy allows', async () => {
    const { error, sent } = await ask([CUT]);
    expect(error).toBe(CUT);
    expect(sent).toEqual(Array(5).fill(undefined));
  });
});

describe('a payment that was not made', () => {
  it('is followed by another one, where the gateway says that it is used up', async () => {
    const { earned, signed, taken } = await ask([asks(), refusal('no_quorum_value', { status: 503 }), SERVED]);
    expect(earned?.roundId).toBe(ROUND);
    expect(new Set(signed.map(({ paymentId }) => paymentId)).size).toBe(1);
    expect(taken).toEqual([1_800n, 1_800n]);
  });

  it('is sent again where nothing was reserved for it', async () => {
    const { earned, signed, sent, io } = await ask([asks(), refusal('at_capacity', { status: 503, retryAfterMs: 1_000 }), SERVED]);
    expect(earned?.roundId).toBe(ROUND);
    expect(signed).toHaveLength(1);
    expect(sent[2]).toBe(sent[1]);
    expect(io.waited[0]).toBeGreaterThanOrEqual(1_000);
  });

  it('is an error where another one would be refused too', async () => {
    const { error, sent } = await ask([asks(), refusal('secrets_refused', { status: 503 })]);
    expect(error).toMatchObject({ code: 'secrets_refused' });
    expect(sent).toHaveLength(2);
  });

  it('by reason of a twin of the same blockhash waits for another transaction', async () => {
    const said = [asks(), asks(1_800, 'authorization_used'), SERVED];
    const { earned, taken, sent, io } = await ask(said, { transactions: ['one', 'one', 'one', 'two'] });
    expect(earned?.roundId).toBe(ROUND);
    expect(sent.map((header) => header?.split(',')[0])).toEqual([undefined, 'one', 'two']);
    expect(io.waited).toHaveLength(3);
    expect(taken).toEqual([1_800n, 1_800n]);
  });

  it('is an error where no other transaction comes', async () => {
    const { error, sent, taken } = await ask([asks(), asks(1_800, 'authorization_used')], { transactions: ['one'] });
    expect(error).toMatchObject({ code: 'authorization_used' });
    expect(sent).toHaveLength(2);
    expect(taken).toEqual([1_800n]);
  });
});

describe('a registry version that has changed', () => {
  const stale = refusal('stale_registry_version', { body: { registryVersion: 4 } });
  const registry = { ...REGISTRY, version: 4n };
  const ledger = fakeLedger({ view: () => Promise.resolve({ config: CONFIG, registry }) });

  it('is asked for and paid for once the ledger has it', async () => {
    const { earned, io, signed, sent } = await ask([stale, asks(1_800, 'payment_required', 4n), SERVED], { ledger });
    expect(earned?.roundId).toBe(ROUND);
    expect(io.asked.map(({ body }) => body)).toMatchObject([3, 4, 4].map((version) => ({ registry_version: version })));
    expect(signed.map(({ memo }) => memo)).toEqual([memoOf(4n)]);
    expect(sent[1]).toBeUndefined();
  });

  it('needs another payment; the first stays counted', async () => {
    const said = [asks(), stale, asks(1_800, 'payment_required', 4n), SERVED];
    expect((await ask(said, { ledger })).taken).toEqual([1_800n, 1_800n]);
    const limited = await ask(said, { ledger, maxAmount: 3_599n });
    expect(limited.earned).toBeUndefined();
    expect(limited.taken).toEqual([1_800n]);
  });

  it('is not paid for where the ledger does not have it', async () => {
    const { error, signed, sent } = await ask([stale, asks(1_800, 'payment_required', 4n), SERVED]);
    expect(error).toBe(stale);
    expect({ signed, asked: sent.length }).toEqual({ signed: [], asked: 1 });
  });

  it('is not followed for ever', async () => {
    const { error, sent } = await ask([stale], { ledger });
    expect(error).toBe(stale);
    expect(sent).toHaveLength(4);
  });
});

describe('a paid round, on the ledger,', () => {
  const signature = '5'.repeat(87);
  const paid = { kind: 'paid', signature, slot: null } as const;

  async function settle(transaction: string | null, settlement: Settlement = paid): Promise<boolean | undefined> {
    const bytes = transaction === null ? null : new TextEncoder().encode(transaction);
    const ledger = fakeLedger({ transaction: (named) => Promise.resolve(named === signature ? bytes : null) });
    const { earned } = await ask([asks(), SERVED], { ledger });
    return earned?.isOnLedger({ settlement, message: new Uint8Array(32) });
  }

  it('is paid by a transaction with its memo, which has landed', async () => {
    expect(await settle(memoOf(3n))).toBe(true);
    expect(await settle(null)).toBe(false);
  });

  it('is not paid by another transaction, or settled in another way', async () => {
    await expect(settle(memoOf(4n))).rejects.toMatchObject({ reason: 'not_settled' });
    const settled = { kind: 'settled', signature, slot: 1, final: true } as const;
    await expect(settle(memoOf(3n), settled)).rejects.toMatchObject({ reason: 'not_settled' });
  });
});

describe('a caller that leaves', () => {
  it('signs nothing', async () => {
    const reason = new Error('enough');
    const { error, signed } = await ask([asks(), SERVED], { signal: AbortSignal.abort(reason) });
    expect(error).toBe(reason);
    expect(signed).toEqual([]);
  });
});

describe('the name of a payment', () => {
  it('is told once, before anything is signed', async () => {
    const told: string[] = [];
    const onIdempotencyKey = (name: string): Promise<void> => Promise.resolve(void told.push(name));
    const { signed } = await ask([asks(), asks(1_800, 'payment_refused'), SERVED], { onIdempotencyKey });
    expect(told).toEqual([signed[0]?.paymentId]);
    expect(signed).toHaveLength(2);
  });

  it('ends the call before anything is signed where it cannot be kept', async () => {
    const lost = new Error('not kept');
    const { error, signed, taken } = await ask([asks(), SERVED], { onIdempotencyKey: () => Promise.reject(lost) });
    expect({ error, signed, taken }).toEqual({ error: lost, signed: [], taken: [] });
  });

  it('is gone on with, as far back as results are kept', async () => {
    const { earned, signed } = await ask([asks(), SERVED], { resume: 'the-key-of-an-earlier-call' });
    expect(signed[0]?.paymentId).toBe('the-key-of-an-earlier-call');
    expect(earned?.observedAtMs.from).toBe(NOW_MS - 3_600_000);
  });

  it('leaves the outcome unknown where a gateway that knows the name cannot be reached', async () => {
    const refused = new TransportError('gateway', 'refused', { sent: 'nothing' });
    for (const earlier of [{ resume: 'the-key-of-an-earlier-call' }, { paymentId: 'the-key-of-an-earlier-call' }])
      expect((await ask([refused], earlier)).error).toMatchObject({ code: 'unknown_outcome', paymentId: 'the-key-of-an-earlier-call' });
    expect((await ask([refused])).error).toBe(refused);
  });

  it('leaves the outcome unknown where a payment of the earlier call may still land', async () => {
    const { error } = await ask([asks(), asks(1_800, 'payment_refused')], { resume: 'the-key-of-an-earlier-call' });
    expect(error).toMatchObject({ name: 'UnknownOutcomeError', paymentId: 'the-key-of-an-earlier-call' });
  });
});

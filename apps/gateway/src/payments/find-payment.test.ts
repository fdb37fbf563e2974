import { type HistoricTransaction, LedgerUnavailableError, type NamedTransaction, RpcRefusalError } from '@oracle-gateway/ledger';
import { samplePayment } from '@oracle-gateway/outbox/testing';
import type { UnixMs } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { paymentTransaction } from '../../tests/fakes/payment-transaction.js';
import { createPaymentSearch } from './find-payment.js';
import { createCheckBudget } from './check-budget.js';
import type { SearchHistory } from '../ledger/with-history.js';
import type { PaymentFinding, SoughtPayment } from './payment-finding.js';

const CREATED_AT_MS = 1_000_000_000 as UnixMs;
const LAST_VALID = 1_000;
const EARLIEST = 900;
/** The slot of the admission may be wrong by so many. */
const FIRST = EARLIEST - 300;
const OURS = paymentTransaction(0);
const MEMO = 'ab'.repeat(16);

interface Listed extends Partial<NamedTransaction> {
  /** The number of its transaction; 0: the payment. null: the server names it and does not serve it. */
  readonly number: number | null;
  readonly succeeded?: boolean;
}

/** A server whose index of the payer's account is this, newest first; its pages hold two. */
function searchOver(
  listed: readonly Listed[],
  change: Partial<SearchHistory> & { height?: number; nowMs?: number; pageSize?: number; server?: () => number } = {},
) {
  const { height = 1, nowMs = CREATED_AT_MS, pageSize = 2, server = () => 0, ...history } = change;
  const entries = listed.map((entry, index) => ({ signature: `s${index}`, slot: 2_000, memo: null, blockTimeSeconds: null, ...entry }));
  const calls: string[] = [];
  const asked: SearchHistory = {
    transaction(signature) {
      calls.push(`transaction ${signature}`);
      const entry = entries.find((listing) => listing.signature === signature);
      if (entry === undefined || entry.number === null) return Promise.resolve(null);
      const { wire } = paymentTransaction(entry.number);
      const { slot, succeeded = true, blockTimeSeconds } = entry;
      return Promise.resolve<HistoricTransaction>({ slot, succeeded, wire, blockTimeSeconds });
    },
    naming(_account, { before, minContextSlot }) {
      calls.push(`naming ${before ?? '-'} ${minContextSlot ?? '-'}`);
      const start = before === undefined ? 0 : entries.findIndex(({ signature }) => signature === before) + 1;
      return Promise.resolve(entries.slice(start, start + pageSize));
    },
    firstSlot: () => Promise.resolve(FIRST),
    tip: () => Promise.resolve({ slot: height + 1_500, blockHeight: height }),
    isBlockhashValid: () => Promise.resolve(true),
    ...history,
  };
  const search = createPaymentSearch({
    nowMs: () => nowMs,
    withHistory: (work) => work(asked, server()),
  });
  const find = (payment: SoughtPayment, calls = 1_000): Promise<PaymentFinding> => search(payment, createCheckBudget(calls));
  return { calls, find };
}
function sought(change: Partial<SoughtPayment> & { payment?: SoughtPayment['payment'] } = {}): SoughtPayment {
  return { payment: payment(), createdAtMs: CREATED_AT_MS, signature: null, ...change };
}
function payment(change: Partial<SoughtPayment['payment']> = {}): SoughtPayment['payment'] {
  return samplePayment({
    messageHash: OURS.messageHash,
    memo: MEMO,
    earliestSlot: EARLIEST,
    expiry: { kind: 'height', lastValidBlockHeight: LAST_VALID },
    ...change,
  });
}
function down(): Promise<never> {
  return Promise.reject(new LedgerUnavailableError('m', 'no answer within 5000 ms'));
}
const PAST = { height: LAST_VALID + 1 };

describe('a payment is found', () => {
  it('at its signature, without a search', async () => {
    const { find, calls } = searchOver([{ number: 0 }], { naming: down });
    expect(await find(sought({ signature: 's0' }))).toEqual({ kind: 'paid', signature: 's0', slot: 2_000 });
    expect(calls).toEqual(['transaction s0']);
  });

  it('by its message, whatever signature another party says it has', async () => {
    const { find } = searchOver([{ number: 5 }, { number: 0 }]);
    expect(await find(sought({ signature: 's0' }))).toMatchObject({ kind: 'paid', signature: 's1' });
    expect(await find(sought({ signature: 'nowhere' }))).toMatchObject({ kind: 'paid', signature: 's1' });
  });

  it('on any page, among transactions that carry its memo or none', async () => {
    const { find, calls } = searchOver([
      { number: 1 },
      { number: 2, memo: `[32] ${MEMO}` },
      { number: 3, memo: '[5] other' },
      { number: 0, memo: `[32] ${MEMO}` },
    ]);
    expect(await find(sought())).toMatchObject({ kind: 'paid', signature: 's3' });
    expect(calls).not.toContain('transaction s2');
  });

  it('to have failed once its block is final, where it landed and failed', async () => {
    const { find } = searchOver([{ number: 0, succeeded: false }]);
    expect(await find(sought())).toEqual({ kind: 'failed', signature: 's0' });
  });

  it('as one that may land yet, where it failed in a block that is not final', async () => {
    const { wire } = OURS;
    const failed: HistoricTransaction = { slot: 2_000, succeeded: false, wire, blockTimeSeconds: null };
    for (const final of [null, { ...failed, succeeded: true }]) {
      const transaction: SearchHistory['transaction'] = (_signature, commitment) =>
        Promise.resolve(commitment === 'finalized' ? final : failed);
      const { find } = searchOver([{ number: 0 }], { ...PAST, transaction });
      expect(await find(sought({ signature: 's0' }))).toMatchObject({ kind: 'unknown', mayLand: true });
    }
  });

  it('by the second check, where one answer of the first named a slot after its last block, or no transaction', async () => {
    for (const wrong of [[{ signature: 's0', slot: LAST_VALID + 1_501, memo: null, blockTimeSeconds: null }], []]) {
      let checks = 0;
      const { find } = searchOver([{ number: 0 }], {
        ...PAST,
        naming(_account, { before }) {
          const entries = [{ signature: 's0', slot: 2_000, memo: null, blockTimeSeconds: null }];
          const told = checks === 0 ? wrong : entries;
          return Promise.resolve(before === undefined ? told : []);
        },
      });
      await find(sought());
      checks += 1;
      expect(await find(sought())).toMatchObject({ kind: 'paid' });
    }
  });

  it('behind a transaction that the server names and does not serve', async () => {
    const { find } = searchOver([{ number: null }, { number: 1 }, { number: 0 }], PAST);
    expect(await find(sought())).toMatchObject({ kind: 'paid', signature: 's2' });
  });
});

describe('a payment is absent', () => {
  it('when the finalized height was past its blockhash before a search that got past it too', async () => {
    const { find, calls } = searchOver([{ number: 1 }], PAST);
    expect(await find(sought())).toEqual({ kind: 'absent' });
    expect(calls.filter((call) => call.startsWith('naming'))).toEqual([
      `naming - ${LAST_VALID + 1_500}`,
      // The walk begins at the top again for one that was listed before: a server that does not know that is not believed.
      `naming - ${LAST_VALID + 1_500}`,
      `naming s0 ${LAST_VALID + 1_500}`,
    ]);
  });

  it('when the history of the server begins before the payment was admitted, and not later', async () => {
    const history = (firstSlot: number) => searchOver([], { ...PAST, firstSlot: () => Promise.resolve(firstSlot) });
    expect(await history(FIRST).find(sought())).toEqual({ kind: 'absent' });
    expect(await history(FIRST + 1).find(sought())).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining('after the payment') as string,
    });
  });

  it('not where the record does not say from which slot on to check', async () => {
    const old = { ...sought(), payment: payment({ earliestSlot: null }) };
    const { find, calls } = searchOver([{ number: 0, blockTimeSeconds: CREATED_AT_MS / 1_000 - 121 }], PAST);
    expect(await find(old)).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('by command') as string });
    expect(calls.filter((call) => call.startsWith('transaction'))).toEqual([]);
    const inTime = searchOver([{ number: 0, blockTimeSeconds: CREATED_AT_MS / 1_000 - 119 }], PAST);
    expect(await inTime.find(old)).toMatchObject({ kind: 'paid' });
  });

  it('without a check of what is older than its reservation, or later than its last block', async () => {
    const { find, calls } = searchOver(
      [
        { number: 0, slot: LAST_VALID + 1_501 },
        { number: 0, slot: FIRST - 1 },
      ],
      PAST,
    );
    expect(await find(sought())).toEqual({ kind: 'absent' });
    expect(calls.filter((call) => call.startsWith('transaction'))).toEqual([]);
  });

  it('by time, only when that is over and the finalized bank takes its blockhash no more', async () => {
    const byTime = sought({ payment: payment({ expiry: { kind: 'time', afterMs: CREATED_AT_MS } }) });
    const isOver = { nowMs: CREATED_AT_MS + 1, isBlockhashValid: () => Promise.resolve(false) };
    expect(await searchOver([], isOver).find(byTime)).toEqual({ kind: 'absent' });
    expect(await searchOver([], { ...isOver, nowMs: CREATED_AT_MS }).find(byTime)).toMatchObject({ kind: 'unknown' });
    expect(await searchOver([], { ...isOver, isBlockhashValid: () => Promise.resolve(true) }).find(byTime)).toMatchObject({
      kind: 'unknown',
    });
  });
});

describe('its outcome is unknown', () => {
  it('of a payment that is not there while its blockhash lives', async () => {
    expect(await searchOver([{ number: 1 }], { height: LAST_VALID }).find(sought())).toMatchObject({ kind: 'unknown' });
  });

  it.each([
    ['tip', { tip: down }],
    ['naming', { ...PAST, naming: down }],
    ['transaction', { ...PAST, transaction: down }],
  ])('when the server does not answer (%s)', async (_method, change) => {
    expect(await searchOver([{ number: 1 }], change).find(sought())).toEqual({
      kind: 'unknown',
      reason: 'ledger m: no answer within 5000 ms',
    });
  });

  it('when the server names a transaction that it does not serve', async () => {
    expect(await searchOver([{ number: null }], PAST).find(sought())).toMatchObject({ kind: 'unknown' });
  });

  it('when the calls of a check are used up, and the next one goes on', async () => {
    const many = Array.from({ length: 17 }, (_, number) => ({ number: number + 1 }));
    expect(await searchOver(many, PAST).find(sought(), 16)).toMatchObject({ kind: 'unknown', goesOn: true });
  });

  it('when the server does not know what was listed before, such as another one behind the same address', async () => {
    const { find } = searchOver([{ number: 1 }, { number: 2 }], {
      ...PAST,
      naming(_account, { before }) {
        const page = ['s0', 's1'].map((signature) => ({ signature, slot: 2_000, memo: null, blockTimeSeconds: null }));
        return Promise.resolve(before === undefined ? page : []);
      },
    });
    expect(await find(sought())).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('listed before') as string });
  });
});

it('a search that another server goes on with begins anew there: what one lists is no part of what the other does', async () => {
  let server = 0;
  const many = Array.from({ length: 17 }, (_, number) => ({ number: number + 1 }));
  const { calls, find } = searchOver(many, { ...PAST, server: () => server });
  await find(sought(), 12);
  server = 1;
  const before = calls.length;
  await find(sought(), 12);
  expect(calls.slice(before).find((call) => call.startsWith('naming'))).toMatch(/^naming - /);
});

it('a server that repeats itself leads the search in no circle', async () => {
  const all = ['s0', 's1', 's2'].map((signature) => ({ signature, slot: 2_000, memo: null, blockTimeSeconds: null }));
  const { find } = searchOver([{ number: 1 }, { number: 2 }, { number: 3 }], {
    ...PAST,
    naming: (_account, { before }) => Promise.resolve([...all.slice(all.findIndex(({ signature }) => signature === before) + 1), ...all]),
  });
  expect(await find(sought())).toMatchObject({ kind: 'unknown' });
});

describe('a payment that landed before its round was admitted', () => {
  const landed = { number: 0, slot: EARLIEST - 1 };
  const seconds = CREATED_AT_MS / 1_000;

  it('by slot and time is no payment of the round, whatever signature a party names', async () => {
    const long = { ...landed, blockTimeSeconds: seconds - 121 };
    expect(await searchOver([long]).find(sought({ signature: 's0' }))).toEqual({ kind: 'earlier', signature: 's0' });
    expect(await searchOver([long], PAST).find(sought())).toEqual({ kind: 'earlier', signature: 's0' });
    expect(await searchOver([{ ...long, slot: FIRST - 1 }], PAST).find(sought())).toEqual({ kind: 'absent' });
  });

  it('by slot alone is one when its block is younger than the round: the slot of the admission was wrong', async () => {
    for (const slot of [EARLIEST - 1, 5]) {
      const found = await searchOver([{ ...landed, slot, blockTimeSeconds: seconds }]).find(sought({ signature: 's0' }));
      expect(found).toEqual({ kind: 'paid', signature: 's0', slot });
    }
    expect(await searchOver([{ ...landed, blockTimeSeconds: seconds }], PAST).find(sought())).toMatchObject({ kind: 'paid' });
  });

  it.each([seconds - 1, seconds - 120, null])('is in doubt where its time does not tell (%s)', async (blockTimeSeconds) => {
    for (const signature of ['s0', null]) {
      expect(await searchOver([{ ...landed, blockTimeSeconds }], PAST).find(sought({ signature }))).toMatchObject({
        kind: 'unknown',
        landed: { signature: 's0', slot: EARLIEST - 1 },
      });
    }
  });

  it('is one when it landed in the slot of the admission, as on a ledger that fills the slot it tells', async () => {
    expect(await searchOver([{ ...landed, slot: EARLIEST }]).find(sought({ signature: 's0' }))).toMatchObject({ kind: 'paid' });
  });
});

describe('many transactions that name the account', () => {
  const SPAM = 1_100;
  const PER_CHECK = 40;
  const spam = (memo: string | null = null) => Array.from({ length: SPAM }, (_, number) => ({ number: number + 1, memo }));

  /** Checks until something is known; how many calls each check took. */
  async function checkOften({ find, calls }: ReturnType<typeof searchOver>) {
    const checks: number[] = [];
    for (;;) {
      const before = calls.length;
      const finding = await find(sought(), PER_CHECK);
      checks.push(calls.length - before);
      if (finding.kind !== 'unknown' || checks.length > SPAM) return { finding, checks };
    }
  }
  function reads(calls: readonly string[]): readonly string[] {
    return calls.filter((call) => call.startsWith('transaction'));
  }

  it.each([null, `[32] ${MEMO}`])('hide no payment behind them, and none is read twice (memo %j)', async (memo) => {
    const server = searchOver([...spam(memo), { number: 0, memo }, { number: SPAM + 1, slot: FIRST - 1 }], { ...PAST, pageSize: 50 });
    const { finding, checks } = await checkOften(server);
    expect(finding).toMatchObject({ kind: 'paid', signature: `s${SPAM}` });
    expect(Math.max(...checks)).toBeLessThanOrEqual(PER_CHECK);
    expect(new Set(reads(server.calls)).size).toBe(reads(server.calls).length);
  });

  it('are not read while the server tells memos and one carries that of the payment', async () => {
    const server = searchOver([...spam(), { number: 0, memo: `[32] ${MEMO}` }], { ...PAST, pageSize: 500 });
    expect(await server.find(sought(), PER_CHECK)).toMatchObject({ kind: 'paid' });
    expect(reads(server.calls)).toEqual([`transaction s${SPAM}`]);
  });

  it('are read once for two checks that find the payment absent, and later ones not at all', async () => {
    const listed: Listed[] = [...spam(), { number: SPAM + 1, slot: FIRST - 1 }];
    const server = searchOver(listed, { ...PAST, pageSize: 500 });
    expect(await checkOften(server)).toMatchObject({ finding: { kind: 'absent' } });
    expect(await checkOften(server)).toMatchObject({ finding: { kind: 'absent' }, checks: [expect.any(Number) as number] });
    expect(reads(server.calls)).toHaveLength(SPAM);
  });

  it('while the payment may land yet, are read a few in each check, and none twice', async () => {
    const server = searchOver(spam(), { pageSize: 500 });
    for (let check = 0; check < 5; check += 1) await server.find(sought(), PER_CHECK);
    expect(server.calls.length).toBeLessThanOrEqual(5 * PER_CHECK);
    expect(new Set(reads(server.calls)).size).toBe(reads(server.calls).length);
    expect(reads(server.calls).length).toBeGreaterThan(4 * (PER_CHECK - 5));
  });
});

it('a transaction of a later version is no payment', async () => {
  const refusal = new RpcRefusalError('getTransaction', -32_015, 'Transaction version (1) is not supported', undefined);
  expect(await searchOver([{ number: 1 }], { ...PAST, transaction: () => Promise.reject(refusal) }).find(sought())).toEqual({
    kind: 'absent',
  });
});

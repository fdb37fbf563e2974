import type { ConcludedRow } from '@oracle-gateway/outbox';
import { roundIdOf } from '@oracle-gateway/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BooksAndLedger, bytesOf, DAY_BEGINS_MS, historyOf, PROGRAM, signatureOf } from '../../tests/support/books-and-ledger.js';
import type { LedgerLine } from '../statement/ledger-line.js';
import { compareBooks, type Comparison, type TransactionFacts } from './compare-books.js';
import type { Difference } from './difference.js';
import type { LedgerPurchase } from './ledger-side.js';
import { lineOfPayment, lineOfPurchase, lineOfRound } from './told-lines.js';

const RANGE = { fromMs: DAY_BEGINS_MS, toMs: DAY_BEGINS_MS + 86_400_000 };
/** Every kind of round is in each history, at drawn places. */
const histories = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 60 }).map((drawn) => historyOf([0, 1, 2, 3, 6, 7, ...drawn]));

interface Told {
  readonly lines?: readonly LedgerLine[];
  readonly purchases?: readonly LedgerPurchase[];
}

async function compared(
  { rows, rounds, payments, lines = [], purchases = [] }: BooksAndLedger & Told,
  { alone = true, earlier = new Map<string, TransactionFacts>() } = {},
): Promise<Comparison> {
  const transaction = (signature: string) => Promise.resolve(earlier.get(signature) ?? null);
  const side = { rounds, payments, purchases };
  return compareBooks(oneByOne([...rows, ...lines]), { programId: PROGRAM, side, range: RANGE, alone }, { transaction });
}
async function* oneByOne<T>(list: readonly T[]): AsyncGenerator<T> {
  for (const item of list) yield await Promise.resolve(item);
}
function without<T>(list: readonly T[], index: number): readonly T[] {
  return list.filter((_, place) => place !== index);
}
function changed(history: BooksAndLedger, index: number, by: Partial<ConcludedRow>): BooksAndLedger {
  return { ...history, rows: history.rows.map((row, place) => (place === index ? { ...row, ...by } : row)) };
}
function namesOf({ differences }: Comparison): readonly Difference['kind'][] {
  return differences.map(({ kind }) => kind).toSorted();
}

type Fault = readonly [
  name: string,
  of: (row: ConcludedRow) => boolean,
  plant: (history: BooksAndLedger, index: number) => BooksAndLedger,
  expected: readonly Difference['kind'][],
];
function isSettled({ kind }: ConcludedRow): boolean {
  return kind === 'final';
}
function isPaid({ kind }: ConcludedRow): boolean {
  return kind === 'paid' || kind === 'overturned';
}
function isEarned(row: ConcludedRow): boolean {
  return isSettled(row) || isPaid(row);
}
const FOREIGN = { signature: signatureOf('foreign', 0), slot: 1, atMs: DAY_BEGINS_MS, payer: bytesOf('stranger', 0), amountAtomic: 7n };

const FAULTS: readonly Fault[] = [
  [
    'the row of a settled round is missing',
    isSettled,
    (history, index) => ({ ...history, rows: without(history.rows, index) }),
    ['transaction without row'],
  ],
  [
    'the row of a payment is missing',
    isPaid,
    (history, index) => ({ ...history, rows: without(history.rows, index) }),
    ['payment without row'],
  ],
  [
    'a row stands twice',
    isEarned,
    (history, index) => ({ ...history, rows: [...history.rows, { ...history.rows[index]!, seq: 9_999n }] }),
    ['doubled row'],
  ],
  [
    'a row has another amount',
    isEarned,
    (history, index) => changed(history, index, { amount: history.rows[index]!.amount + 1n }),
    ['another amount'],
  ],
  [
    'a row has other units',
    isSettled,
    (history, index) => changed(history, index, { units: history.rows[index]!.units + 1n }),
    ['other units'],
  ],
  ['a row has another owner', isEarned, (history, index) => changed(history, index, { owner: bytesOf('stranger', 1) }), ['another party']],
  [
    'a row names another transaction',
    isEarned,
    (history, index) => changed(history, index, { signature: signatureOf('other', 0) }),
    ['another transaction'],
  ],
  [
    'the ledger has no such round',
    isSettled,
    (history, index) => ({ ...history, rounds: history.rounds.filter(({ roundId }) => roundId !== history.rows[index]!.round) }),
    ['row without transaction'],
  ],
  [
    'the ledger has no such payment',
    isPaid,
    (history, index) => ({
      ...history,
      payments: history.payments.filter(({ signature }) => signature !== history.rows[index]!.signature),
    }),
    ['row without transaction'],
  ],
  [
    'a round lapsed in the books and settled on the ledger',
    ({ kind }) => kind === 'lapsed',
    (history, index) => ({ ...history, rounds: [...history.rounds, { ...history.rounds[0]!, roundId: history.rows[index]!.round }] }),
    ['lapsed, and settled on the ledger'],
  ],
  [
    'a stranger pays into the treasury',
    () => true,
    (history) => ({ ...history, payments: [...history.payments, FOREIGN] }),
    ['payment without row'],
  ],
];

const ledger = historyOf([0, 1, 2]);
const PURCHASE: LedgerPurchase = {
  ...{ signature: signatureOf('bought', 0), slot: 9, atMs: DAY_BEGINS_MS },
  ...{ purchase: 'renew', owner: bytesOf('owner', 0), amountAtomic: 8n },
};
const FILLED = [...ledger.rounds.map(lineOfRound), ...ledger.payments.map(lineOfPayment), lineOfPurchase(PURCHASE)];
function filledBy(lines: readonly LedgerLine[]): BooksAndLedger & Told {
  return { ...ledger, rows: [], lines, purchases: [PURCHASE] };
}

describe('books and ledger', () => {
  it('are equal where each has what the other has, and their sums are those of the ledger', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const { equal, differences, other } = await compared(history);
        expect([differences, other]).toEqual([[], { payments: 0, amountAtomic: 0n }]);
        expect(equal).toEqual({
          rounds: history.rounds.length + history.payments.length,
          settledAtomic: history.rounds.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n),
          paidAtomic: history.payments.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n),
          filled: 0,
        });
      }),
    );
  });

  it.each(FAULTS)('differ by exactly this where %s', async (_name, isWanted, plant, expected) => {
    await fc.assert(
      fc.asyncProperty(histories, fc.nat(), async (history, drawn) => {
        const places = history.rows.flatMap((row, index) => (isWanted(row) ? [index] : []));
        const planted = plant(history, places[drawn % places.length]!);
        expect(namesOf(await compared(planted))).toEqual(expected);
      }),
    );
  });

  it('leave payments of others aside where the gateway is not alone, by their sum', async () => {
    const history = historyOf([0, 1, 2, 3]);
    const { differences, other } = await compared({ ...history, payments: [...history.payments, FOREIGN] }, { alone: false });
    expect([differences, other]).toEqual([[], { payments: 1, amountAtomic: 7n }]);
  });

  it('are equal where the transaction of a row is older than the time', async () => {
    const history = historyOf([1, 2]);
    const earlier = new Map<string, TransactionFacts>([
      [history.rounds[0]!.signature, { rounds: history.rounds, payment: null }],
      [history.payments[0]!.signature, { rounds: [], payment: history.payments[0]! }],
    ]);
    expect(await compared({ ...history, rounds: [], payments: [] }, { earlier })).toMatchObject({ differences: [], equal: { rounds: 2 } });
  });

  it.each([
    ['before', RANGE.fromMs - 1],
    ['behind', RANGE.toMs + 1],
  ])('are equal where the round of a row %s the time settled within it, and such a row alone is not sought', async (_where, atMs) => {
    const history = historyOf([1, 1]);
    const outside = changed(history, 1, { atMs });
    expect(namesOf(await compared(outside))).toEqual([]);
    expect(namesOf(await compared({ ...outside, rounds: [history.rounds[0]!] }))).toEqual([]);
  });

  it('differ where two rows name one payment of before', async () => {
    const { rows, payments } = historyOf([2]);
    const earlier = new Map<string, TransactionFacts>([[payments[0]!.signature, { rounds: [], payment: payments[0]! }]]);
    const twice = [rows[0]!, { ...rows[0]!, seq: 2n, round: roundIdOf(bytesOf('another round', 0)) }];
    const { differences, equal } = await compared({ rows: twice, rounds: [], payments: [] }, { earlier });
    expect([differences, equal.rounds]).toEqual([[{ kind: 'row without transaction', row: twice[1] }], 1]);
  });

  it('are equal again once the ledger has filled what was missing, and say how much that is', async () => {
    const { differences, equal } = await compared(filledBy(FILLED));
    expect([differences, equal]).toEqual([[], { rounds: 0, settledAtomic: 0n, paidAtomic: 0n, filled: 3 }]);
  });

  it.each<[string, string, (lines: readonly LedgerLine[]) => BooksAndLedger & Told]>([
    [
      'has another amount',
      'the ledger has other values',
      ([first, ...rest]) => filledBy([{ ...first!, amountAtomic: first!.amountAtomic + 1n }, ...rest]),
    ],
    [
      'has another party',
      'the ledger has other values',
      ([first, ...rest]) => filledBy([{ ...first!, party: bytesOf('stranger', 0) }, ...rest]),
    ],
    [
      'is of no transaction',
      'the ledger has no such transaction',
      ([first, ...rest]) => filledBy([{ ...first!, kind: 'purchase', round: null }, first!, ...rest]),
    ],
    ['stands twice', 'it stands twice', (lines) => filledBy([...lines, lines[0]!])],
    ['is of a round whose row came later', 'the books have its row', (lines) => ({ ...filledBy(lines), rows: [ledger.rows[0]!] })],
  ])('differ where a line from the ledger %s', async (_what, reason, planted) => {
    const { differences } = await compared(planted(FILLED));
    expect(differences).toContainEqual(expect.objectContaining({ kind: 'wrong line from the ledger', reason }));
  });
});

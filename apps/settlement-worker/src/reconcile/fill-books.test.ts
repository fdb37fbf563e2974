import { appendFile, mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bytesOf, DAY_BEGINS_MS, historyOf, signatureOf } from '../../tests/support/books-and-ledger.js';
import { readBookDays } from '../statement/book-days.js';
import { fillBooks } from './fill-books.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'books-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('the ledger fills rounds, payments and purchases beside their days, each once, and they read as they were written', async () => {
  const { rounds, payments } = historyOf([0, 1, 2]);
  const bought = { purchase: 'open', owner: bytesOf('owner', 9), amountAtomic: 70n, signature: signatureOf('bought', 0), slot: 5 } as const;
  const filling = {
    differences: [
      ...rounds.map((round) => ({ kind: 'transaction without row' as const, round })),
      ...payments.map((payment) => ({ kind: 'payment without row' as const, payment })),
    ],
    purchases: [{ ...bought, atMs: DAY_BEGINS_MS + 86_400_000 }],
  };
  expect(await fillBooks(folder, filling)).toBe(4);
  expect(await fillBooks(folder, filling)).toBe(0);
  expect((await readdir(folder)).toSorted()).toEqual(['2026-11-27.ledger.jsonl', '2026-11-28.ledger.jsonl']);

  const lines = [];
  for await (const item of readBookDays(folder, { fromDay: '2026-11-27', toDay: '2026-11-28' })) {
    expect(item.kind).not.toBe('fault');
    if (item.kind === 'from the ledger') lines.push([item.line.kind, item.line.round, item.line.signature, item.line.amountAtomic]);
  }
  expect(lines).toEqual([
    ['round', rounds[0]?.roundId, rounds[0]?.signature, 0n],
    ['round', rounds[1]?.roundId, rounds[1]?.signature, rounds[1]?.amountAtomic],
    ['payment', null, payments[0]?.signature, payments[0]?.amountAtomic],
    ['purchase', null, bought.signature, 70n],
  ]);
});

it('a line that a crash has cut off is written again, whole', async () => {
  const { rounds } = historyOf([0, 1]);
  const filling = { differences: rounds.map((round) => ({ kind: 'transaction without row' as const, round })), purchases: [] };
  await fillBooks(folder, filling);
  const path = join(folder, '2026-11-27.ledger.jsonl');
  const whole = await readFile(path, 'utf8');
  await truncate(path, whole.length - 5);
  expect(await fillBooks(folder, filling)).toBe(1);
  expect(await readFile(path, 'utf8')).toBe(whole);
  await appendFile(path, whole.slice(0, 9));
  expect(await fillBooks(folder, { ...filling, purchases: [] })).toBe(0);
});

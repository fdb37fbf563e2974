import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ledgerFileName } from '../statement/book-days.js';
import { type LedgerLine, ledgerLineJson } from '../statement/ledger-line.js';
import { bookDayOf } from '../books/book-day.js';
import type { Difference } from './difference.js';
import type { LedgerPurchase, LedgerRound, TreasuryPayment } from './ledger-side.js';

export interface Filling {
  readonly differences: readonly Difference[];
  readonly purchases: readonly LedgerPurchase[];
}

/**
 * Writes what the ledger alone has beside the files of its days: purchases, and rounds and payments without a row. No closed day is edited, and a
 * line is written once. Returns the number of new lines.
 */
export async function fillBooks(folder: string, { differences, purchases }: Filling): Promise<number> {
  const lines = [...purchases.map(ofPurchase), ...differences.flatMap(linesOf)];
  const byDay = new Map<string, LedgerLine[]>();
  for (const line of lines) byDay.set(bookDayOf(line.atMs), [...(byDay.get(bookDayOf(line.atMs)) ?? []), line]);
  let written = 0;
  for (const [day, ofDay] of byDay) written += await appendMissing(join(folder, ledgerFileName(day)), ofDay.map(ledgerLineJson));
  return written;
}

function linesOf(difference: Difference): readonly LedgerLine[] {
  switch (difference.kind) {
    case 'transaction without row':
      return [ofRound(difference.round)];
    case 'payment without row':
      return [ofPayment(difference.payment)];
    case 'row without transaction':
    case 'another transaction':
    case 'another amount':
    case 'other units':
    case 'another party':
    case 'doubled row':
    case 'lapsed, and settled on the ledger':
      return [];
  }
}

function ofRound({ roundId, party, units, amountAtomic, ...at }: LedgerRound): LedgerLine {
  return {
    ...placeOf(at),
    kind: 'round',
    round: roundId,
    party: party.kind === 'payer' ? party.payer : party.subscription,
    units,
    amountAtomic,
  };
}

function ofPayment({ payer, amountAtomic, ...at }: TreasuryPayment): LedgerLine {
  return { ...placeOf(at), kind: 'payment', round: null, party: payer, units: 1, amountAtomic };
}

function ofPurchase({ owner, amountAtomic, ...at }: LedgerPurchase): LedgerLine {
  return { ...placeOf(at), kind: 'purchase', round: null, party: owner, units: 0, amountAtomic };
}

function placeOf({ atMs, slot, signature }: Pick<LedgerLine, 'atMs' | 'slot' | 'signature'>) {
  return { atMs, slot, signature };
}

async function appendMissing(path: string, lines: readonly string[]): Promise<number> {
  const held = new Set((await textOf(path)).split('\n'));
  const missing = [...new Set(lines)].filter((line) => !held.has(line));
  if (missing.length === 0) return 0;
  const file = await open(path, 'a');
  try {
    await file.write(missing.map((line) => `${line}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
  return missing.length;
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

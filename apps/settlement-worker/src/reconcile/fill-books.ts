import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { ledgerFileName } from '../statement/book-days.js';
import { type LedgerLine, ledgerLineJson } from '../statement/ledger-line.js';
import { bookDayOf } from '../books/book-day.js';
import { appendLines, syncFolder } from '../books/book-file.js';
import { linesOfFile } from '../books/lines-of-file.js';
import type { Difference } from './difference.js';
import type { LedgerPurchase } from './ledger-side.js';
import { lineOfPayment, lineOfPurchase, lineOfRound } from './told-lines.js';

export interface Filling {
  readonly differences: readonly Difference[];
  readonly purchases: readonly LedgerPurchase[];
}

/**
 * Writes what the ledger alone has beside the files of its days: purchases, and rounds and payments without a row. No closed day is edited, and a
 * line is written once. Returns the number of new lines.
 */
export async function fillBooks(folder: string, { differences, purchases }: Filling): Promise<number> {
  const lines = [...purchases.map(lineOfPurchase), ...differences.flatMap(linesOf)];
  const byDay = new Map<string, LedgerLine[]>();
  for (const line of lines) byDay.set(bookDayOf(line.atMs), [...(byDay.get(bookDayOf(line.atMs)) ?? []), line]);
  let written = 0;
  for (const [day, ofDay] of byDay) written += await appendMissing(folder, ledgerFileName(day), ofDay.map(ledgerLineJson));
  return written;
}

function linesOf(difference: Difference): readonly LedgerLine[] {
  switch (difference.kind) {
    case 'transaction without row':
      return [lineOfRound(difference.round)];
    case 'payment without row':
      return [lineOfPayment(difference.payment)];
    case 'row without transaction':
    case 'another transaction':
    case 'another amount':
    case 'other units':
    case 'another party':
    case 'doubled row':
    case 'lapsed, and settled on the ledger':
    case 'wrong line from the ledger':
      return [];
  }
}

async function appendMissing(folder: string, name: string, lines: readonly string[]): Promise<number> {
  const path = join(folder, name);
  const held = await heldLines(path);
  const missing = [...new Set(lines)].filter((line) => !held.has(line));
  if (missing.length === 0) return 0;
  await appendLines(open, { path, lines: missing });
  await syncFolder(open, folder);
  return missing.length;
}

/** Whole lines alone: what a crash has cut off is written again. */
async function heldLines(path: string): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  try {
    for await (const { text, whole } of linesOfFile(path)) if (whole) held.add(text);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  return held;
}

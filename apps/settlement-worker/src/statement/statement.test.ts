import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BookRow, rowJson } from '@oracle-gateway/outbox';
import { formatAddress } from '@oracle-gateway/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bookedRow } from '../../tests/support/booked-rows.js';
import { bytesOf, DAY_BEGINS_MS, signatureOf } from '../../tests/support/books-and-ledger.js';
import { closedDayJson, DayDigest } from '../books/closed-day.js';
import { readBookDays } from './book-days.js';
import { ledgerLineJson } from './ledger-line.js';
import { CSV_HEADER, type StatementInput, writeStatement } from './statement.js';

const DAYS = ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'] as const;
const DAY_MS = 86_400_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'books-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes the days one after the other, all but the last one closed. */
async function write(...days: readonly (readonly BookRow[])[]): Promise<void> {
  let previousHash: string | null = null;
  for (const [index, rows] of days.entries()) {
    const day = DAYS[index]!;
    const digest = new DayDigest();
    const lines = rows.map((row) => rowJson(row));
    lines.forEach((line, place) => digest.take(line, rows[place]!));
    const closed = digest.close(day, previousHash);
    previousHash = closed.hash;
    await writeFile(
      fileOf(day),
      [...lines, ...(index < days.length - 1 ? [closedDayJson(closed)] : [])].map((line) => `${line}\n`).join(''),
    );
  }
}
function fileOf(day: string): string {
  return join(folder, `${day}.jsonl`);
}
function onDay(day: number, index: number): BookRow {
  return bookedRow(index, { atMs: DAY_BEGINS_MS + day * DAY_MS + index });
}
async function statement(input: Partial<StatementInput> = {}, range = { fromDay: DAYS[0] as string, toDay: DAYS[3] as string }) {
  let text = '';
  const items = readBookDays(folder, range);
  const all = { owner: null, csv: true, prices: null, problems: new Map(), ...input };
  const faults = await writeStatement(all, { items, write: (part) => void (text += part) });
  return { text, faults, kinds: faults.map(({ kind }) => kind) };
}
const OWNER = formatAddress(bytesOf('owner', 0));

describe('a statement', () => {
  it('says at its head which problems pulls have listed, and begins with its table without any', async () => {
    await write([bookedRow(0)]);
    const problems = new Map([
      ['missing', 2],
      ['conflict', 1],
    ]);
    const [first = '', second = '', third = ''] = (await statement({ csv: false, problems })).text.split('\n');
    expect([first, second, third.slice(0, 4)]).toEqual(['pulls have listed problems in problems.jsonl: 2 missing, 1 conflict', '', 'day ']);
    expect((await statement({ csv: false })).text.slice(0, 4)).toBe('day ');
    expect((await statement({ problems })).text.startsWith(CSV_HEADER)).toBe(true);
  });

  it('adds rounds up by day, kind, path and party, with corrections and what lapsed in lines of their own', async () => {
    const delegate = bytesOf('delegate', 0);
    const owner = bytesOf('owner', 0);
    await write(
      [bookedRow(0), bookedRow(1, { owner, path: 'subscription', amount: 0n, delegate }), bookedRow(2, { owner })],
      [
        bookedRow(3, { owner, atMs: DAY_BEGINS_MS + DAY_MS, kind: 'lapsed', amount: 0n, unpaid: 2_500n }),
        bookedRow(4, { owner, atMs: DAY_BEGINS_MS + DAY_MS, kind: 'overturned', path: 'x402', amount: 3_000n }),
      ],
    );
    const { text, faults } = await statement();
    expect(faults).toEqual([]);
    expect(text).toBe(
      `${CSV_HEADER}2026-11-27,final,agent,${OWNER},2,4,5000,0
2026-11-27,final,subscription,${OWNER}/${formatAddress(delegate)},1,2,0,0
2026-11-28,lapsed,agent,${OWNER},1,2,0,2500
2026-11-28,overturned,x402,${OWNER},1,2,3000,0
`,
    );
  });

  it('of one owner, and of some days, leaves out the rest', async () => {
    await write(
      [0, 1, 2].map((index) => onDay(0, index)),
      [3, 4, 5].map((index) => onDay(1, index)),
      [],
    );
    const range = { fromDay: DAYS[1], toDay: DAYS[1] };
    expect((await statement({ owner: OWNER }, range)).text).toBe(`${CSV_HEADER}2026-11-28,final,agent,${OWNER},1,2,2500,0\n`);
  });

  it('has what the ledger told in lines of its own', async () => {
    await write([bookedRow(0)]);
    const at = { atMs: DAY_BEGINS_MS, slot: 1, signature: signatureOf('a', 0), party: bytesOf('owner', 0) };
    const lines = [
      ledgerLineJson({ ...at, kind: 'purchase', round: null, units: 0, amountAtomic: 900n }),
      ledgerLineJson({ ...at, kind: 'round', round: bookedRow(7).round, units: 3, amountAtomic: 8n }),
    ];
    await writeFile(join(folder, '2026-11-27.ledger.jsonl'), lines.map((line) => `${line}\n`).join(''));
    const { text, faults } = await statement();
    expect([faults, text.split('\n').slice(2, 4)]).toEqual([
      [],
      [`2026-11-27,purchase on the ledger,,${OWNER},0,0,900,0`, `2026-11-27,round on the ledger,,${OWNER},1,3,8,0`],
    ]);
  });

  it("gives each signer the path's price of a signature for each unit of the rounds that were earned", async () => {
    await write([bookedRow(0), bookedRow(1, { path: 'x402' }), bookedRow(2, { kind: 'lapsed' }), bookedRow(3, { path: 'other' })]);
    const prices = new Map([
      ['agent', 500n],
      ['x402', 700n],
    ]);
    const { text } = await statement({ csv: false, prices });
    const table = text.slice(text.indexOf('registry node')).split('\n').slice(1, 7);
    expect(table.map((line) => line.split(/\s+/))).toEqual([
      ['1', '0', 'agent', '1', '2', '$0.001'],
      ['1', '0', 'other', '1', '2', 'no', 'price'],
      ['1', '0', 'x402', '1', '2', '$0.0014'],
      ['1', '2', 'agent', '1', '2', '$0.001'],
      ['1', '2', 'other', '1', '2', 'no', 'price'],
      ['1', '2', 'x402', '1', '2', '$0.0014'],
    ]);
  });
});

describe('books that are not whole', () => {
  const three = () => write([onDay(0, 0), onDay(0, 1)], [onDay(1, 2), onDay(1, 3)], [onDay(2, 4)], [onDay(3, 5)]);

  it('are told by nothing where they are whole, and an unfinished last line is no fault', async () => {
    await three();
    await appendFile(fileOf(DAYS[3]), '{"marker":"00');
    expect((await statement()).kinds).toEqual([]);
  });

  const edits: readonly (readonly [string, (text: string) => string | null, readonly string[]])[] = [
    ['a row of a closed day was changed', (text) => text.replace('"amount":"2500"', '"amount":"2501"'), ['broken day']],
    ['a row of a closed day was taken out', (text) => text.slice(text.indexOf('\n') + 1), ['broken day', 'missing rows']],
    ['a closed day goes on', (text) => `${text}${rowJson(onDay(1, 9))}\n`, ['broken day', 'missing rows']],
    ['a closed day is gone', () => null, ['missing day', 'missing rows']],
    ['a line is damaged', (text) => text.replace('"seq":"3"', '"seq":"x"'), ['broken day', 'unreadable line', 'missing rows']],
  ];
  it.each(edits)('are named where %s', async (_fault, edit, expected) => {
    await three();
    const edited = edit(await readFile(fileOf(DAYS[1]), 'utf8'));
    if (edited === null) await rm(fileOf(DAYS[1]));
    else await writeFile(fileOf(DAYS[1]), edited);
    expect(new Set((await statement()).kinds)).toEqual(new Set(expected));
  });

  it('are named where numbers of rows are missing or stand twice, unless a late row brings the number', async () => {
    await write([onDay(0, 0), onDay(0, 3), onDay(0, 3)], [onDay(1, 1)]);
    expect((await statement()).faults).toEqual([
      { kind: 'missing rows', marker: '00112233aabbccdd', first: 3n, last: 3n },
      { kind: 'number used twice', marker: '00112233aabbccdd', seq: 4n },
    ]);
  });

  it('are named where conclusions were not kept', async () => {
    await write([
      onDay(0, 0),
      { kind: 'gap', marker: '00112233aabbccdd', seq: 2n, atMs: DAY_BEGINS_MS + 5_000, sinceMs: DAY_BEGINS_MS, count: 12n },
    ]);
    expect((await statement({ csv: false })).text).toContain(
      'gap: 2026-11-27, 12 conclusions from 2026-11-27T00:00:00.000Z to 2026-11-27T00:00:05.000Z were not kept, row 00112233aabbccdd/2',
    );
  });
});

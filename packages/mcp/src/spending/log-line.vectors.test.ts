import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import file from '@oracle-gateway/vectors/stored-form.json' with { type: 'json' };
import { readLine, UnreadableLineError, writeLine } from './log-line.js';
import { createSpendingLog } from './spending-log.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spending-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each(file.spendingLines)('a line is written and read in its stored form: $stored', ({ stored, read }) => {
  const { amount, perDay, total } = read;
  const line = { ...read, amount: BigInt(amount), perDay: BigInt(perDay), total: total === null ? null : BigInt(total) };
  expect(readLine(stored)).toEqual(line);
  expect(writeLine(line)).toBe(stored);
});

it.each(file.spendingLines.flatMap(({ otherVersions }) => otherVersions))(
  'a line of another version grants nothing more until the operator acts, and stays in the file: %s',
  async (text) => {
    const path = join(folder, 'spent.log');
    const before = `\n${text}\n`;
    writeFileSync(path, before);
    const log = createSpendingLog({ clock: () => 1_700_000_000_000 }, { path, limits: { perDay: 1_000_000n, total: null } });
    await expect(log.take(1n)).rejects.toThrow(UnreadableLineError);
    await expect(log.take(1n)).rejects.toThrow(UnreadableLineError);
    await expect(log.spending()).rejects.toThrow(UnreadableLineError);
    expect(readFileSync(path, 'utf8')).toBe(before);
  },
);

it.each(file.spendingLines)('a line that was cut anywhere is no line: $stored', ({ stored }) => {
  for (let end = 0; end < stored.length; end += 1) expect(readLine(stored.slice(0, end))).toBeNull();
});

import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { writeLine } from './log-line.js';
import { createSpendingLog } from './spending-log.js';
import { SpendingRefusedError } from './spending-limits.js';

const NOON_MS = Date.parse('2026-11-23T12:00:00Z');
const DAY_MS = 86_400_000;

let folder: string;
let path: string;
let nowMs: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spending-'));
  path = join(folder, 'kept', 'spent.log');
  nowMs = NOON_MS;
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(perDay: bigint, total: bigint | null = null) {
  return createSpendingLog({ clock: () => nowMs }, { path, limits: { perDay, total } });
}

async function outcomes(takes: readonly Promise<void>[]): Promise<readonly string[]> {
  const settled = await Promise.allSettled(takes);
  return settled.map((one) =>
    one.status === 'fulfilled' ? 'taken' : one.reason instanceof SpendingRefusedError ? one.reason.limit : 'broken',
  );
}

describe('what may be spent', () => {
  it('ends with the limit of the day, and begins anew with the next day of UTC', async () => {
    const log = open(10n);
    expect(await outcomes([log.take(6n), log.take(4n), log.take(1n)])).toEqual(['taken', 'taken', 'day']);
    nowMs += DAY_MS / 2;
    expect(await outcomes([log.take(10n), log.take(1n)])).toEqual(['taken', 'day']);
  });

  it('ends with the limit of the total, over days', async () => {
    const log = open(10n, 15n);
    await log.take(10n);
    nowMs += DAY_MS;
    expect(await outcomes([log.take(6n), log.take(5n), log.take(1n)])).toEqual(['total', 'taken', 'total']);
  });

  it('is the same after the process has ended', async () => {
    await open(10n).take(9n);
    const again = open(10n);
    await expect(again.take(2n)).rejects.toMatchObject({ limit: 'day', left: 1n });
    expect(await again.spending()).toEqual({
      spentToday: 9n,
      leftToday: 1n,
      spentInTotal: 9n,
      leftInTotal: null,
      dayEndsAtMs: Date.parse('2026-11-24T00:00:00Z'),
    });
  });

  it('is never exceeded by calls at once that share the file', async () => {
    const logs = Array.from({ length: 5 }, () => open(30n));
    const taken = await outcomes(Array.from({ length: 100 }, (_, place) => logs[place % logs.length]!.take(1n)));
    expect(taken.filter((one) => one === 'taken')).toHaveLength(30);
    expect(taken).not.toContain('broken');
    expect((await open(30n).spending()).spentToday).toBe(30n);
  });

  it('is never exceeded by processes that append at once', async () => {
    // Each process wants more than is left, as fast as it can.
    const wanted = 40;
    const script = `const { openSync, writeSync } = require('node:fs'); const file = openSync(process.argv[1], 'a');
      for (let place = 0; place < ${wanted}; place += 1) writeSync(file, '\\n' + JSON.stringify({ version: 1, id: process.argv[2] + String(place).padStart(22, '0'), atMs: ${NOON_MS}, amount: '1', perDay: '25', total: null }) + '\\n');`;
    const log = open(25n);
    await log.spending();
    const others = ['aa', 'bb'].map((id) => promisify(execFile)(process.execPath, ['-e', script, path, id]));
    const mine = await outcomes(Array.from({ length: wanted }, () => log.take(1n)));
    await Promise.all(others);
    const [first, second] = [await open(25n).spending(), await log.spending()];
    expect(first).toEqual(second);
    expect(first.spentToday).toBe(25n);
    expect(mine.filter((one) => one === 'taken').length).toBeLessThanOrEqual(25);
  });

  it('counts each line by the limit of the process that wrote it', async () => {
    await open(100n).take(50n);
    await expect(open(10n).take(1n)).rejects.toMatchObject({ limit: 'day', left: 0n });
    await open(100n).take(50n);
    expect((await open(100n).spending()).leftToday).toBe(0n);
  });
});

describe('the file', () => {
  it('is for its owner alone', async () => {
    await open(10n).take(1n);
    expect([statSync(path).mode & 0o777, statSync(join(folder, 'kept')).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it('keeps its lines behind one that was cut, which granted nothing', async () => {
    const log = open(10n);
    await log.take(1n);
    appendFileSync(path, writeLine({ id: 'a'.repeat(24), atMs: nowMs, amount: 9n, perDay: 10n, total: null }).slice(0, 40));
    await log.take(5n);
    expect((await open(10n).spending()).spentToday).toBe(6n);
  });

  it('grows by no line that is refused', async () => {
    const log = open(1n);
    await log.take(1n);
    const before = readFileSync(path, 'utf8');
    await expect(log.take(1n)).rejects.toThrow(SpendingRefusedError);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it('grants nothing once it is full', async () => {
    const log = open(10n);
    await log.take(1n);
    appendFileSync(path, ' '.repeat(8 * 1_024 * 1_024));
    await expect(log.take(1n)).rejects.toMatchObject({ limit: 'file' });
  });

  it('counts anew once the operator has begun it anew', async () => {
    const log = open(10n);
    await log.take(10n);
    writeFileSync(path, '');
    await log.take(10n);
    expect((await log.spending()).spentInTotal).toBe(10n);
  });
});

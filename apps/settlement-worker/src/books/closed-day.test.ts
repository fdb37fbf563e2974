import { describe, expect, it } from 'vitest';
import { bookedRow } from '../../tests/support/booked-rows.js';
import { closedDayJson, DayDigest, readClosedDay } from './closed-day.js';

const PREVIOUS = 'ab'.repeat(32);

function digestOf(...lines: readonly string[]): DayDigest {
  const digest = new DayDigest();
  lines.forEach((line, index) => digest.take(line, bookedRow(index)));
  return digest;
}

describe('the line that closes a day', () => {
  it.each([null, PREVIOUS])('reads as it was written, behind the day %s', (previousHash) => {
    const closed = digestOf('one', 'two').close('2026-11-27', previousHash);
    expect(readClosedDay(closedDayJson(closed))).toEqual(closed);
    expect(closed).toMatchObject({ count: 2n, previousHash });
  });

  it('has another hash where a line, its order, the day or the day before is another', () => {
    const hashes = [
      digestOf('one', 'two').close('2026-11-27', null),
      digestOf('one', 'twp').close('2026-11-27', null),
      digestOf('two', 'one').close('2026-11-27', null),
      digestOf('onetwo').close('2026-11-27', null),
      digestOf('one', 'two').close('2026-11-28', null),
      digestOf('one', 'two').close('2026-11-27', PREVIOUS),
    ].map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('reads as null from any other line', () => {
    const line = closedDayJson(digestOf('one').close('2026-11-27', null));
    for (const other of [
      '',
      '{}',
      '{"marker":"00"}',
      line.slice(0, -1),
      line.replace('"count":"1"', '"count":1'),
      line.replace('27', '2x'),
    ])
      expect(readClosedDay(other)).toBeNull();
  });
});

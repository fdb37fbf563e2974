import type { Account, Client, Usage, UsageOfDay } from '@oracle-gateway/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { openTerminal, sampleKey, type TypedTerminal } from '../../tests/typed-command.js';

const DELEGATE = sampleKey(2).address;
const OWN: UsageOfDay = { day: '2026-11-29', path: 'subscription', delegate: null, rounds: 12, units: 14, amount: 0n };
const PAID: UsageOfDay = { day: '2026-11-30', path: 'x402', delegate: null, rounds: 4, units: 4, amount: 12_000n };

const read = vi.fn<Client['usage']>();
const quota = vi.fn<Client['quota']>();

let terminal: TypedTerminal;
beforeEach(() => {
  quota.mockReset().mockResolvedValue({ availableRounds: '988' });
  terminal = openTerminal({ usage: read, quota });
});
afterEach(() => terminal.close());

function typed(usage: Usage['usage'], words: readonly string[] = []) {
  read.mockReset().mockResolvedValue({ month: '2026-11', usage });
  return terminal.type(['usage', '--key', terminal.file('key.json', JSON.stringify(sampleKey(1).bytes)), ...words]);
}

describe('usage', () => {
  it('prints days and paths in dollars, with totals, and beside them what is left', async () => {
    expect(await typed([OWN, PAID])).toEqual({
      exitCode: 0,
      output: [
        'day         path          rounds  sources  paid',
        '2026-11-29  subscription  12      14       $0.00',
        '2026-11-30  x402          4       4        $0.012',
        'total       subscription  12      14       $0.00',
        'total       x402          4       4        $0.012',
        'total                     16      18       $0.012',
        '',
      ].join('\n'),
      errors: 'November 2026: 12 rounds of 14 sources by subscription, 4 rounds by x402 for $0.012.\nleft: 988 rounds\n',
    });
  });

  it('names each delegate where one has asked', async () => {
    const { output } = await typed([OWN, { ...OWN, delegate: DELEGATE }, { ...OWN, delegate: 'others' }]);
    expect(output.split('\n').map((line) => line.split(/ {2,}/)[2])).toEqual(['delegate', 'itself', DELEGATE, 'others', '42', undefined]);
  });

  it('says so where no round was charged', async () => {
    expect(await typed([])).toMatchObject({ output: 'November 2026: no rounds were charged.\n', errors: 'left: 988 rounds\n' });
  });

  it('tells a delegate its own rest, and an agent its escrow', async () => {
    quota.mockResolvedValue({ availableRounds: '988', delegate: { availableRounds: '7' } });
    expect((await typed([])).errors).toBe('left: 7 rounds\n');
    quota.mockResolvedValue({ ataBalance: '2500' });
    expect((await typed([])).errors).toBe('left in the escrow: $0.0025\n');
  });

  it('asks for no rest where the account has none', async () => {
    const earn: Account['earn'] = () => Promise.reject(new Error('never asked'));
    const other = openTerminal({ usage: read, quota }, { agent: () => ({ feedOwner: '', earn }) });
    try {
      read.mockReset().mockResolvedValue({ month: '2026-11', usage: [] });
      const key = other.file('key.json', JSON.stringify(sampleKey(1).bytes));
      expect(await other.type(['usage', '--account', 'agent', '--key', key])).toMatchObject({ exitCode: 0, errors: '' });
      expect(quota).not.toHaveBeenCalled();
    } finally {
      other.close();
    }
  });

  it('prints JSON in the units of the wire', async () => {
    expect(JSON.parse((await typed([PAID], ['--json'])).output)).toEqual({
      month: '2026-11',
      usage: [{ ...PAID, amount: '12000' }],
      total: { rounds: 4, units: 4, amount: '12000' },
    });
  });

  it('asks for the month that is named, and refuses what is no month', async () => {
    await typed([], ['--month', '2026-10']);
    expect(read).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ month: '2026-10' }));
    expect(await typed([], ['--month', 'october'])).toMatchObject({
      exitCode: 2,
      output: '',
      errors: expect.stringContaining('a month such as 2026-11') as string,
    });
    expect(read).not.toHaveBeenCalled();
  });
});

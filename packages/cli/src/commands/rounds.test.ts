import type { Client, RoundStatus, RoundSummary } from '@oracle-gateway/client';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { openTerminal, NOW_MS, sampleKey, type TypedTerminal } from '../../tests/typed-command.js';

let terminal: TypedTerminal;
afterEach(() => terminal.close());

describe('rounds', () => {
  it('says what became of one round, without a key', async () => {
    const status: RoundStatus = {
      roundId: 'Round1',
      path: 'subscription',
      state: 'settled',
      createdAt: NOW_MS,
      settlement: { signature: 'Signature1', slot: 7, final: false },
    };
    terminal = openTerminal({ roundStatus: () => Promise.resolve(status) });
    const { exitCode, output, errors } = await terminal.type(['rounds', 'Round1']);
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: 'settled by Signature1\n' });
    expect(errors).toBe('round Round1, asked for at 2026-11-23T09:00:00.000Z\n');
    expect(JSON.parse((await terminal.type(['rounds', 'Round1', '--json'])).output)).toEqual(status);
  });

  it('lists the rounds of the account page by page, as many as it is told', async () => {
    const all = Array.from({ length: 250 }, (_, place): RoundSummary => ({
      roundId: `Round${place}`,
      state: 'pending',
      createdAt: NOW_MS,
    }));
    const rounds = vi.fn<Client['rounds']>(({ limit = 0, before = '0' } = {}) => {
      const from = Number(before);
      return Promise.resolve({ rounds: all.slice(from, from + limit), next: from + limit < all.length ? String(from + limit) : null });
    });
    terminal = openTerminal({ rounds });
    const words = ['rounds', '--key', terminal.file('key.json', JSON.stringify(sampleKey(1).bytes)), '--limit'];
    const { output } = await terminal.type([...words, '120']);
    expect(output.trimEnd().split('\n')).toHaveLength(120);
    expect(output.split('\n')[119]).toBe('2026-11-23T09:00:00.000Z  pending          Round119');
    expect(rounds.mock.calls.map(([page]) => page?.limit)).toEqual([100, 20]);
    expect((await terminal.type([...words, '1000'])).output.trimEnd().split('\n')).toHaveLength(250);
  });

  it('ends where a gateway answers a page without rounds and another one after it', async () => {
    terminal = openTerminal({ rounds: () => Promise.resolve({ rounds: [], next: 'again' }) });
    const key = terminal.file('key.json', JSON.stringify(sampleKey(1).bytes));
    expect(await terminal.type(['rounds', '--key', key])).toEqual({
      exitCode: 0,
      output: '',
      errors: 'the account has no rounds on record\n',
    });
  });
});

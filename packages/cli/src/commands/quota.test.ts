import { expect, it, vi } from 'vitest';

import { openTerminal, sampleKey } from '../../tests/typed-command.js';

it('quota prints each number of the account on a line', async () => {
  const terminal = openTerminal({ quota: () => Promise.resolve({ roundsLeft: '12', delegate: { expiresAt: 7 }, absent: undefined }) });
  try {
    const words = ['quota', '--key', terminal.file('key.json', JSON.stringify(sampleKey(1).bytes))];
    expect(await terminal.type(words)).toEqual({
      exitCode: 0,
      output: 'roundsLeft          12\ndelegate.expiresAt  1 January 1970, 00:00:07 UTC\n',
      errors: '',
    });
    expect(JSON.parse((await terminal.type([...words, '--json'])).output)).toEqual({ roundsLeft: '12', delegate: { expiresAt: 7 } });
  } finally {
    terminal.close();
  }
});

it('quota of an escrow needs no limit of spending: the command asks for no round', async () => {
  const agent = vi.fn(() => ({ feedOwner: '', earn: () => Promise.reject(new Error('never asked')) }));
  const terminal = openTerminal({ quota: () => Promise.resolve({ ataBalance: '7' }) }, { agent });
  try {
    const words = ['quota', '--account', 'agent', '--key', terminal.file('key.json', JSON.stringify(sampleKey(1).bytes))];
    expect(await terminal.type(words)).toMatchObject({ exitCode: 0, output: 'ataBalance  $0.000007\n' });
    expect(agent).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ maxAmount: 1n }));
  } finally {
    terminal.close();
  }
});

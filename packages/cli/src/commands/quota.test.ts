import { expect, it } from 'vitest';

import { openTerminal, sampleKey } from '../../tests/typed-command.js';

it('quota prints each figure of the account on a line', async () => {
  const terminal = openTerminal({ quota: () => Promise.resolve({ roundsLeft: '12', bounds: { expiresAt: 7 }, absent: undefined }) });
  try {
    const words = ['quota', '--key', terminal.file('key.json', JSON.stringify(sampleKey(1).bytes))];
    expect(await terminal.type(words)).toEqual({ exitCode: 0, output: 'roundsLeft  12\nbounds      {"expiresAt":7}\n', errors: '' });
    expect(JSON.parse((await terminal.type([...words, '--json'])).output)).toEqual({ roundsLeft: '12', bounds: { expiresAt: 7 } });
  } finally {
    terminal.close();
  }
});

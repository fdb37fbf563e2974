import { afterAll, describe, expect, it } from 'vitest';

import { openTerminal } from './typed-command.js';

const terminal = openTerminal();
afterAll(() => terminal.close());

/** Words that a shell proposes after these. */
async function propose(words: readonly string[]): Promise<readonly string[]> {
  const { exitCode, output, errors } = await terminal.type(['complete', '--', ...words]);
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
  return output.split('\n').slice(0, -1);
}

describe('a shell is proposed', () => {
  it.each<[string, readonly string[]]>([
    ['qu', ['quota']],
    ['config ', ['set', 'unset', 'use']],
    ['config s', ['set']],
    ['config set max', ['max-amount']],
    ['get --acc', ['--account']],
    ['get --account ', ['owner', 'delegate', 'session', 'agent', 'x402']],
    ['get --account s', ['session']],
    ['get --account = de', ['delegate']],
    ['get --json coinbase/b', ['coinbase/btc-usd']],
    ['get -n 3 coinbase/b', ['coinbase/btc-usd']],
    ['get coinbase/btc-usd index/b', ['index/btc-usd']],
    ['watch coinbase/btc-usd coinbase/b', []],
    ['completion ', ['bash', 'zsh', 'fish']],
    ['nothing ', []],
  ])('for %j: %j', async (typed, expected) => {
    expect(await propose(typed.split(' '))).toEqual(expected);
  });

  it('every command first', async () => {
    const proposed = await propose(['']);
    expect(proposed).toEqual(expect.arrayContaining(['get', 'watch', 'config', 'completion', 'help', '--version']));
    expect(new Set(proposed).size).toBe(proposed.length);
  });

  it('nothing where a file may stand, so that the shell completes files', async () => {
    expect(await propose(['get', '--key', ''])).toEqual([]);
    expect(await propose(['verify', ''])).toEqual([]);
    expect(await propose(['get', './so'])).toEqual([]);
  });
});

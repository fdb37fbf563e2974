import { describe, expect, it } from 'vitest';

import { COMMANDS } from '../commands/index.js';
import { propose } from './propose.js';

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
    ['completion ', ['bash', 'zsh', 'fish']],
    ['nothing ', []],
  ])('for %j: %j', async (typed, expected) => {
    expect(await propose(COMMANDS, typed.split(' '))).toEqual(expected);
  });

  it('every command first', async () => {
    const proposed = await propose(COMMANDS, ['']);
    expect(proposed).toEqual(expect.arrayContaining(['get', 'watch', 'config', 'completion', 'help', '--version']));
    expect(new Set(proposed).size).toBe(proposed.length);
  });

  it('nothing where a file may stand, so that the shell completes files', async () => {
    expect(await propose(COMMANDS, ['get', '--key', ''])).toEqual([]);
    expect(await propose(COMMANDS, ['verify', ''])).toEqual([]);
    expect(await propose(COMMANDS, ['get', './so'])).toEqual([]);
  });
});

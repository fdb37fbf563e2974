import { readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openTerminal, sampleKey, type TypedTerminal } from './typed-command.js';

let terminal: TypedTerminal;
beforeEach(() => {
  terminal = openTerminal();
});
afterEach(() => terminal.close());

function file(): { readonly path: string; readonly content: unknown } {
  const path = join(terminal.home, '.config', 'oracle-gateway', 'config.json');
  return { path, content: JSON.parse(readFileSync(path, 'utf8')) as unknown };
}

describe('config', () => {
  it('set writes a setting into the profile in use, or into a named one', async () => {
    await terminal.type(['config', 'set', 'network', 'solana:mainnet']);
    await terminal.type(['config', 'set', 'network', 'solana:devnet', '--profile', 'devnet']);
    const { path, content } = file();
    expect(content).toEqual({
      profile: 'default',
      profiles: { default: { network: 'solana:mainnet' }, devnet: { network: 'solana:devnet' } },
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('unset removes one, and leaves the others', async () => {
    await terminal.type(['config', 'set', 'network', 'solana:x']);
    await terminal.type(['config', 'set', 'max-amount', '$5']);
    await terminal.type(['config', 'unset', 'network']);
    expect(file().content).toEqual({ profile: 'default', profiles: { default: { 'max-amount': '$5' } } });
  });

  it('set judges a key file at once, and keeps its whole path', async () => {
    for (const [name, text, rule] of [
      ['notes.txt', 'not a key', 'value: must be JSON'],
      ['short.json', '[1,2]', 'value: must hold a key in the form of the Solana CLI'],
    ] as const)
      expect((await terminal.type(['config', 'set', 'key', terminal.file(name, text)])).errors).toContain(rule);
    const absent = await terminal.type(['config', 'set', 'key', '/nowhere/id.json']);
    expect(absent).toMatchObject({ exitCode: 2, errors: expect.stringContaining('value: must name a file that exists') as unknown });
    const key = terminal.file('id.json', JSON.stringify(sampleKey(1).bytes));
    expect(await terminal.type(['config', 'set', 'key', relative(process.cwd(), key)])).toMatchObject({ exitCode: 0 });
    expect(file().content).toEqual({ profile: 'default', profiles: { default: { key } } });
  });

  it('of an empty profile says how to begin', async () => {
    const environment = { ORACLE_GATEWAY_URL: '', ORACLE_GATEWAY_RPC: '', ORACLE_GATEWAY_PROGRAM: '', ORACLE_GATEWAY_NETWORK: '' };
    const { exitCode, output, errors } = await terminal.type(['config'], { environment });
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: '' });
    expect(errors).toContain('nothing is set yet: `oracle-gateway init` asks for what a command needs');
  });

  it('use chooses a profile that exists', async () => {
    expect(await terminal.type(['config', 'use', 'devnet'])).toMatchObject({ exitCode: 2 });
    await terminal.type(['config', 'set', 'network', 'solana:x', '--profile', 'devnet']);
    expect(await terminal.type(['config', 'use', 'devnet'])).toMatchObject({ exitCode: 0 });
    expect(file().content).toMatchObject({ profile: 'devnet' });
  });

  it.each([
    [['set', 'colour', 'red'], 'setting: must be one of gateway, rpc, program, network, key, account, subscription-owner, max-amount'],
    [['set', 'gatway', 'http://x'], '; did you mean gateway?'],
    [['set', 'gateway', 'ftp://x'], 'value: must be a URL'],
    [['set', 'gateway'], "missing required argument 'value'"],
    [['set', 'network', 'solana:x', '--profile', 'No'], '--profile: must be a name of a profile'],
    [['sett', 'network', 'solana:x'], 'too many arguments'],
  ])('%j is wrong usage', async (words, text) => {
    const { exitCode, output, errors } = await terminal.type(['config', ...words]);
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
    expect(errors).toContain(text);
  });
});

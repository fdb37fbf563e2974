import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openTerminal, type TypedTerminal } from './typed-command.js';

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
    await terminal.type(['config', 'set', 'network', 'x']);
    await terminal.type(['config', 'set', 'max-amount', '$5']);
    await terminal.type(['config', 'unset', 'network']);
    expect(file().content).toEqual({ profile: 'default', profiles: { default: { 'max-amount': '$5' } } });
  });

  it('use chooses a profile that exists', async () => {
    expect(await terminal.type(['config', 'use', 'devnet'])).toMatchObject({ exitCode: 2 });
    await terminal.type(['config', 'set', 'network', 'x', '--profile', 'devnet']);
    expect(await terminal.type(['config', 'use', 'devnet'])).toMatchObject({ exitCode: 0 });
    expect(file().content).toMatchObject({ profile: 'devnet' });
  });

  it.each([
    [['set', 'colour', 'red'], 'setting: must be one of gateway, rpc, program, network, key, account, subscription-owner, max-amount'],
    [['set', 'gateway', 'ftp://x'], 'value: must be a URL'],
    [['set', 'gateway'], "missing required argument 'value'"],
    [['set', 'network', 'x', '--profile', 'No'], '--profile: must be a name of a profile'],
    [['sett', 'network', 'x'], 'too many arguments'],
  ])('%j is wrong usage', async (words, text) => {
    const { exitCode, output, errors } = await terminal.type(['config', ...words]);
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
    expect(errors).toContain(text);
  });
});

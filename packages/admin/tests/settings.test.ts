import { formatAddress } from '@oracle-gateway/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { deployLedger, secretKeyOf, setUp, signerOf, type DeployedLedger } from './deployed-ledger.js';
import { openTerminal, type Terminal } from './typed-command.js';

let deployed: DeployedLedger;
let terminal: Terminal;
beforeAll(async () => {
  deployed = await deployLedger();
  terminal = openTerminal(deployed);
  await setUp(deployed);
});
afterAll(async () => {
  terminal.close();
  await deployed.close();
});

function type(...words: string[]) {
  return terminal.typeExactly(null, ...words);
}

function localnet(changes: object = {}): string {
  return terminal.file(
    'manifest.json',
    JSON.stringify({
      gatewayUrl: 'http://127.0.0.1:1',
      rpcUrl: deployed.rpcUrl,
      programId: formatAddress(deployed.programId),
      network: deployed.network,
      keys: { administrator: [...secretKeyOf('administrator')], agentPayer: [...secretKeyOf('owner')] },
      ...changes,
    }),
  );
}

const WITH_GATEWAY = ['--gateway', formatAddress(signerOf('gateway').address)];

describe('the settings of an administrator', () => {
  it('come from a profile, which `config set` writes', async () => {
    const settings = { rpc: deployed.rpcUrl, program: formatAddress(deployed.programId), key: terminal.keyFile('owner') };
    for (const [name, value] of Object.entries(settings)) expect(await type('config', 'set', name, value)).toMatchObject({ exitCode: 0 });
    expect(await type('show')).toMatchObject({ exitCode: 0, errors: '' });
    expect(await type('escrow', 'fund', ...WITH_GATEWAY, '--hold', '5', '--yes')).toMatchObject({ exitCode: 0 });
    expect((await type('config', '--json')).output.split('\n')).toHaveLength(Object.keys(settings).length + 1);
    for (const name of Object.keys(settings)) await type('config', 'unset', name);
    expect(await type('show')).toMatchObject({ exitCode: 2 });
  });

  it('come from a localnet, which brings the key that a command needs', async () => {
    const escrow = await type('escrow', 'fund', ...WITH_GATEWAY, '--hold', '9', '--yes', '--localnet', localnet());
    expect(escrow).toMatchObject({ exitCode: 0, output: expect.stringContaining(formatAddress(signerOf('owner').address)) as string });
    const settings = await type('settings', '--agent-round-base', '7', '--yes', '--localnet', localnet());
    expect(settings).toMatchObject({ exitCode: 0, output: expect.stringContaining('agent_round_base: 1000 → 7') as string });
    const without = await type('accept', '--localnet', localnet({ keys: {} }));
    expect(without).toMatchObject({ exitCode: 2, errors: expect.stringContaining('--key: is required') as string });
  });

  it('take no setting of a caller', async () => {
    const { exitCode, errors } = await type('config', 'set', 'gateway', 'http://gateway.test');
    expect(exitCode).toBe(2);
    expect(errors).toContain('setting: must be one of rpc, program, key');
  });

  it.each([0o640, 0o604])('do not have a key that others can read: mode %o', async (mode) => {
    const path = terminal.file('open.json', JSON.stringify([...secretKeyOf('owner')]), mode);
    const { exitCode, errors } = await type('accept', '--localnet', localnet(), '--key', path);
    expect(exitCode).toBe(2);
    expect(errors).toContain('--key: must name a file that only its owner can read: run chmod 600 on it');
  });
});

describe('completion', () => {
  it('proposes commands, flags and settings', async () => {
    const proposed = async (...words: string[]) => (await type('complete', '--', ...words)).output.split('\n').slice(0, -1);
    expect(await proposed('esc')).toEqual(['escrow']);
    expect(await proposed('escrow', 'p')).toEqual(['pause']);
    expect(await proposed('escrow', 'fund', '--ho')).toEqual(['--hold']);
    expect(await proposed('config', 'set', '')).toEqual(['rpc', 'program', 'key']);
    expect(await proposed('plan', '--path', 'a')).toEqual(['agent']);
  });

  it.each(['bash', 'zsh', 'fish'])('has a script for %s', async (shell) => {
    const { exitCode, output } = await type('completion', shell);
    expect(exitCode).toBe(0);
    expect(output).toContain('oracle-gateway-admin complete -- ');
  });
});

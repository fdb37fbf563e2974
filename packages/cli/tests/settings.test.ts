import { afterEach, describe, expect, it } from 'vitest';

import { openTerminal, PROGRAM, sampleKey, type Typing, type TypedTerminal } from './typed-command.js';

let terminal: TypedTerminal;
afterEach(() => terminal.close());

const PROFILE = { gateway: 'http://profile.test', rpc: 'http://profile-rpc.test', program: PROGRAM, network: 'solana:devnet' };

function open(): void {
  terminal = openTerminal();
  terminal.file(
    '.config/oracle-gateway/config.json',
    JSON.stringify({ profile: 'one', profiles: { one: PROFILE, two: { ...PROFILE, network: 'solana:two' } } }),
  );
}

async function show(words: readonly string[] = [], typing: Typing = {}) {
  const { exitCode, output, errors } = await terminal.type(['config', '--json', ...words], typing);
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
  const lines = output.trimEnd().split('\n');
  return Object.fromEntries(
    lines
      .map((line) => JSON.parse(line) as { name: string; value: string; from: string })
      .map(({ name, value, from }) => [name, [value, from]]),
  );
}

const NO_VARIABLES = { ORACLE_GATEWAY_URL: '', ORACLE_GATEWAY_RPC: '', ORACLE_GATEWAY_NETWORK: '' };

describe('a setting', () => {
  it('comes from a flag, else the environment, else the profile', async () => {
    open();
    expect(await show([], { environment: NO_VARIABLES })).toMatchObject({
      gateway: ['http://profile.test', 'profile'],
      network: ['solana:devnet', 'profile'],
    });
    expect(await show()).toMatchObject({ gateway: ['http://gateway.test', 'environment'] });
    expect(await show(['--gateway', 'http://flag.test'])).toMatchObject({
      gateway: ['http://flag.test', 'flag'],
      rpc: ['http://rpc.test', 'environment'],
    });
  });

  it('of a profile is of the named one: by flag, by variable, else the one in use', async () => {
    open();
    const environment = { ...NO_VARIABLES, ORACLE_GATEWAY_PROFILE: 'two' };
    expect(await show([], { environment })).toMatchObject({ network: ['solana:two', 'profile'] });
    expect(await show(['--profile', 'one'], { environment })).toMatchObject({ network: ['solana:devnet', 'profile'] });
  });

  it.each<[string, readonly string[], Readonly<Record<string, string>>, string]>([
    ['variable', [], { ORACLE_GATEWAY_URL: 'ftp://x' }, 'ORACLE_GATEWAY_URL: must be a URL that starts with http: or https:'],
    ['flag', ['--program', 'x'], {}, '--program: must be an address in base58'],
    ['profile', ['--profile', 'three'], {}, '--profile: must be a profile of the configuration file'],
    ['name of a profile', ['--profile', '../x'], {}, '--profile: must be a name of a profile'],
  ])('is named by its place where it breaks its rule: %s', async (_what, words, environment, text) => {
    open();
    const { exitCode, output, errors } = await terminal.type(['config', ...words], { environment });
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
    expect(errors).toContain(text);
  });

  it.each([
    ['{', 'the configuration file: must be JSON'],
    ['[]', undefined],
    ['{"profiles":{"one":{"colour":"red"}}}', 'the configuration file: profiles.one.colour: is not a setting'],
    ['{"profiles":{"one":{"progam":"x"}}}', 'the configuration file: profiles.one.progam: is not a setting; did you mean program?'],
    ['{"profiles":{"one":{"gateway":7}}}', 'the configuration file: profiles.one.gateway: must be a URL'],
    ['{"profiles":[]}', 'the configuration file: profiles: must be an object'],
    ['{"profile":7}', 'the configuration file: profile: must be a text'],
  ])('a configuration file with %s', async (text, expected) => {
    terminal = openTerminal();
    terminal.file('.config/oracle-gateway/config.json', text);
    const { exitCode, errors } = await terminal.type(['config', '-q']);
    expect(exitCode).toBe(expected === undefined ? 0 : 2);
    if (expected !== undefined) expect(errors).toContain(expected);
  });
});

describe('--localnet', () => {
  const manifest = (changes: object = {}): string =>
    terminal.file(
      'manifest.json',
      JSON.stringify({
        gatewayUrl: 'http://127.0.0.1:1',
        rpcUrl: 'http://127.0.0.1:2',
        programId: PROGRAM,
        network: 'solana:localnet',
        keys: { subscriptionOwner: sampleKey(1).bytes },
        ...changes,
      }),
    );

  it('takes gateway, RPC, program and network of the manifest, before environment and profile', async () => {
    open();
    expect(await show(['--localnet', manifest()])).toEqual({
      gateway: ['http://127.0.0.1:1', 'localnet'],
      rpc: ['http://127.0.0.1:2', 'localnet'],
      program: [PROGRAM, 'localnet'],
      network: ['solana:localnet', 'localnet'],
    });
    expect(await show(['--localnet', manifest(), '--gateway', 'http://flag.test'])).toMatchObject({
      gateway: ['http://flag.test', 'flag'],
    });
  });

  it('takes no word for a manifest that does not end like one', async () => {
    open();
    const { exitCode, errors } = await terminal.type(['source-id', '--localnet', 'coinbase/btc-usd']);
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
  });

  it('uses a sample key of the manifest, never the key of the environment', async () => {
    open();
    const words = ['quota', '--localnet', manifest({ keys: {} })];
    const { exitCode, errors } = await terminal.type(words, { environment: { ORACLE_GATEWAY_KEY: '/nowhere' } });
    expect(exitCode).toBe(2);
    expect(errors).toContain('--key: is required');
  });

  it.each(['/nowhere', './nowhere', '../nowhere/manifest', '~/nowhere'])(
    'takes the path %s for a manifest, and not for a source',
    async (path) => {
      open();
      const { exitCode, errors } = await terminal.type(['get', 'coinbase/btc-usd', '--localnet', path]);
      expect(exitCode).toBe(2);
      expect(errors).toContain('--localnet: must name the manifest of a localnet that runs');
    },
  );

  it.each([
    ['absent', '--localnet: must name the manifest of a localnet that runs: start one with npm start'],
    ['other', '--localnet: must name a manifest with a text gatewayUrl'],
  ])('says what to do where the manifest is %s', async (what, text) => {
    open();
    const path = what === 'absent' ? '/nowhere/manifest.json' : manifest({ gatewayUrl: '' });
    const { exitCode, errors } = await terminal.type(['nodes', '--localnet', path]);
    expect(exitCode).toBe(2);
    expect(errors).toContain(text);
  });
});

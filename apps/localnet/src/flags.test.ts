import { describe, expect, it } from 'vitest';
import { parseAddress } from '@oracle-gateway/protocol';
import { StartFlagError, parseFlags, START_USAGE } from './flags.js';

const SYSTEM = '11111111111111111111111111111111';

describe('flags', () => {
  it('have the documented defaults', () => {
    expect(parseFlags([])).toEqual({
      once: false,
      port: 8080,
      nodes: 5,
      workers: 1,
      corsOrigins: [],
      ownSources: [],
      state: undefined,
      ledger: { kind: 'local' },
      evm: false,
      keeper: true,
      help: false,
      version: false,
    });
  });

  it('are read', () => {
    const origins = ['http://127.0.0.1:8000', 'https://app.example'];
    const argv = ['--once', '--port', '0', '--nodes', '7', '--workers', '2', '--state', '/tmp/x', '--evm', '--help', '--version'];
    const sources = ['127.0.0.1:3000', 'localhost:80', '[::1]:65535', '127.255.0.1:1'];
    const repeated = [
      ...origins.map((origin) => `--cors-origin=${origin}`),
      ...[...sources, '127.0.0.1:3000'].map((source) => `--source=${source}`),
    ];
    expect(parseFlags([...argv, ...repeated])).toEqual({
      once: true,
      port: 0,
      nodes: 7,
      workers: 2,
      corsOrigins: origins,
      ownSources: sources,
      state: '/tmp/x',
      ledger: { kind: 'local' },
      evm: true,
      keeper: false,
      help: true,
      version: true,
    });
  });

  it.each([
    ['--port', '65536'],
    ['--port', '-1'],
    ['--port', '80.5'],
    ['--port', ''],
    ['--nodes', '4'],
    ['--nodes', '65'],
    ['--workers', '0'],
    ['--workers', 'many'],
  ])('%s %j is refused, naming the flag and its range', (flag, value) => {
    expect(() => parseFlags([`${flag}=${value}`])).toThrow(StartFlagError);
    expect(() => parseFlags([`${flag}=${value}`])).toThrow(`${flag}: must be a whole number`);
  });

  it.each(['http://127.0.0.1:8000/', 'app.example', 'null', ''])('--cors-origin %j is refused, naming the rule', (origin) => {
    expect(() => parseFlags([`--cors-origin=${origin}`])).toThrow(
      new StartFlagError('--cors-origin: must be an origin such as http://127.0.0.1:8000, or *'),
    );
  });

  it.each([
    'http://127.0.0.1:3000',
    '127.0.0.1',
    '3000',
    ':3000',
    '127.0.0.1:3000/price',
    '0x7f.1:3000',
    '127.1:3000',
    'LOCALHOST:80',
    '127.0.0.1:0080',
    '',
  ])('--source %j is refused, naming the form', (source) => {
    expect(() => parseFlags([`--source=${source}`])).toThrow(
      new StartFlagError('--source: must be a host and a port as a URL spells them; it takes host:port alone, such as 127.0.0.1:3000'),
    );
  });

  it.each([
    '192.168.1.5:3000',
    '169.254.169.254:80',
    '0.0.0.0:80',
    'api.example:443',
    'localhost.example:80',
    '[::]:80',
    '[::ffff:7f00:1]:80',
    '127.0.0.1.example:80',
  ])('--source %j is refused: it is not on this machine', (source) => {
    expect(() => parseFlags([`--source=${source}`])).toThrow(
      new StartFlagError(
        '--source: must be on this machine: 127.0.0.1, localhost or [::1]; it takes host:port alone, such as 127.0.0.1:3000',
      ),
    );
  });

  it('--source is refused beyond 32 sources', () => {
    const flagsOf = (count: number): string[] => Array.from({ length: count }, (_, port) => `--source=127.0.0.1:${port + 1}`);
    expect(parseFlags(flagsOf(32)).ownSources).toHaveLength(32);
    expect(() => parseFlags(flagsOf(33))).toThrow(new StartFlagError('--source: must be given for at most 32 sources'));
  });

  it('are refused where they are unknown', () => {
    expect(() => parseFlags(['--frobnicate'])).toThrow(StartFlagError);
    expect(() => parseFlags(['once'])).toThrow(StartFlagError);
  });

  it('name another ledger', () => {
    const foreign = { kind: 'foreign', rpcUrl: 'https://ledger.test/', adminKeyPath: 'key.json' };
    const argv = ['--rpc', 'https://ledger.test/', '--admin-key', 'key.json'];
    expect(parseFlags(argv).ledger).toEqual({ ...foreign, programId: undefined });
    expect(parseFlags([...argv, '--program-id', SYSTEM]).ledger).toEqual({ ...foreign, programId: parseAddress(SYSTEM) });
    expect(parseFlags(['--validator']).ledger).toEqual({ kind: 'validator' });
  });

  it.each<[string, string[]]>([
    ['--admin-key: is required with --rpc', ['--rpc', 'http://ledger.test']],
    ['--admin-key: requires --rpc', ['--admin-key', 'key.json']],
    ['--program-id: requires --rpc', ['--program-id', SYSTEM, '--validator']],
    ['--evm: needs the built-in ledger; remove --rpc and --validator', ['--evm', '--validator']],
    ['--program-id: must be an address in base58', ['--rpc', 'http://ledger.test', '--admin-key', 'key.json', '--program-id', 'x']],
    ['--rpc: must be an http or https URL', ['--rpc', 'ledger', '--admin-key', 'key.json']],
    [
      '--validator: cannot be combined with --rpc; remove one of them',
      ['--validator', '--rpc', 'http://ledger.test', '--admin-key', 'key.json'],
    ],
  ])('%s', (message, argv) => {
    expect(() => parseFlags(argv)).toThrow(new StartFlagError(message));
  });

  it('are all in the usage text, which fits a terminal', () => {
    const flags = [
      '--once',
      '--port',
      '--nodes',
      '--workers',
      '--cors-origin',
      '--source',
      '--state',
      '--rpc',
      '--validator',
      '--help',
      'REDIS_URL',
    ];
    for (const flag of flags) expect(START_USAGE).toContain(flag);
    expect(Math.max(...START_USAGE.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
  });
});

import { describe, expect, it } from 'vitest';
import { parseAddress } from '@oracle-gateway/protocol';
import { FlagError, parseFlags, USAGE } from './flags.js';

const SYSTEM = '11111111111111111111111111111111';

describe('flags', () => {
  it('have the documented defaults', () => {
    expect(parseFlags([])).toEqual({
      once: false,
      port: 8080,
      nodes: 5,
      workers: 1,
      corsOrigins: [],
      state: undefined,
      ledger: { kind: 'local' },
      evm: false,
      help: false,
    });
  });

  it('are read', () => {
    const origins = ['http://127.0.0.1:8000', 'https://app.example'];
    const argv = ['--once', '--port', '0', '--nodes', '7', '--workers', '2', '--state', '/tmp/x', '--evm', '--help'];
    expect(parseFlags([...argv, ...origins.flatMap((origin) => ['--cors-origin', origin])])).toEqual({
      once: true,
      port: 0,
      nodes: 7,
      workers: 2,
      corsOrigins: origins,
      state: '/tmp/x',
      ledger: { kind: 'local' },
      evm: true,
      help: true,
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
    expect(() => parseFlags([`${flag}=${value}`])).toThrow(FlagError);
    expect(() => parseFlags([`${flag}=${value}`])).toThrow(`${flag}: must be a whole number`);
  });

  it.each(['http://127.0.0.1:8000/', 'app.example', 'null', ''])('--cors-origin %j is refused, naming the rule', (origin) => {
    expect(() => parseFlags([`--cors-origin=${origin}`])).toThrow(
      new FlagError('--cors-origin: must be an origin such as http://127.0.0.1:8000, or *'),
    );
  });

  it('that are unknown are refused', () => {
    expect(() => parseFlags(['--frobnicate'])).toThrow(FlagError);
    expect(() => parseFlags(['once'])).toThrow(FlagError);
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
    expect(() => parseFlags(argv)).toThrow(new FlagError(message));
  });

  it('are all in the usage text, which fits a terminal', () => {
    const flags = ['--once', '--port', '--nodes', '--workers', '--cors-origin', '--state', '--rpc', '--validator', '--help', 'REDIS_URL'];
    for (const flag of flags) expect(USAGE).toContain(flag);
    expect(Math.max(...USAGE.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
  });
});

import { afterAll, describe, expect, it } from 'vitest';

import { openTerminal } from '../../tests/typed-command.js';
import { PROGRAM } from './program.js';
import { signerOf } from '../../tests/deployed-ledger.js';

const SYSTEM = '11111111111111111111111111111111';
// Nothing listens there: wrong usage is told before any server is asked.
const terminal = openTerminal({ rpcUrl: 'http://127.0.0.1:1', programId: signerOf('program').address });
afterAll(() => terminal.close());

/** Output of `oracle-node prove`, with changes. */
function proof(changes: Readonly<Record<string, unknown>>): string {
  const zeros = (bytes: number): string => `0x${'00'.repeat(bytes)}`;
  const keys = { deploymentId: zeros(32), index: 0, publicKey: zeros(64), encryptionKey: zeros(32), operator: SYSTEM };
  const rest = { endpoint: 'http://node/', previousRegisteredAt: '0', proof: { s: zeros(32), commitment: zeros(20) } };
  return JSON.stringify({ ...keys, ...rest, ...changes });
}

const LEDGER = ['--rpc', 'http://127.0.0.1:1', '--program', SYSTEM];

describe('plan', () => {
  const load = ['plan', '--rounds-per-second', '100', '--quorum', '3', '--nodes', '5', '--source-ms', '80'];

  it('tells what a load takes, without a server or a key', async () => {
    const { exitCode, output, errors } = await terminal.typeExactly(null, ...load);
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
    expect(output).toMatch(
      /^100 rounds a second of the path subscription in mode exact, quorum 3 of 5 nodes, a source of 80 ms\n {2}gateways {5}\d/,
    );
  });

  it('tells scripts the same', async () => {
    const { output } = await terminal.typeExactly(null, ...load, '--json');
    expect(JSON.parse(output)).toMatchObject({
      load: { roundsPerSecond: 100, path: 'subscription' },
      plan: { redis: { durableWritesPerSecond: 200 } },
    });
  });

  it('ends with 3 where the deployment does not hold the load, and with 0 where a larger one does', async () => {
    const words = ['plan', '--rounds-per-second', '1000', '--owners', '100'];
    const { exitCode, output } = await terminal.typeExactly(null, ...words);
    expect(exitCode).toBe(3);
    const [, larger = ''] = /^held with (.+)$/m.exec(output) ?? [];
    expect(await terminal.typeExactly(null, ...words, ...larger.split(' '))).toMatchObject({ exitCode: 0, errors: '' });
  });

  it.each<[string[], string]>([
    [[], "required option '--rounds-per-second <n>' not specified"],
    [['--rounds-per-second', '0'], '--rounds-per-second: must be a number above 0, at most 1000000'],
    [['--rounds-per-second', '1e3'], '--rounds-per-second: must be a number above 0, at most 1000000'],
    [['--rounds-per-second', '1', '--path', 'free'], '--path: must be one of subscription, agent, x402'],
    [['--rounds-per-second', '1', '--source-ms', '60001'], '--source-ms: must be a whole number 0..60000'],
    [['--rounds-per-second', '1', '--quorum', '6'], '--quorum: must be at most --nodes'],
    [['--rounds-per-second', '1', '--quorum', '44', '--nodes', '64'], 'quorum: was measured up to '],
  ])('%j: %s', async (words, text) => {
    const { exitCode, output, errors } = await terminal.typeExactly(null, 'plan', ...words);
    expect(output).toBe('');
    expect(exitCode).toBeGreaterThan(0);
    expect(errors).toContain(text);
  });
});

describe('wrong usage', () => {
  it.each<[string[], string]>([
    [['--gateway', 'nobody'], '--gateway: must be an address in base58'],
    [[], "required option '--gateway <address>' not specified"],
    [['--gateway', SYSTEM, '--force'], "unknown option '--force'"],
    [['--gateway', SYSTEM, 'stray'], 'too many arguments'],
    [['--gateway', SYSTEM, '--priority-fee', '-1'], '--priority-fee: must be a whole number 0..2^64-1'],
  ])('register-gateway %j: %s', async (words, text) => {
    const { exitCode, output, errors } = await terminal.type('administrator', 'register-gateway', ...words);
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
    expect(errors).toContain(text);
  });

  it.each<[string, string[], string]>([
    [
      'rounds',
      ['subscribe', '--gateway', SYSTEM, '--max-signatures', '3', '--expires', '1', '--rounds', '1e3'],
      'a whole number 0..2^64-1',
    ],
    ['rounds', ['renew', '--rounds', '18446744073709551616'], 'a whole number 0..2^64-1'],
    ['expires', ['renew', '--expires', 'tomorrow'], 'a time such as 2027-01-31T00:00:00Z, or unix seconds'],
    ['expires', ['renew', '--expires', '2027-13-31T00:00:00Z'], 'a time such as 2027-01-31T00:00:00Z, or unix seconds'],
    ['set', ['change-registry', '--set', '0,64'], 'node indices 0..63, such as 0,3,5-8'],
    ['set', ['change-registry', '--set', '5-3'], 'node indices 0..63, such as 0,3,5-8'],
    ['redundancy-buffer', ['change-registry', '--redundancy-buffer', '64'], 'a whole number 0..63'],
    ['min-signers', ['settings', '--min-signers', '0'], 'a whole number 1..64'],
    ['min-signers', ['settings', '--min-signers', '65'], 'a whole number 1..64'],
    ['to', ['hand-over', '--to', 'nobody'], 'an address in base58, or none'],
  ])('--%s names its rule: %j', async (flag, words, form) => {
    const { exitCode, errors } = await terminal.type('administrator', ...words);
    const help = `oracle-gateway-admin ${words.filter((word) => /^[a-z]/.test(word))[0]} --help shows how it is used`;
    expect({ exitCode, errors }).toEqual({ exitCode: 2, errors: `oracle-gateway-admin: --${flag}: must be ${form}\n${help}\n` });
  });

  it('settings without a setting is no change', async () => {
    const { exitCode, errors } = await terminal.type('administrator', 'settings');
    expect(exitCode).toBe(2);
    expect(errors).toContain('--min-signers: this flag or another setting is required');
  });

  it.each([
    ['a file that is not there', '/nowhere/key.json', '--key: must name a file that exists'],
    ['a file that is no key', '', '--key: must hold a key in the form of the Solana CLI: a JSON array of 64 bytes'],
  ])('--key with %s', async (_what, path, text) => {
    const key = path === '' ? terminal.file('no-key.json', '[1, 2, 3]') : path;
    const { exitCode, errors } = await terminal.typeExactly(null, 'accept', ...LEDGER, '--key', key);
    const help = 'oracle-gateway-admin accept --help shows how it is used';
    expect({ exitCode, errors }).toEqual({ exitCode: 2, errors: `oracle-gateway-admin: ${text}\n${help}\n` });
  });

  it.each([
    ['not json', '--proof: must name a file of JSON, as `oracle-node prove` prints it'],
    ['{"index":64}', '--proof: '],
    [JSON.stringify({ deploymentId: '0x00' }), '--proof: '],
    [proof({ endpoint: 'ftp://node/' }), '--proof: endpoint: must be a URL of printable ASCII'],
    [proof({ endpoint: `http://${'n'.repeat(121)}` }), '--proof: endpoint: '],
    [proof({ previousRegisteredAt: 5 }), '--proof: previousRegisteredAt: must be '],
  ])('--proof with a file of %j', async (text, expected) => {
    const words = ['register-node', '--proof', terminal.file('proof.json', text)];
    // The ledger is not there: a proof that can be read would get as far as asking it.
    const { exitCode, errors } = await terminal.type('administrator', ...words);
    expect(exitCode).toBe(2);
    expect(errors).toContain(expected);
  });

  it.each([['ftp://ledger/'], ['ledger'], ['']])('--rpc %j is no URL of a server', async (rpc) => {
    const { exitCode, errors } = await terminal.typeExactly(null, 'show', '--rpc', rpc, '--program', SYSTEM);
    expect({ exitCode, errors: errors.split('\n')[0] }).toEqual({
      exitCode: 2,
      errors: 'oracle-gateway-admin: --rpc: must be a URL that starts with http: or https:',
    });
  });

  it.each([[[]], [['frobnicate']], [['gateway']], [['gateway', 'burn']]])('%j is no command', async (words) => {
    const { exitCode, output, errors } = await terminal.typeExactly(null, ...words);
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
    expect(errors).not.toBe('');
  });
});

it('--help lists every command and exit code', async () => {
  const { exitCode, output } = await terminal.typeExactly(null, '--help');
  expect(exitCode).toBe(0);
  for (const text of ['initialise', 'change-registry', 'treasury', 'hand-over', 'subscribe', 'Exit codes:', '  6    unknown outcome']) {
    expect(output).toContain(text);
  }
});

describe('--help', () => {
  it('has every command in a group, with examples, topics and a place for questions', async () => {
    const { exitCode, output } = await terminal.typeExactly(null, '--help');
    expect(exitCode).toBe(0);
    const grouped = PROGRAM.groups.flatMap(([, firstWords]) => firstWords);
    expect(PROGRAM.commands.map(({ words }) => words.split(' ')[0]!).filter((word) => !grouped.includes(word))).toEqual([]);
    for (const [heading] of PROGRAM.groups) expect(output).toContain(`\n${heading}:\n`);
    for (const [line] of PROGRAM.examples) expect(output).toContain(`  ${line}\n`);
    expect(output).toContain('Questions and problems: https://github.com/');
    expect((await terminal.typeExactly(null, 'help', 'exit-codes')).output).toContain('  7    declined at the prompt');
  });
});

import type { ProcessIo } from '@oracle-gateway/process';
import { deriveDeploymentId, fromHex, parseAddress } from '@oracle-gateway/protocol';
import { verifyPossession } from '@oracle-gateway/schnorr/signing';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { startThreadHere } from '../../tests/source-threads.js';
import { createOracleNode } from '../index.js';
import { runCommandLine } from './command-line.js';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'oracle-node-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const PROGRAM_ID = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU';
const ENDPOINT = 'https://node.example:8443';
const OPERATOR = '11111111111111111111111111111111';
const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';

async function run(...argv: string[]) {
  let output = '';
  let errors = '';
  const io: ProcessIo = {
    argv,
    write: (text) => (output += text),
    writeError: (text) => (errors += text),
    // A signal at once.
    signals: { on: (_signal, stop) => stop(), off: () => undefined },
  };
  const exitCode = await runCommandLine(io, (config, secrets) => createOracleNode(config, secrets, { startThread: startThreadHere() }));
  return { exitCode, output, errors };
}

function writeConfig(extra = ''): string {
  const path = join(directory, 'node.toml');
  const keys = `secret_key_path = "${join(directory, 'signing.key')}"\nencryption_key_path = "${join(directory, 'encryption.key')}"`;
  const solana = `rpc_url = "http://127.0.0.1:1"\nprogram_id = "${PROGRAM_ID}"\nnetwork = "${NETWORK}"`;
  writeFileSync(path, `[solana]\n${solana}\n[node]\nindex = 4\n${keys}\n[log]\nlevel = "silent"\n${extra}`);
  return path;
}

function prove(operator = OPERATOR): string[] {
  return ['prove', '--config', writeConfig(), '--operator', operator, '--endpoint', ENDPOINT];
}

describe('the command line', () => {
  it('keygen writes two keys for their owner only, and never overwrites', async () => {
    const { exitCode, output } = await run('keygen', '--dir', directory);
    expect(exitCode).toBe(0);
    for (const use of ['signing', 'encryption']) {
      const file = `${use}.key`;
      expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
      const secret = readFileSync(join(directory, file), 'utf8').trim();
      // The word before the hex tells two keys apart that stand in each other’s place.
      expect(secret).toMatch(new RegExp(`^${use}:0x[0-9a-f]{64}$`));
      expect(output).not.toContain(secret.slice(-64));
    }
    const before = readFileSync(join(directory, 'signing.key'), 'utf8');
    expect((await run('keygen', '--dir', directory)).exitCode).toBe(1);
    expect(readFileSync(join(directory, 'signing.key'), 'utf8')).toBe(before);
  });

  it('check-config prints what a registration names, no secret, and asks no server', async () => {
    const keys = JSON.parse((await run('keygen', '--dir', directory)).output) as { publicKey: string; encryptionKey: string };
    const config = writeConfig();
    const { exitCode, output, errors } = await run('check-config', '--config', config);
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
    expect(output.split('\n')).toEqual([
      `${config}: valid`,
      `  program         ${PROGRAM_ID}`,
      `  network         ${NETWORK}`,
      '  node index      4',
      `  signing key     ${keys.publicKey}`,
      `  encryption key  ${keys.encryptionKey}`,
      '',
    ]);
  });

  it('check-config names the setting that breaks a rule', async () => {
    await run('keygen', '--dir', directory);
    const { exitCode, output, errors } = await run('check-config', '--config', writeConfig('[limits]\nfetch_timeout = 1\n'));
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' });
    expect(errors).toContain('oracle-node: limits.fetch_timeout: ');
  });

  it.each([['check-config'], []])('%s tells everything that cannot be used, in the order of the file', async (...command: string[]) => {
    const { exitCode, output, errors } = await run(
      ...command,
      '--config',
      writeConfig('[limits]\nfetch_timeout = 1\n[metrics]\nport = "x"\n'),
    );
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' });
    const missing = (use: string) => `must name a file that can be read; there is no ${join(directory, `${use}.key`)}`;
    expect(errors.split('\n')).toEqual([
      'oracle-node: 4 settings cannot be used',
      `  node.secret_key_path: ${missing('signing')}`,
      `  node.encryption_key_path: ${missing('encryption')}`,
      '  limits.fetch_timeout: is not a known member; did you mean limits.fetch_timeout_ms?',
      '  metrics.port: must be an integer from 0 to 65535',
      '',
    ]);
  });

  it('prove prints a proof that the registration accepts, for this operator and no other', async () => {
    const keys = JSON.parse((await run('keygen', '--dir', directory)).output) as { publicKey: string; encryptionKey: string };
    const { exitCode, output } = await run(...prove(), '--replaces', '1700000000');
    expect(exitCode).toBe(0);
    const registration = JSON.parse(output) as { proof: { s: string; commitment: string } };
    expect(registration).toMatchObject({ index: 4, operator: OPERATOR, endpoint: ENDPOINT, previousRegisteredAt: '1700000000', ...keys });

    const publicKey = fromHex(keys.publicKey);
    const deploymentId = deriveDeploymentId({ programId: parseAddress(PROGRAM_ID), network: NETWORK });
    const accepts = (operator: string, changes: { endpoint?: string; previousRegisteredAt?: bigint } = {}): boolean =>
      verifyPossession({
        deploymentId,
        index: 4,
        endpoint: ENDPOINT,
        previousRegisteredAt: 1_700_000_000n,
        publicKey,
        encryptionKey: fromHex(keys.encryptionKey),
        operator: parseAddress(operator),
        proof: { s: fromHex(registration.proof.s), commitment: fromHex(registration.proof.commitment) },
        ...changes,
      });
    expect(accepts(OPERATOR)).toBe(true);
    expect(accepts(PROGRAM_ID)).toBe(false);
    expect(accepts(OPERATOR, { endpoint: 'https://another.example' })).toBe(false);
    expect(accepts(OPERATOR, { previousRegisteredAt: 0n })).toBe(false);
  });

  it('prove asks the ledger for the registration that it replaces, unless it is told', async () => {
    await run('keygen', '--dir', directory);
    const { exitCode, output, errors } = await run(...prove());
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' });
    expect(errors).toMatch(/^oracle-node: ledger /);
  });

  it.each([
    ['--replaces', 'yesterday', 'must be unix seconds: registeredAt of the present registration, or 0'],
    ['--endpoint', 'ftp://node.example', 'must be an http or https URL of at most 127 characters of printable ASCII'],
    ['--endpoint', `http://${'n'.repeat(121)}`, 'must be an http or https URL of at most 127 characters of printable ASCII'],
  ])('prove refuses %s %s', async (flag, text, rule) => {
    await run('keygen', '--dir', directory);
    const { exitCode, errors } = await run(...prove(), '--replaces', '0', flag, text);
    expect({ exitCode, errors }).toEqual({ exitCode: 1, errors: `oracle-node: ${flag}: ${rule}\n` });
  });

  it('keygen makes the folder that it is to write to, for its owner only', async () => {
    const folder = join(directory, 'keys', 'node-0');
    expect((await run('keygen', '--dir', folder)).exitCode).toBe(0);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'signing.key')).mode & 0o777).toBe(0o600);
  });

  it('a bad configuration ends with 1 and names key and rule', async () => {
    await run('keygen', '--dir', directory);
    const { exitCode, errors } = await run('--config', writeConfig('[server]\nport = 70000\n'));
    expect({ exitCode, errors }).toEqual({ exitCode: 1, errors: 'oracle-node: server.port: must be an integer from 0 to 65535\n' });
  });

  it('a ledger that cannot be reached at the start is waited for until the node is stopped, without the URL', async () => {
    await run('keygen', '--dir', directory);
    const { exitCode, errors } = await run('--config', writeConfig());
    expect([exitCode, errors]).toEqual([0, '']);
  });

  it.each([
    [[]],
    [['--unknown']],
    [['keygen']],
    [['prove', '--config', 'x', '--operator', 'x']],
    [['check-config']],
    [['check-config', 'more', '--config', 'x']],
    [['frobnicate', '--config', 'x']],
    [['--config']],
  ])('wrong usage ends with 2: %j', async (argv) => {
    const { exitCode, errors } = await run(...argv);
    expect(exitCode).toBe(2);
    expect(errors).toContain('usage:');
  });

  it('--help prints the usage', async () => {
    const { exitCode, output, errors } = await run('--help');
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
    for (const text of ['oracle-node --config <file.toml>', 'keygen', 'prove']) expect(output).toContain(text);
  });

  it('--version prints the version of the package', async () => {
    expect(await run('--version')).toEqual({ exitCode: 0, output: `${packageFile.version}\n`, errors: '' });
  });

  it('a bad operator address is an error, not a proof', async () => {
    await run('keygen', '--dir', directory);
    const { exitCode, output } = await run(...prove('nobody'));
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' });
  });
});

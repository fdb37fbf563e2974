import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createLedgerReader, createRpcClient } from '@oracle-gateway/ledger';
import { formatAddress } from '@oracle-gateway/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { DEVNET_GENESIS_HASH } from '../../src/base/devnet.js';
import { addressOf, keyFileText, newKeypair } from '../../src/base/keypair.js';
import { deploymentAddress } from '../../src/ledgers/deploy-program.js';
import { projectRoot } from '../../src/base/project-root.js';
import { inTurn } from './start-turns.js';

const MAIN = join(projectRoot(), 'apps/localnet/dist/main.js');
const LEDGERS = fileURLToPath(new URL('ledgers/', import.meta.url));
const LAMPORTS_PER_SOL = 1_000_000_000;
/**
 * Devnet's: a cluster that x402 clients know, and that does not have the world's own stablecoin. The stand-in of a validator has another.
 */
const GENESIS_HASH = DEVNET_GENESIS_HASH;

let folder: string;
const running: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'localnet-test-'));
});
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function startLedgerProcess(): Promise<string> {
  const child = spawn(process.execPath, [join(LEDGERS, 'ledger-process.mjs'), GENESIS_HASH], { stdio: ['pipe', 'pipe', 'inherit'] });
  running.push(child);
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return line.trim();
}

/** Runs the demo to its end; answers exit code and output. */
async function runOnce(
  flags: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<{ exitCode: number; output: string }> {
  const state = join(folder, 'state');
  const argv = [MAIN, '--once', '--port', '0', '--state', state, ...flags];
  let output = '';
  const { ended } = await inTurn(async () => {
    const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
    running.push(child);
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    let hasEnded = false;
    const ended = once(child, 'close').finally(() => (hasEnded = true));
    await expect.poll(() => hasEnded || existsSync(join(state, 'manifest.json'))).toBe(true);
    return { ended };
  });
  const [exitCode] = (await ended) as [number];
  return { exitCode, output };
}

describe('a ledger that is there already', () => {
  it('carries the same demo, twice: a second world finds program and protocol and takes the places of the first, a stranger is refused', async () => {
    const rpcUrl = await startLedgerProcess();
    const rpc = createRpcClient({ rpcUrl, timeoutMs: 5_000, maxAnswerBytes: 64 * 1024, fetch: (url, init) => fetch(url, init) });
    const administrator = newKeypair();
    const keyPath = join(folder, 'administrator.json');
    await writeFile(keyPath, keyFileText(administrator), { mode: 0o600 });
    const flags = ['--rpc', rpcUrl, '--admin-key', keyPath];

    const poor = await runOnce(flags);
    expect(poor).toMatchObject({
      exitCode: 1,
      output: expect.stringMatching(/the administrator holds 0 lamports, and the deployment needs \d+: fund the administrator/) as string,
    });

    // A devnet faucet gives this much in an hour.
    await rpc('requestAirdrop', [formatAddress(addressOf(administrator)), 5 * LAMPORTS_PER_SOL]);
    const first = await runOnce([...flags, '--nodes', '6']);
    expect(first.output).toContain('Everything above was checked');
    expect(first.exitCode).toBe(0);
    const programId = deploymentAddress(addressOf(administrator));
    const reader = createLedgerReader({ rpcUrl, programId, configTtlMs: 0, minRefreshIntervalMs: 0 });
    expect(await reader.currentRegistry()).toMatchObject({ version: 1n, active: 6 });

    const second = await runOnce([...flags, '--program-id', formatAddress(programId)]);
    expect(second.output).toContain('Everything above was checked');
    expect(second.exitCode).toBe(0);
    expect((await reader.currentRegistry()).active).toBe(5);

    const stranger = newKeypair();
    await writeFile(keyPath, keyFileText(stranger), { mode: 0o600 });
    const refused = await runOnce([...flags, '--program-id', formatAddress(programId)]);
    const [key, owner] = [stranger, administrator].map((secretKey) => formatAddress(addressOf(secretKey)));
    expect(refused).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining(`--admin-key: must be the administrator's key ${owner}; it is ${key}`) as string,
    });
  });

  it('needs a key that can be read', async () => {
    const path = join(folder, 'no-key.json');
    await writeFile(path, '[1,2,3]', { mode: 0o600 });
    const { exitCode, output } = await runOnce(['--rpc', 'http://127.0.0.1:1', '--admin-key', path]);
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '--admin-key: must hold a keypair: a JSON array of 64 bytes\n' });
  });
});

describe('--validator', () => {
  it('says what is missing where there is no validator', async () => {
    const { exitCode, output } = await runOnce(['--validator'], { ...process.env, PATH: '/nowhere' });
    expect(exitCode).toBe(1);
    expect(output).toContain(
      '--validator: solana-test-validator must be on PATH. Install the Solana CLI (https://docs.anza.xyz/cli/install)',
    );
  });

  it('starts the one on PATH with program and stablecoin in its genesis, and stops it', async () => {
    const path = `${LEDGERS}:${dirname(process.execPath)}:${process.env.PATH ?? ''}`;
    const { exitCode, output } = await runOnce(['--validator'], { ...process.env, PATH: path });
    const log = await readFile(join(folder, 'state/logs/validator.log'), 'utf8');
    expect({ exitCode, log, output }).toMatchObject({
      exitCode: 0,
      log: '',
      output: expect.stringContaining('Everything above was checked') as string,
    });
    const rpcUrl = /ledger +(http:\S+) \(Solana JSON-RPC\)/.exec(output)?.[1] ?? '';
    await expect(fetch(rpcUrl, { method: 'POST' })).rejects.toThrow();
  });
});

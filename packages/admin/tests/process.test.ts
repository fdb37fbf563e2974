import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { formatAddress } from '@oracle-gateway/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { deployLedger, secretKeyOf, setUp, signerOf, type DeployedLedger } from './deployed-ledger.js';
import { openTerminal, type Terminal } from './typed-command.js';

const BIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

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

interface Ended {
  readonly exitCode: number;
  readonly output: string;
  readonly errors: string;
}

/** The built command as a process of its own; `typed` is its standard input. */
async function run(words: readonly string[], input: { typed?: string; environment?: Record<string, string> } = {}): Promise<Ended> {
  const child = spawn(process.execPath, [BIN, ...words], { env: { PATH: process.env.PATH, ...input.environment } });
  const [output, errors]: Buffer[][] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => output!.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors!.push(chunk));
  child.stdin.end(input.typed ?? '');
  const [exitCode] = (await once(child, 'close')) as [number];
  return { exitCode, output: Buffer.concat(output!).toString(), errors: Buffer.concat(errors!).toString() };
}

function onLedger(...words: string[]): string[] {
  return [...words, '--rpc', deployed.rpcUrl, '--program', formatAddress(deployed.programId)];
}
function asAdministrator(...words: string[]): string[] {
  return [...onLedger(...words), '--key', terminal.keyFile('administrator')];
}
function registerGateway(name: string): string[] {
  return asAdministrator('register-gateway', '--gateway', formatAddress(signerOf(name).address));
}

describe('the command as a process', () => {
  it('asks with what it will do and cost, and sends after a yes', async () => {
    const { exitCode, output, errors } = await run(registerGateway('first'), { typed: 'y\n' });
    expect(exitCode).toBe(0);
    expect(output).toMatch(
      /registers gateway .*\n {2}the administrator alone may propose another key for it\n {2}the rent of its closed rounds goes to .*\ncosts\n {2}fee {5}5,000 lamports \(0\.000005 SOL\)\n {2}rent {4}[\d,]+ lamports .* locked in Gateway\n/,
    );
    expect(output).toMatch(/sending \w+\ndone, confirmed in slot \d+\n$/);
    expect(errors).toContain('Send it? [y/N]');
  });

  it.each([['n\n'], ['\n'], ['yes please\n'], ['']])('sends nothing after %j', async (typed) => {
    const before = deployed.ledger.transactionCount;
    const { exitCode, output } = await run(registerGateway('declined'), { typed });
    expect({ exitCode, last: output.trimEnd().split('\n').at(-1) }).toEqual({ exitCode: 7, last: 'nothing was sent' });
    expect(deployed.ledger.transactionCount).toBe(before);
  });

  it('--yes sends without asking', async () => {
    const { exitCode, errors } = await run([...registerGateway('second'), '--yes']);
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
  });

  it('what it says it costs is what it costs', async () => {
    const administrator = signerOf('administrator').address;
    const before = deployed.ledger.account(administrator)!.lamports;
    const { output } = await run([...registerGateway('third'), '--yes', '--json', '--priority-fee', '100000']);
    const { feeLamports, rentLamports, tokensAtomic } = JSON.parse(output) as Record<string, string>;
    expect(before - deployed.ledger.account(administrator)!.lamports).toBe(BigInt(feeLamports!) + BigInt(rentLamports!));
    expect(BigInt(feeLamports!)).toBeGreaterThan(5_000n);
    expect(tokensAtomic).toBe('0');
  });

  it('--json prints one JSON value and nothing else, and a refusal on the error output', async () => {
    const done = await run([...registerGateway('fourth'), '--yes', '--json']);
    expect(JSON.parse(done.output)).toMatchObject({
      command: 'register-gateway',
      outcome: 'done',
      signature: expect.any(String) as string,
    });
    const again = await run([...registerGateway('fourth'), '--yes', '--json']);
    expect(JSON.parse(again.output)).toMatchObject({ outcome: 'already so' });
    const declined = await run([...registerGateway('fifth'), '--json'], { typed: 'n\n' });
    expect([declined.exitCode, JSON.parse(declined.output)]).toMatchObject([7, { outcome: 'declined', feeLamports: '5000' }]);
    const refused = await run([...asAdministrator('settings', '--settle-window-seconds', '1'), '--yes', '--json']);
    expect({ ...refused, errors: JSON.parse(refused.errors) as unknown }).toMatchObject({
      exitCode: 3,
      output: '',
      errors: { error: { code: 'refused', message: expect.stringContaining('InvalidSettings') as string, command: 'settings' } },
    });
  });

  it('a server that does not answer is a failure without the URL, which may hold a key', async () => {
    const rpc = 'http://127.0.0.1:1/secret-access-key';
    const words = [
      'treasury',
      'create',
      '--rpc',
      rpc,
      '--program',
      formatAddress(deployed.programId),
      '--key',
      terminal.keyFile('administrator'),
    ];
    const { exitCode, output, errors } = await run(words);
    expect({ exitCode, output }).toEqual({ exitCode: 5, output: '' });
    expect(errors).toMatch(/^oracle-gateway-admin: ledger getMultipleAccounts: /);
    expect(errors).not.toContain('secret-access-key');
  });

  it('the RPC server may stand in the environment', async () => {
    const words = ['show', '--program', formatAddress(deployed.programId), '--json'];
    const { exitCode, output } = await run(words, { environment: { ORACLE_GATEWAY_RPC: deployed.rpcUrl } });
    expect(exitCode).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ registryVersion: '1' });
    expect(await run(words)).toMatchObject({
      exitCode: 2,
      errors: expect.stringContaining('--rpc: is required, here, in ORACLE_GATEWAY_RPC, or in a profile by `config set rpc`') as string,
    });
  });

  it('a key is never printed', async () => {
    const secret = JSON.stringify([...secretKeyOf('administrator')]);
    const broken = terminal.file('broken.json', `${secret.slice(0, -1)},7]`);
    const results = [
      await run([...registerGateway('sixth'), '--yes']),
      await run([...onLedger('accept'), '--key', broken]),
      await run([...onLedger('accept'), '--key', secret]),
    ];
    expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 2, 2]);
    for (const { output, errors } of results) expect(`${output}${errors}`).not.toContain(secret.slice(1, 40));
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { parseSignature } from '@oracle-gateway/protocol';
import { formatMoney } from '@oracle-gateway/protocol/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { projectRoot } from '../../src/base/project-root.js';
import { ordinaryWorld } from './ordinary-world.js';
import { TestAgent } from './test-agent.js';
import type { TestWorld } from './test-world.js';

const FEED = 'coinbase/btc-usd';
const VALUE = '64628.31';

let test: TestWorld;
let home: string;
beforeAll(async () => {
  test = ordinaryWorld();
  home = await mkdtemp(join(tmpdir(), 'command-line-'));
});
afterAll(() => rm(home, { recursive: true }));

interface Ended {
  readonly exitCode: number;
  readonly output: string;
  readonly errors: string;
}

/** The built command as a process of its own, with a home folder that has no settings. */
async function run(
  words: readonly string[],
  input: { readonly typed?: string; readonly interruptAfterLines?: number } = {},
): Promise<Ended> {
  const bin = join(projectRoot(), 'packages/cli/dist/main.js');
  const child = spawn(process.execPath, [bin, ...words], { cwd: home, env: { PATH: process.env.PATH, HOME: home } });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    if (output.split('\n').length > (input.interruptAfterLines ?? Number.POSITIVE_INFINITY)) child.kill('SIGINT');
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  child.stdin.end(input.typed ?? '');
  const [exitCode] = (await once(child, 'close')) as [number];
  return { exitCode, output, errors };
}

function onLocalnet(...words: string[]): string[] {
  return [...words, '--localnet', test.world.stateFolder.manifest];
}

async function keyFile(name: 'subscriptionOwner', mode: number): Promise<string> {
  const path = join(home, `${name}-${mode}.json`);
  await writeFile(path, JSON.stringify(test.world.manifest.keys[name]));
  await chmod(path, mode);
  return path;
}

async function answerOf(...words: string[]): Promise<Record<string, unknown>> {
  const { exitCode, output, errors } = await run(onLocalnet('get', FEED, '--json', ...words));
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
  return JSON.parse(output) as Record<string, unknown>;
}

/** A gateway that answers another value than its nodes signed. */
async function forwardChanged(request: IncomingMessage, response: ServerResponse, gateway: string): Promise<void> {
  const body = await text(request);
  const answer = await fetch(`${gateway}${request.url ?? ''}`, {
    method: request.method ?? 'GET',
    headers: { 'content-type': 'application/json' },
    ...(body === '' ? {} : { body }),
  });
  response.writeHead(answer.status, { 'content-type': 'application/json', 'x-round-id': answer.headers.get('x-round-id') ?? '' });
  response.end((await answer.text()).replaceAll(VALUE, '99999.99'));
}

describe('the command line', () => {
  it('gets a feed of the catalogue in one line, without a key file, and prints its value alone', async () => {
    const { exitCode, output, errors } = await run(onLocalnet('get', FEED));
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: `${VALUE}\n` });
    expect(errors).toMatch(/^verified: nodes \d, \d, \d signed the median, observed at \S+Z, round \w+\n$/);
  });

  it('waits until the round is settled, and names the transaction', async () => {
    const { settlement } = await answerOf('--wait');
    expect(settlement).toMatchObject({ kind: 'settled', slot: expect.any(Number) as number });
    const { signature } = settlement as { signature: string };
    expect(parseSignature(signature)).toHaveLength(64);
  });

  it.each(['owner', 'delegate', 'session', 'x402'])('pays as %s', async (account) => {
    const { exitCode, output } = await run(onLocalnet('get', FEED, '--account', account, '--max-amount', '$0.003', '--wait'));
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: `${VALUE}\n` });
  });

  it('pays as an agent from an escrow that covers the round, and says what is missing otherwise', async () => {
    const agent = new TestAgent(test, 'agentPayer');
    const words = onLocalnet('get', FEED, '--account', 'agent', '--max-amount', formatMoney(agent.priceOf(3)), '--wait');
    const empty = await run(words);
    expect(empty).toMatchObject({ exitCode: 3, output: '' });
    expect(empty.errors).toContain('(escrow_underfunded)');
    await agent.payIn(agent.priceOf(3));
    expect(await run(words)).toMatchObject({ exitCode: 0, output: `${VALUE}\n` });
  });

  it('signs nothing for more than --max-amount', async () => {
    const { exitCode, output, errors } = await run(onLocalnet('get', FEED, '--account', 'x402', '--max-amount', '$0.002999'));
    expect({ exitCode, output }).toEqual({ exitCode: 3, output: '' });
    expect(errors).toContain('--max-amount: a round costs $0.003, and the account may spend $0.002999');
  });

  it('prints what the key was charged, in dollars', async () => {
    const words = onLocalnet('usage', '--account', 'x402', '--json');
    const paid = async (): Promise<number> => Number((JSON.parse((await run(words)).output) as { total: { amount: string } }).total.amount);
    const before = await paid();
    await answerOf('--account', 'x402', '--max-amount', '$0.003');
    const now = await paid();
    expect(now - before).toBe(3_000);
    const { exitCode, output, errors } = await run(onLocalnet('usage', '--account', 'x402'));
    expect(exitCode).toBe(0);
    expect(output.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`^total .* \\${formatMoney(BigInt(now))}$`));
    expect(errors).toMatch(/ by x402 for \$[\d.]+\.\n$/);
  });

  it('verifies a stored answer again, and prints no value of one that was changed', async () => {
    for (const stored of [await answerOf(), await answerOf('--account', 'x402', '--max-amount', '$0.003')]) {
      const again = await run(onLocalnet('verify', '-'), { typed: JSON.stringify(stored) });
      expect(again).toMatchObject({ exitCode: 0, output: `${VALUE}\n` });
      const otherSource = { ...stored, source: { ...(stored['source'] as object), responseParser: '$.data.base' } };
      for (const changed of [{ ...stored, quorum: 2 }, { ...stored, owner: test.world.manifest.programId }, otherSource])
        expect(await run(onLocalnet('verify', '-'), { typed: JSON.stringify(changed) })).toMatchObject({ exitCode: 4, output: '' });
    }
  });

  it('verifies the body of an answer against what the user says was asked for', async () => {
    const { answer, owner } = await answerOf();
    const typed = JSON.stringify(answer);
    const words = onLocalnet('verify', '-', '--source', FEED, '--quorum', '3', '--owner', owner as string);
    expect(await run(words, { typed })).toMatchObject({ exitCode: 0, output: `${VALUE}\n` });
    expect(await run(onLocalnet('verify', '-', '--quorum', '3'), { typed })).toMatchObject({ exitCode: 2, output: '' });
  });

  it('believes the program and the network of its user, never those of a gateway', async () => {
    const other = await run(onLocalnet('get', FEED, '--network', 'solana:mainnet'));
    expect(other).toMatchObject({ exitCode: 4, output: '' });
    // The mint is no oracle program.
    const none = await run(onLocalnet('get', FEED, '--program', test.world.manifest.usdcMint));
    expect(none).toMatchObject({ exitCode: 2, output: '' });
    expect(none.errors).toContain('the ledger has no Config of this program');
  });

  it('prints nothing of an answer that a gateway has changed', async () => {
    const lying = createServer((request, response) => {
      void forwardChanged(request, response, test.world.manifest.gatewayUrl);
    }).listen(0, '127.0.0.1');
    await once(lying, 'listening');
    const { port } = lying.address() as AddressInfo;
    const { exitCode, output, errors } = await run(onLocalnet('get', FEED, '--gateway', `http://127.0.0.1:${port}`));
    lying.closeAllConnections();
    lying.close();
    expect({ exitCode, output }).toEqual({ exitCode: 4, output: '' });
    expect(errors).not.toContain('99999');
  });

  it('tells a source without a value from a ledger that does not answer', async () => {
    const failing = `${test.world.manifest.sources.echo}/?status=500&body=`;
    expect(await run(onLocalnet('get', failing))).toMatchObject({ exitCode: 3, output: '' });
    expect(await run(onLocalnet('get', FEED, '--rpc', 'http://127.0.0.1:1'))).toMatchObject({ exitCode: 5, output: '' });
  });

  it('keeps a sign-in for commands without a key, and ends it', async () => {
    const key = await keyFile('subscriptionOwner', 0o600);
    // The sample key of the localnet has kept one.
    await run(onLocalnet('logout'));
    const { gatewayUrl, rpcUrl, programId, network } = test.world.manifest;
    for (const [name, value] of Object.entries({ gateway: gatewayUrl, rpc: rpcUrl, program: programId, network }))
      expect(await run(['config', 'set', name, value])).toMatchObject({ exitCode: 0 });
    expect(await run(['get', FEED, '--account', 'session'])).toMatchObject({ exitCode: 2, output: '' });
    expect(await run(['login', '--key', key])).toMatchObject({ exitCode: 0 });
    expect(await run(['get', FEED, '--account', 'session'])).toMatchObject({ exitCode: 0, output: `${VALUE}\n` });
    expect(await run(['logout'])).toMatchObject({ exitCode: 0, output: '' });
    expect(await run(['get', FEED, '--account', 'session'])).toMatchObject({ exitCode: 2, output: '' });
  });

  it('refuses a key file that other users can read', async () => {
    const { exitCode, output, errors } = await run(onLocalnet('get', FEED, '--key', await keyFile('subscriptionOwner', 0o644)));
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
    expect(errors).toContain('run chmod 600 on it');
  });

  it('watches a value, one line each, until Ctrl-C, which is success', async () => {
    const { exitCode, output } = await run(onLocalnet('watch', FEED, '--every', '100ms'), { interruptAfterLines: 2 });
    expect(exitCode).toBe(0);
    expect(output).toMatch(new RegExp(`^(${VALUE.replace('.', '\\.')}\n){2,}$`));
    const counted = await run(onLocalnet('watch', FEED, '--every', '100ms', '--count', '2', '-q'));
    expect(counted).toEqual({ exitCode: 0, output: `${VALUE}\n${VALUE}\n`, errors: '' });
  });

  it('lists feeds, nodes and what became of a round', async () => {
    const feeds = await run(onLocalnet('feeds', 'coinbase btc', '--json'));
    expect(JSON.parse(feeds.output)).toMatchObject({ name: FEED, quorum: 3, credential: 'none' });
    const nodes = await run(onLocalnet('nodes', '--json'));
    expect(
      nodes.output
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { index: number }).index),
    ).toEqual([0, 1, 2, 3, 4]);
    const { roundId } = await answerOf('--wait');
    expect((await run(onLocalnet('rounds', roundId as string))).output).toMatch(/^settled by \w+\n$/);
    expect(await run(onLocalnet('rounds', test.world.manifest.programId))).toMatchObject({ exitCode: 3, output: '' });
  });

  it('tries a source: what the nodes see, what would be signed, and what a round costs', async () => {
    const { exitCode, output, errors } = await run(onLocalnet('simulate', FEED));
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: `${VALUE}\n` });
    expect(errors.match(/^node +\d {2}64628\.31 {2}\d+ ms$/gm)?.length).toBeGreaterThanOrEqual(3);
    expect(errors).toMatch(/^a round costs: .*subscription \$\d+/m);
    const json = JSON.parse((await run(onLocalnet('simulate', FEED, '--json', '--account', 'delegate'))).output) as object;
    expect(json).toMatchObject({ verified: false, quorum: 3, wouldSign: { value: VALUE } });
    // It is no answer that could be verified.
    expect(await run(onLocalnet('verify', '-'), { typed: JSON.stringify(json) })).toMatchObject({ output: '' });
  });

  it('says why no value would be signed, with exit code 3', async () => {
    const failing = `${test.world.manifest.sources.echo}/?status=500&body=`;
    const { exitCode, output, errors } = await run(onLocalnet('simulate', failing));
    expect({ exitCode, output }).toEqual({ exitCode: 3, output: '' });
    expect(errors).toContain('upstream_failure');
    expect(errors).toContain('no value would be signed');
  });

  it('tells what is left to an account, and its rounds', async () => {
    const { roundId } = await answerOf('--wait');
    for (const account of ['owner', 'delegate', 'session', 'agent']) {
      const { exitCode, output } = await run(onLocalnet('quota', '--json', '--account', account));
      expect({ exitCode, account }).toEqual({ exitCode: 0, account });
      expect(JSON.parse(output)).toMatchObject(account === 'agent' ? { ataBalance: expect.any(String) as string } : { state: 'active' });
    }
    const list = await run(onLocalnet('rounds', '--limit', '50'));
    expect(list.exitCode).toBe(0);
    expect(list.output.split('\n').find((line) => line.includes(roundId as string))).toMatch(/^\S+Z {2}settled /);
    expect(await run(onLocalnet('quota', '--account', 'x402'))).toMatchObject({ exitCode: 2, output: '' });
  });
});

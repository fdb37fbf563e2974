import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const BIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'cli-process-'));
  // npm makes the file executable when it installs it.
  chmodSync(BIN, 0o755);
  symlinkSync(BIN, join(home, 'oracle-gateway'));
});
afterAll(() => rmSync(home, { recursive: true }));

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** A gateway of this test alone. */
async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function start(command: string, words: readonly string[]): ChildProcess {
  return spawn(command, words, { cwd: home, env: { PATH: `${home}:${process.env.PATH}`, HOME: home } });
}

async function end(child: ChildProcess, typed = '') {
  const [output, errors]: Buffer[][] = [[], []];
  child.stdout!.on('data', (chunk: Buffer) => output!.push(chunk));
  child.stderr!.on('data', (chunk: Buffer) => errors!.push(chunk));
  child.stdin!.end(typed);
  const [exitCode] = (await once(child, 'close')) as [number];
  return { exitCode, output: Buffer.concat(output!).toString(), errors: Buffer.concat(errors!).toString() };
}

function run(words: readonly string[], typed = '') {
  return end(start('oracle-gateway', words), typed);
}

function bash(script: string) {
  return end(start('bash', ['--norc', '-c', script]));
}

describe('the command as a process', () => {
  it('reads a source from a pipe, and writes the result into one', async () => {
    const source = JSON.stringify({ url: 'https://host.test/', method: 'GET' });
    const { exitCode, output, errors } = await run(['source-id', '-'], source);
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
    expect(output).toMatch(/^0x[0-9a-f]{64}\n$/);
    expect((await bash(`echo '${source}' | oracle-gateway source-id - | cat`)).output).toBe(output);
  });

  it('tells wrong usage and an unreachable gateway apart by the exit code', async () => {
    expect(await run(['feeds', '--gateway', 'nowhere'])).toMatchObject({ exitCode: 2, output: '' });
    const { exitCode, output, errors } = await run(['feeds', '--gateway', 'http://127.0.0.1:1']);
    expect({ exitCode, output }).toEqual({ exitCode: 5, output: '' });
    expect(errors).toMatch(
      /^oracle-gateway: cannot reach the gateway at http:\/\/127\.0\.0\.1:1 \(.*\): is it running\? --gateway names another\n$/,
    );
  });

  it('ends without a word where no process reads its output', async () => {
    const feeds = Array.from({ length: 5_000 }, (_, place) => ({
      id: `feed-${place}`,
      title: 't'.repeat(40),
      names: ['one'],
      apiConfig: {},
      sourceId: '',
    }));
    const provider = { id: 'one', aggregation: { mode: 'exact', minSignatures: 2 }, flows: [{ credential: { mode: 'none' }, feeds }] };
    const gateway = await serve(({ url }, response) => {
      const data = url === '/v1/providers' ? { providers: [{ id: 'one' }] } : provider;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ status: 'ok', data }));
    });
    const { output, errors } = await bash(`oracle-gateway feeds --gateway ${gateway} | head -1; echo "\${PIPESTATUS[0]}"`);
    expect(errors).toBe('');
    expect(output).toMatch(/^one\/feed-0 .*\n0\n$/);
  });

  describe('where the gateway ends an operation', () => {
    const text =
      'GET /v1/nodes of the gateway is deprecated and ends on 2027-12-31; install a later version of @oracle-gateway/cli before it ends';
    const node = { index: 0, operator: 'one', publicKey: '0x1' };
    const serveEnding = (nodes: object): Promise<string> =>
      serve((_request, response) => {
        response.setHeader('deprecation', '@1801353600').setHeader('sunset', 'Fri, 31 Dec 2027 00:00:00 GMT');
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ status: 'ok', data: { registryVersion: 1, minSigners: 3, nodes } }));
      });

    it('says so on the standard error, beside a result that is as it was', async () => {
      const gateway = await serveEnding([node]);
      const { exitCode, output, errors } = await run(['nodes', '--gateway', gateway]);
      expect({ exitCode, errors }).toEqual({
        exitCode: 0,
        errors: `oracle-gateway: warning: ${text}\nregistry version 1, at least 3 sign\n`,
      });
      expect((await run(['nodes', '--quiet', '--gateway', gateway])).errors).toBe('');
      expect(output).toBe('  0  one  0x1\n');
    });

    it('says so as one line of JSON with --json, before a failure too', async () => {
      const warning = { code: 'deprecated', message: text, operation: 'GET /v1/nodes', endsAt: '2027-12-31T00:00:00.000Z' };
      const told = await run(['nodes', '--json', '--gateway', await serveEnding([node])]);
      expect(JSON.parse(told.errors)).toEqual({ warning });
      expect(JSON.parse(told.output)).toEqual(node);
      server?.close();
      const failed = await run(['nodes', '--json', '--gateway', await serveEnding({})]);
      const lines: unknown[] = failed.errors
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line));
      expect(lines).toEqual([{ warning }, { error: expect.objectContaining({ exitCode: failed.exitCode }) as object }]);
      expect(failed.output).toBe('');
    });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends at %s while it waits, with 130', async (signal) => {
    let asked: (() => void) | undefined;
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    // Never answers.
    const gateway = await serve(() => asked?.());
    const child = start('oracle-gateway', ['nodes', '--gateway', gateway]);
    const ended = end(child);
    await isAsked;
    child.kill(signal);
    expect(await ended).toMatchObject({ exitCode: 130, output: '', errors: 'oracle-gateway: interrupted\n' });
  });
});

describe('completion in bash', () => {
  /** Words that a TAB after the last word would propose. */
  async function complete(...words: readonly string[]): Promise<readonly string[]> {
    const typed = ['oracle-gateway', ...words].map((word) => `'${word}'`).join(' ');
    const { exitCode, output, errors } = await bash(
      `source <(oracle-gateway completion bash); COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _oracle_gateway; printf '%s\\n' "\${COMPREPLY[@]}"; complete -p oracle-gateway`,
    );
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
    const lines = output.trimEnd().split('\n');
    expect(lines.at(-1)).toBe('complete -o default -F _oracle_gateway oracle-gateway');
    return lines.slice(0, -1).filter((line) => line !== '');
  }

  it('proposes commands, flags, feeds and settings', async () => {
    expect(await complete('so')).toEqual(['source-id']);
    expect(await complete('get', 'coinbase/btc')).toEqual(['coinbase/btc-usd']);
    expect(await complete('get', 'coinbase/btc-usd', 'coinbase/eth')).toEqual(['coinbase/eth-usd']);
    expect(await complete('get', '--max')).toEqual(['--max-bytes', '--max-amount']);
    expect(await complete('config', 'set', 'gate')).toEqual(['gateway']);
  });

  it('evaluates nothing of what is typed', async () => {
    const trap = join(home, 'trap');
    expect(await complete('watch', `$(touch ${trap})`, `; touch ${trap}`, '')).toEqual([]);
    expect(existsSync(trap)).toBe(false);
  });
});

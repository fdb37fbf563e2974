import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';

import { eventually } from '@oracle-gateway/dev-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { MAX_COLUMNS } from '../../src/demo/format.js';
import type { Manifest } from '../../src/index.js';
import { projectRoot } from '../../src/base/project-root.js';
import { inTurn } from './start-turns.js';

const MAIN = join(projectRoot(), 'apps/localnet/dist/main.js');
/** An app that has lost its launcher may take ten seconds to close in order. */
const OFTEN = { interval: 50 };

const folders: string[] = [];
const running: ChildProcess[] = [];
const servers: Server[] = [];
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  for (const server of servers) server.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function newStateFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'localnet-test-'));
  folders.push(folder);
  return folder;
}

interface Launched {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exitCode: Promise<number | null>;
}

/** Resolves when its world has started, or when it has ended. */
async function launch(state: string, ...flags: readonly string[]): Promise<Launched> {
  return inTurn(async () => {
    const launched = spawnLauncher(state, flags);
    let hasEnded = false;
    void launched.exitCode.then(() => (hasEnded = true));
    await eventually(() => assert(hasEnded || existsSync(join(state, 'manifest.json'))));
    return launched;
  });
}

function spawnLauncher(state: string, flags: readonly string[]): Launched {
  const child = spawn(process.execPath, [MAIN, '--state', state, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { child, output: () => output, exitCode: once(child, 'exit').then(([code]) => code as number | null) };
}

/** A zombie, which only its parent can bury, is not alive. Linux alone leaves one to a process that buries no child. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function readPids(state: string): Promise<number[]> {
  const manifest = JSON.parse(await readFile(join(state, 'manifest.json'), 'utf8')) as Manifest;
  const { gateway, worker, redis, nodes } = manifest.pids;
  return [gateway, ...worker, redis, ...nodes];
}

interface Standing extends Launched {
  readonly state: string;
  readonly pids: readonly number[];
}

async function launchUntilStanding(...flags: readonly string[]): Promise<Standing> {
  const state = await newStateFolder();
  const launched = await launch(state, '--port', '0', ...flags);
  await eventually(() => assert(launched.output().includes('Ctrl-C stops everything.'), launched.output()));
  return { ...launched, state, pids: await readPids(state) };
}

/** A source on a free port of this machine, which answers every request with this text. */
async function serveText(text: string): Promise<string> {
  const server = createHttpServer((_request, response) => response.end(text));
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

/** Output of the command line for a price of this source, from both streams. */
async function priceAt(source: string, { state }: Standing): Promise<string> {
  const cli = join(projectRoot(), 'packages/cli/dist/main.js');
  const flags = ['get', `http://${source}/price`, '--path', '$.price', '--localnet', join(state, 'manifest.json')];
  const asked = spawn(process.execPath, [cli, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [printed, told] = await Promise.all([readAll(asked.stdout), readAll(asked.stderr)]);
  return printed + told;
}

describe('a running localnet', () => {
  let standing: Standing;
  let source: string;
  beforeAll(async () => {
    source = await serveText('{"price":"101.5"}');
    standing = await launchUntilStanding('--source', source);
  });

  it('has its nodes fetch a source of the user’s own that --source names, and no other of this machine', async () => {
    const { ownSources } = JSON.parse(await readFile(join(standing.state, 'manifest.json'), 'utf8')) as Manifest;
    expect(ownSources).toEqual([source]);
    expect(await priceAt(source, standing)).toMatch(/^101\.5$/m);
    // No address and no request id holds these characters.
    expect(await priceAt(await serveText('{"price":"66.6125"}'), standing)).not.toContain('66.6125');
  });

  it('refuses a second one in the same folder', async () => {
    const second = await launch(standing.state, '--once', '--port', '0');
    expect(await second.exitCode).toBe(1);
    expect(second.output()).toContain(`process ${standing.child.pid ?? 0}`);
  });

  it('stops every process on Ctrl-C, removes its manifest and leaves with 0', async () => {
    const { child, exitCode, pids, state } = standing;
    expect(pids.every(isAlive)).toBe(true);
    child.kill('SIGINT');
    expect(await exitCode).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(existsSync(join(state, 'manifest.json'))).toBe(false);
  });
});

describe('a localnet that is killed itself', () => {
  let killed: Standing;
  beforeAll(async () => {
    killed = await launchUntilStanding();
    killed.child.kill('SIGKILL');
  });

  it('leaves no orphan', async () => {
    expect(await killed.exitCode).toBeNull();
    await expect.poll(() => killed.pids.filter(isAlive), OFTEN).toEqual([]);
  });

  it('leaves its folder to npm start -- --once, which runs the demo, checks every claim it prints, leaves with 0 and leaves nothing running', async () => {
    const { state } = killed;
    const { output, exitCode } = await launch(state, '--once', '--port', '0');
    const pids = await readPids(state);
    expect(await exitCode).toBe(0);
    const tolds = [
      '64628.31',
      'refused',
      'receipt',
      '1,000,000 before, 999,999 now',
      'settled together',
      'exact with 18 decimals',
      '3,000 atomic units more',
    ];
    for (const told of [...tolds, 'Everything above was checked']) {
      expect(output()).toContain(told);
    }
    expect(
      output()
        .split('\n')
        .filter((line) => line.length > MAX_COLUMNS),
    ).toEqual([]);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(existsSync(join(state, 'manifest.json'))).toBe(false);
  });
});

describe('the launcher refuses', () => {
  it('a taken port, naming the flag', async () => {
    const squatter = createServer();
    await once(squatter.listen(0, '127.0.0.1'), 'listening');
    const address = squatter.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { output, exitCode } = await launch(await newStateFolder(), '--once', '--port', String(port));
    expect(await exitCode).toBe(1);
    expect(output()).toContain(`port ${port} (gateway) is taken`);
    expect(output()).toContain('--port');
    squatter.close();
  });

  it('an unknown flag, with exit code 2', async () => {
    const { output, exitCode } = await launch(await newStateFolder(), '--frobnicate');
    expect(await exitCode).toBe(2);
    expect(output()).toContain('--frobnicate');
  });
});

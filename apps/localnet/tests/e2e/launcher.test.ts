import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { MAX_COLUMNS } from '../../src/demo/format.js';
import type { Manifest } from '../../src/index.js';
import { projectRoot } from '../../src/world/project-root.js';

vi.setConfig({ testTimeout: 90_000 });

const MAIN = join(projectRoot(), 'apps/localnet/dist/main.js');
const POLL = { timeout: 60_000, interval: 50 };
/** An app that has lost its launcher may take ten seconds to close in order. */
const GONE = { timeout: 15_000, interval: 50 };

let state: string;
const running: ChildProcess[] = [];
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'localnet-test-'));
});
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  await rm(state, { recursive: true, force: true });
});

interface Launched {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exitCode: Promise<number | null>;
}

function launch(...flags: readonly string[]): Launched {
  const child = spawn(process.execPath, [MAIN, '--state', state, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { child, output: () => output, exitCode: once(child, 'exit').then(([code]) => code as number | null) };
}

/** A zombie, which only its parent can bury, is not alive. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function readPids(): Promise<number[]> {
  const manifest = JSON.parse(await readFile(join(state, 'manifest.json'), 'utf8')) as Manifest;
  const { gateway, worker, redis, nodes } = manifest.pids;
  return [gateway, ...worker, redis, ...nodes];
}

async function launchUntilStanding(): Promise<Launched & { readonly pids: readonly number[] }> {
  const launched = launch('--port', '0');
  await expect.poll(launched.output, POLL).toContain('Ctrl-C stops everything.');
  return { ...launched, pids: await readPids() };
}

describe('npm start -- --once', () => {
  it('runs the demo, checks every claim it prints, leaves with 0 and leaves nothing running', async () => {
    const { output, exitCode } = launch('--once', '--port', '0');
    await expect.poll(() => existsSync(join(state, 'manifest.json')), POLL).toBe(true);
    const pids = await readPids();
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

describe('a running localnet', () => {
  it('stops every process on Ctrl-C, removes its manifest and leaves with 0', async () => {
    const { child, exitCode, pids } = await launchUntilStanding();
    expect(pids.every(isAlive)).toBe(true);
    child.kill('SIGINT');
    expect(await exitCode).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(existsSync(join(state, 'manifest.json'))).toBe(false);
  });

  it('leaves no orphan when it is killed itself, and the next start takes over its folder', async () => {
    const { child, exitCode, pids } = await launchUntilStanding();
    child.kill('SIGKILL');
    expect(await exitCode).toBeNull();
    await expect.poll(() => pids.filter(isAlive), GONE).toEqual([]);
    const next = launch('--once', '--port', '0');
    expect(await next.exitCode).toBe(0);
  });

  it('refuses a second one in the same folder', async () => {
    const { child } = await launchUntilStanding();
    const second = launch('--once', '--port', '0');
    expect(await second.exitCode).toBe(1);
    expect(second.output()).toContain(`process ${child.pid ?? 0}`);
  });
});

describe('the launcher refuses', () => {
  it('a taken port, naming the flag', async () => {
    const squatter = createServer();
    await once(squatter.listen(0, '127.0.0.1'), 'listening');
    const address = squatter.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { output, exitCode } = launch('--once', '--port', String(port));
    expect(await exitCode).toBe(1);
    expect(output()).toContain(`port ${port} (gateway) is taken`);
    expect(output()).toContain('--port');
    squatter.close();
  });

  it('an unknown flag, with exit code 2', async () => {
    const { output, exitCode } = launch('--frobnicate');
    expect(await exitCode).toBe(2);
    expect(output()).toContain('--frobnicate');
  });
});

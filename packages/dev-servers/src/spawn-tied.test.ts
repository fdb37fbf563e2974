import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { spawnTied } from './spawn-tied.mjs';

describe('spawnTied', () => {
  it('starts the program itself: its process id, its output, its exit code', async () => {
    const child = spawnTied(process.execPath, ['--eval', 'console.log(process.pid); process.exitCode = 7'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
    expect(await once(child, 'close')).toEqual([7, null]);
    expect(Number(output)).toBe(child.pid);
  });

  it('adds variables to those of this process', async () => {
    const child = spawnTied(process.execPath, ['--eval', 'process.stdout.write(`${process.env.ADDED} ${process.env.PATH}`)'], {
      addedEnv: { ADDED: 'added' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
    await once(child, 'close');
    expect(output).toBe(`added ${process.env.PATH ?? ''}`);
  });

  it.runIf(existsSync('/usr/bin/setpriv'))('ends the program when this process is killed', async () => {
    const program = `
      import { spawnTied } from ${JSON.stringify(new URL('spawn-tied.mjs', import.meta.url).pathname)};
      spawnTied(process.execPath, ['--eval', 'console.log("runs"); setInterval(() => {}, 1_000)'], { stdio: 'inherit' });
    `;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(parent.stdout, 'data');
    // The program holds the other end of this pipe, which closes when it is gone too.
    const ended = once(parent.stdout, 'close');
    parent.stdout.resume();
    parent.kill('SIGKILL');
    await ended;
  });
});

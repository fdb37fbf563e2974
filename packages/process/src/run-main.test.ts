import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';

const MIB = 1_048_576;
const EXIT_CODE = 3;

/** A program of one file that runs `body` with `io`, as a command of ours does. */
async function programOf(body: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'run-main-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const outfile = join(folder, 'main.mjs');
  const contents = `import { runMain } from './run-main.ts';\nawait runMain(async (io) => { ${body} });`;
  await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  return outfile;
}

it('a command ends with its code once a slow reader has all that it wrote', async () => {
  const main = await programOf(`io.write('o'.repeat(${MIB})); return ${EXIT_CODE};`);
  const child = spawn(process.execPath, [main], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'close');
  let read = 0;
  for await (const chunk of child.stdout) {
    read += (chunk as Buffer).length;
    await turn();
  }
  expect([read, await exited]).toEqual([MIB, [EXIT_CODE, null]]);
});

it('a command ends with its code though its reader has left', async () => {
  const main = await programOf(`io.write('o'.repeat(${MIB})); return ${EXIT_CODE};`);
  const child = spawn(process.execPath, [main], { stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await exited).toEqual([EXIT_CODE, null]);
});

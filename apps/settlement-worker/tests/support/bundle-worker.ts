import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';

/** The program in one file, so that tests run the real process without a build of the workspace. */
export interface WorkerBundle {
  readonly folder: string;
  readonly main: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    workerBundle: WorkerBundle;
  }
}

/** Vitest global set-up: one bundle for all files. Tests read where it is with `inject('workerBundle')`. */
export async function setup({ provide }: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'settlement-worker-'));
  const main = join(folder, 'main.mjs');
  await build({
    entryPoints: [new URL('../../src/main.ts', import.meta.url).pathname],
    outfile: main,
    bundle: true,
    platform: 'node',
    // The board is off unless a file switches it on, and found from its own package.
    external: ['@bull-board/*'],
    format: 'esm',
    target: 'node20',
    conditions: ['@oracle-gateway/source'],
    banner: { js: "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);" },
    logLevel: 'silent',
  });
  provide('workerBundle', { folder, main });
  return () => rm(folder, { recursive: true });
}

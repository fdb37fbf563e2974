import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsup';
import type { TestProject } from 'vitest/node';

/** Builds the program of a thread from the sources, as the service is built. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'source-thread-'));
  await build({
    config: false,
    entry: { 'source-thread': fileURLToPath(new URL('../src/source/threads/source-thread.ts', import.meta.url)) },
    outDir: folder,
    format: ['cjs'],
    dts: false,
    silent: true,
    platform: 'node',
    noExternal: [/./],
    esbuildOptions: (options) => {
      options.conditions = ['@oracle-gateway/source'];
    },
  });
  provide('threadProgram', pathToFileURL(join(folder, 'source-thread.cjs')).href);
  return () => rm(folder, { recursive: true });
}

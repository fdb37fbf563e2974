import { execFileSync } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, defineConfig, type Options } from 'tsup';
import { TARGET } from './scripts/one-file.mjs';
import { writeDeclarations } from './scripts/write-declarations.mjs';

export { bundledLicences } from './scripts/bundled-licences.mjs';
export { llmsFullText } from './scripts/docs/llms.mjs';

/** A published library: ESM with declarations and source maps. */
export function library(entry: string[], options: Options = {}): ReturnType<typeof defineConfig> {
  return defineConfig({
    entry,
    format: ['esm'],
    sourcemap: true,
    clean: true,
    target: 'es2022',
    platform: 'neutral',
    splitting: true,
    // The native compiler writes in half a second what tsup's `dts` takes three for.
    onSuccess: () => {
      writeDeclarations(process.cwd(), entry);
      return Promise.resolve();
    },
    ...options,
  });
}

/** An app: ESM for Node; its dependencies stay outside the bundle. */
export function app(entry: string[], options: Options = {}): ReturnType<typeof defineConfig> {
  return defineConfig({ entry, format: ['esm'], dts: false, sourcemap: true, clean: true, target: TARGET, platform: 'node', ...options });
}

/** Packages that are not published: their sources are bundled, not their built files, so that what is not used stays out. */
export const PRIVATE_PACKAGES = [
  '@oracle-gateway/app-config',
  '@oracle-gateway/caller',
  '@oracle-gateway/fair-share',
  '@oracle-gateway/process',
  '@oracle-gateway/vouching',
];

/**
 * A service that is published: `npx` runs it. It is built once more for the worlds of this repository, which start many processes: all its
 * dependencies in one file with a code cache, `dist/standalone/main.js`. Node takes four times as long to find, load and compile hundreds of
 * modules. That file is not published.
 *
 * @param input.threads programs of its threads, which it finds beside the file that runs
 * @param input.onBuilt what is left to do then
 */
export function service(
  entry: string[],
  { threads = [], onBuilt }: { readonly threads?: string[]; readonly onBuilt?: () => Promise<void> } = {},
): ReturnType<typeof defineConfig> {
  return app(entry, {
    noExternal: PRIVATE_PACKAGES,
    esbuildOptions: fromSources,
    onSuccess: async () => {
      for (const thread of threads) await buildThread(thread);
      await bundle();
      await copyFile(fileURLToPath(new URL('scripts/standalone-main.mjs', import.meta.url)), join(STANDALONE, 'main.js'));
      // A start that asks for help alone calls what every start calls at first.
      execFileSync(process.execPath, [join(STANDALONE, 'main.js'), '--help'], { env: { ...process.env, WRITE_CODE_CACHE: '1' } });
      await onBuilt?.();
    },
  });
}

const STANDALONE = 'dist/standalone';

/**
 * Builds the program of a thread twice: to be published, beside the service, and with all its dependencies, beside the standalone one. It shares no
 * file with the service, so that a thread loads only what it uses.
 */
async function buildThread(path: string): Promise<void> {
  const shared: Options = {
    config: false,
    entry: [path],
    dts: false,
    sourcemap: true,
    silent: true,
    target: TARGET,
    platform: 'node',
    splitting: false,
    esbuildOptions: fromSources,
  };
  await build({ ...shared, format: ['esm'], outDir: 'dist', noExternal: PRIVATE_PACKAGES });
  await build({ ...shared, format: ['cjs'], outDir: STANDALONE, outExtension: () => ({ js: '.cjs' }), noExternal: [/./] });
}

/** Takes packages of this repository as sources: what is not used stays out. */
export function fromSources(options: { conditions?: string[] }): void {
  options.conditions = ['@oracle-gateway/source'];
}

/** Bundles the program as CommonJS: Node takes a code cache of scripts alone. */
function bundle(): Promise<void> {
  return build({
    config: false,
    entry: { program: 'src/main.ts' },
    outDir: STANDALONE,
    format: ['cjs'],
    outExtension: () => ({ js: '.cjs' }),
    dts: false,
    sourcemap: true,
    silent: true,
    target: TARGET,
    platform: 'node',
    splitting: false,
    // The board of a worker is off in every world.
    noExternal: [/^(?!@bull-board\/)/],
    define: { 'import.meta.url': 'urlOfThisFile' },
    banner: { js: "const urlOfThisFile = require('node:url').pathToFileURL(__filename).href;" },
    esbuildOptions: (options) => {
      options.charset = 'ascii';
      // A trace needs the places, not the texts.
      options.sourcesContent = false;
    },
  });
}

import { execFileSync } from 'node:child_process';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as esbuild } from 'esbuild';
import { build, defineConfig, type Options } from 'tsup';
import { bundledLicences } from './scripts/bundled-licences.mjs';
import { TARGET } from './scripts/one-file.mjs';
import { copyDeclarations, writeDeclarations } from './scripts/write-declarations.mjs';

export { bundledLicences };
export { writeDeclarations } from './scripts/write-declarations.mjs';
export { llmsFullText } from './scripts/docs/llms.mjs';

export interface LibraryOptions extends Options {
  /** Whether `dist/cjs` holds the library for consumers that load CommonJS alone: TypeScript that compiles to it, Jest. */
  readonly commonjs?: boolean;
}

/** A published library: one module for each source, so that a bundler leaves out what is not used, with declarations and maps. */
export function library(entry: string[], { commonjs = false, ...options }: LibraryOptions = {}): ReturnType<typeof defineConfig> {
  return defineConfig(async () => ({
    ...LIBRARY,
    ...options,
    entry: await reachedSources(entry),
    clean: true,
    format: ['esm'],
    splitting: false,
    esbuildPlugins: [SOURCES_STAY_APART],
    // The native compiler writes in half a second what tsup's `dts` takes three for.
    onSuccess: async () => {
      writeDeclarations(process.cwd(), entry);
      if (commonjs) await buildCommonJs(entry, options);
    },
  }));
}

const LIBRARY: Options = { sourcemap: true, target: 'es2022', platform: 'neutral' };

/** Imports of a package's own sources stay imports. No source of a library has an effect when it is loaded. */
const SOURCES_STAY_APART: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'sources stay apart',
  setup(bundler) {
    bundler.onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, importer }) =>
      importer === '' || importer.includes('node_modules') ? undefined : { path, external: true, sideEffects: false },
    );
  },
};

/** The modules of `src/` that the entries reach. */
async function reachedSources(entryPoints: string[]): Promise<string[]> {
  const { metafile } = await esbuild({
    entryPoints,
    bundle: true,
    packages: 'external',
    write: false,
    outdir: 'unwritten',
    metafile: true,
    platform: 'node',
    format: 'esm',
  });
  return Object.keys(metafile.inputs).filter((path) => path.endsWith('.ts'));
}

/** Packages without CommonJS: `require` finds them on each Node that is served, but Jest does not. */
const ESM_ONLY = [/^@noble\//, '@scure/base', 'canonicalize', /^@bitauth\//];

/** A module for each entry, and what they share. Types are the same, in a folder whose modules the compiler takes for CommonJS. */
async function buildCommonJs(entry: string[], { noExternal = [], ...options }: Options): Promise<void> {
  await build({
    ...LIBRARY,
    ...options,
    config: false,
    entry,
    outDir: COMMONJS_FOLDER,
    format: ['cjs'],
    outExtension: () => ({ js: '.js' }),
    dts: false,
    silent: true,
    splitting: true,
    shims: true,
    sourcemap: false,
    metafile: true,
    noExternal: [...noExternal, ...ESM_ONLY],
  });
  await writeLicences(COMMONJS_FOLDER, 'metafile-cjs.json');
  copyDeclarations('dist', COMMONJS_FOLDER);
  await writeFile(join(COMMONJS_FOLDER, 'package.json'), '{ "type": "commonjs" }\n');
}

const COMMONJS_FOLDER = 'dist/cjs';

async function writeLicences(folder: string, metafile: string): Promise<void> {
  const path = join(folder, metafile);
  const licences = bundledLicences({ metafiles: [await readFile(path, 'utf8')], from: '.' });
  await rm(path);
  if (licences !== '') await writeFile(join(folder, 'THIRD-PARTY-NOTICES.txt'), licences);
}

/** An app: ESM for Node; its dependencies stay outside the bundle. */
export function app(entry: string[], options: Options = {}): ReturnType<typeof defineConfig> {
  return defineConfig({ entry, format: ['esm'], dts: false, sourcemap: true, clean: true, target: TARGET, platform: 'node', ...options });
}

/**
 * A command that is published, and no library beside it. It starts with its tree alone: the parts of one command are loaded when it runs. The
 * packages of this repository are within it: Node takes longer to find and load their files, one a source, than to run them. So is json-p3, which is
 * patched. Packages of others stay dependencies.
 */
export function command(entry: string[]): ReturnType<typeof defineConfig> {
  return app(entry, {
    splitting: true,
    skipNodeModulesBundle: true,
    noExternal: [/^@oracle-gateway\//, 'json-p3'],
    esbuildOptions: (options) => {
      fromSources(options);
      options.mainFields = ['module', 'main'];
    },
    metafile: true,
    onSuccess: () => writeLicences('dist', 'metafile-esm.json'),
  });
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

import { build, defineConfig, type Options } from 'tsup';
import { writeDeclarations } from './scripts/write-declarations.mjs';

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
  return defineConfig({ entry, format: ['esm'], dts: false, sourcemap: true, clean: true, target: 'node20', platform: 'node', ...options });
}

/** Packages that are not published: their sources are bundled, not their built files, so that what is not used stays out. */
const PRIVATE_PACKAGES = [
  '@oracle-gateway/app-config',
  '@oracle-gateway/caller',
  '@oracle-gateway/fair-share',
  '@oracle-gateway/process',
  '@oracle-gateway/vouching',
];

/**
 * A service that is published: `npx` runs it. It is built once more with all its dependencies in one file, `dist/standalone/main.js`: a world
 * starts many processes, and Node takes twice as long to find and load hundreds of modules as the app takes for the rest of its start. That file
 * is not published.
 */
export function service(entry: string[]): ReturnType<typeof defineConfig> {
  return app(entry, {
    noExternal: PRIVATE_PACKAGES,
    esbuildOptions: (options) => {
      options.conditions = ['@oracle-gateway/source'];
    },
    onSuccess: () => bundle({ main: 'src/main.ts' }),
  });
}

// Modules of CommonJS ask for these.
const COMMONJS = `import { createRequire as createRequireHere } from 'node:module';
import { dirname as dirnameHere } from 'node:path';
import { fileURLToPath as pathOfHere } from 'node:url';
const require = createRequireHere(import.meta.url);
const __filename = pathOfHere(import.meta.url);
const __dirname = dirnameHere(__filename);`;

function bundle(entry: Record<string, string>): Promise<void> {
  return build({
    config: false,
    entry,
    outDir: 'dist/standalone',
    format: ['esm'],
    dts: false,
    sourcemap: true,
    silent: true,
    target: 'node20',
    platform: 'node',
    splitting: false,
    // The addon of the curve is found from its own package.
    external: ['@oracle-gateway/schnorr/native'],
    // The board of a worker is off in every world.
    noExternal: [/^(?!@bull-board\/)/],
    banner: { js: COMMONJS },
    esbuildOptions: (options) => {
      // Node reads the map at each start: it needs the places, not the texts.
      options.sourcesContent = false;
    },
  });
}

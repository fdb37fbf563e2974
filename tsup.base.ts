import { build, defineConfig, type Options } from 'tsup';
import { COMMONJS, TARGET } from './scripts/one-file.mjs';
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
  return defineConfig({ entry, format: ['esm'], dts: false, sourcemap: true, clean: true, target: TARGET, platform: 'node', ...options });
}

/** Packages that are not published: their sources are bundled, not their built files, so that what is not used stays out. */
const PRIVATE_PACKAGES = [
  '@oracle-gateway/app-config',
  '@oracle-gateway/caller',
  '@oracle-gateway/fair-share',
  '@oracle-gateway/node-stream',
  '@oracle-gateway/process',
  '@oracle-gateway/vouching',
];

/**
 * A service that is published: `npx` runs it. It is built once more with all its dependencies in one file, `dist/standalone/main.js`: a world
 * starts many processes, and Node takes twice as long to find and load hundreds of modules as the app takes for the rest of its start. That file
 * is not published.
 *
 * @param onBuilt what is left to do then
 */
export function service(entry: string[], onBuilt?: () => Promise<void>): ReturnType<typeof defineConfig> {
  return app(entry, {
    noExternal: PRIVATE_PACKAGES,
    esbuildOptions: (options) => {
      options.conditions = ['@oracle-gateway/source'];
    },
    onSuccess: async () => {
      await bundle({ main: 'src/main.ts' });
      await onBuilt?.();
    },
  });
}

function bundle(entry: Record<string, string>): Promise<void> {
  return build({
    config: false,
    entry,
    outDir: 'dist/standalone',
    format: ['esm'],
    dts: false,
    sourcemap: true,
    silent: true,
    target: TARGET,
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

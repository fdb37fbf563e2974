import { defineConfig, type Options } from 'tsup';
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

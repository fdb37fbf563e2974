import { basename } from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';

/** Options of every script and style of the page. */
export const PAGE_BUILD = {
  bundle: true,
  minify: true,
  // A part that is loaded later has a file of its own.
  splitting: true,
  format: 'esm',
  platform: 'browser',
  // From sources, what the page does not use is left out.
  conditions: ['@oracle-gateway/source', 'browser', 'import'],
  target: 'es2022',
  legalComments: 'none',
} as const satisfies BuildOptions;

/**
 * Bundles the engine that the builder loads. It shares no file with the page's script: esbuild would put all that both may reach into a file
 * that is loaded at once.
 *
 * @param output where its file goes; nothing is written without it
 */
export async function buildEngine(
  output?: string,
): Promise<{ readonly name: string; readonly contents: Uint8Array; readonly metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    ...PAGE_BUILD,
    entryPoints: ['src/builder/engine.ts'],
    entryNames: '[name]-[hash]',
    outdir: output ?? 'out',
    metafile: true,
    write: false,
    absWorkingDir: import.meta.dirname,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('the build wrote no engine');
  return { name: basename(file.path), contents: file.contents, metafile };
}

/** Leaves the engine out of the script, which loads it by its name. */
export function engineApart(name: string): Plugin {
  return {
    name: 'engine-apart',
    setup(building) {
      building.onResolve({ filter: /^\.\/engine\.js$/ }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: `./${name}`, external: true } : undefined,
      );
    },
  };
}

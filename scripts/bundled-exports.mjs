import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Options of a page that is built for production. */
const AS_A_PAGE = {
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  conditions: ['module', 'browser', 'import'],
  target: 'es2022',
  legalComments: 'none',
  outdir: 'unwritten',
  metafile: true,
  logLevel: 'error',
  external: ['node:*', ...builtinModules],
};

/**
 * Bundles each export of an entry alone.
 *
 * @param {{ entry: string, exported: readonly { name: string, kind: string }[], folder: string }} input `folder` of the project that has the package
 * @returns {Promise<{ entry: string, name: string, kind: string, bytes: number, gzip: number }[]>}
 */
export async function bundleEach({ entry, exported, folder }) {
  const programs = join(folder, 'programs');
  rmSync(programs, { recursive: true, force: true });
  mkdirSync(programs);
  const entryPoints = exported.map(({ name }) => {
    const path = join(programs, `${name}.js`);
    writeFileSync(path, `export { ${name} } from '${entry}';`);
    return path;
  });
  const { outputFiles } = await build({ ...AS_A_PAGE, entryPoints });
  const contents = new Map(outputFiles.map(({ path, contents: bytes }) => [basename(path, '.js'), bytes]));
  return exported.map(({ name, kind }) => {
    const bytes = contents.get(name);
    return { entry, name, kind, bytes: bytes.length, gzip: gzipSync(bytes).length };
  });
}

/** Bytes, gzipped, that a page loads at once which imports all of an entry: without what is imported when it is needed. */
export async function bytesAtStart({ entry, folder }) {
  const stdin = { contents: `export * from '${entry}';`, resolveDir: folder };
  const { outputFiles, metafile } = await build({ ...AS_A_PAGE, stdin, splitting: true });
  const outputs = Object.entries(metafile.outputs);
  const [first] = outputs.find(([, { entryPoint }]) => entryPoint !== undefined && entryPoint.includes('stdin'));
  const atStart = new Set([first]);
  for (const path of atStart)
    for (const imported of metafile.outputs[path].imports)
      if (imported.kind === 'import-statement' && !imported.external) atStart.add(imported.path);
  const loaded = outputFiles.filter(({ path }) => atStart.has(join('unwritten', basename(path))));
  return loaded.reduce((total, { contents }) => total + gzipSync(contents).length, 0);
}

import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig } from 'tsup';
import { bundledLicences } from '../../tsup.base.js';

const PAGE = 'dist/page';
/** tsup writes it beside the files of the bundle. */
const METAFILE = join(PAGE, 'assets/metafile-esm.json');

/** The names of the built files in the page: they hold a hash, so browsers keep them. */
async function writeFirstPage(): Promise<void> {
  const names = await readdir(join(PAGE, 'assets'));
  const named = (pattern: RegExp): string => {
    const found = names.find((name) => pattern.test(name));
    if (found === undefined) throw new Error(`the build wrote no file like ${pattern.source}`);
    return `assets/${found}`;
  };
  const template = await readFile('src/index.html', 'utf8');
  await writeFile(
    join(PAGE, 'index.html'),
    template.replace('SCRIPT', named(/^main-\w{8}\.js$/)).replace('STYLE', named(/^style-\w{8}\.css$/)),
  );
}

/** The page goes along with the gateway, and so do the licences of the libraries in it. */
async function writeLicences(): Promise<void> {
  await writeFile(join(PAGE, 'licences.txt'), bundledLicences({ metafile: await readFile(METAFILE, 'utf8'), from: '.' }));
  await rm(METAFILE);
}

// esbuild, which tsup runs, is all that a page of one script and one style needs; Vite would be a second bundler beside it.
export default defineConfig(async () => {
  await rm('dist', { recursive: true, force: true });
  return {
    entry: { main: 'src/main.ts', style: 'src/style.css' },
    outDir: join(PAGE, 'assets'),
    format: ['esm'],
    dts: false,
    sourcemap: false,
    minify: true,
    splitting: false,
    target: 'es2022',
    platform: 'browser',
    noExternal: [/^/],
    silent: true,
    esbuildOptions(options) {
      options.entryNames = '[name]-[hash]';
      // From sources, what the page does not use is left out.
      options.conditions = ['@oracle-gateway/source', 'browser', 'import'];
      options.legalComments = 'none';
    },
    metafile: true,
    onSuccess: async () => {
      await writeFirstPage();
      await writeLicences();
    },
  };
});

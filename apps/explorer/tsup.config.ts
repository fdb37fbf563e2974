import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { defineConfig } from 'tsup';
import { bundledLicences } from '../../tsup.base.js';
import { buildEngine, engineApart, PAGE_BUILD } from './engine-build.js';

const PAGE = 'dist/page';
const ASSETS = join(PAGE, 'assets');
/** tsup writes it beside the files of the bundle. */
const METAFILE = join(ASSETS, 'metafile-esm.json');

/** The names of the built files in the page: they hold a hash, so browsers keep them. */
async function writeFirstPage(): Promise<void> {
  const names = await readdir(ASSETS);
  const named = (pattern: RegExp): string => {
    const found = names.find((name) => pattern.test(name));
    if (found === undefined) throw new Error(`the build wrote no file like ${pattern.source}`);
    return `assets/${found}`;
  };
  const template = await readFile('src/index.html', 'utf8');
  const script = named(/^main-\w{8}\.js$/);
  const preloaded = importsOf(await readFile(join(PAGE, script), 'utf8')).map(
    (name) => `    <link rel="modulepreload" href="assets/${name}" />`,
  );
  await writeFile(
    join(PAGE, 'index.html'),
    template
      .replace('SCRIPT', script)
      .replace('STYLE', named(/^style-\w{8}\.css$/))
      .replace('  </head>', [...preloaded, '  </head>'].join('\n')),
  );
}

/** Files that a script imports at its start: the browser asks for them along with it. */
function importsOf(script: string): readonly string[] {
  return [...script.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)].flatMap(([, name]) => name ?? []);
}

/** The page goes along with the gateway, and so do the licences of the libraries in it. */
async function writeLicences(engine: Metafile): Promise<void> {
  const metafiles = [await readFile(METAFILE, 'utf8'), JSON.stringify(engine)];
  await writeFile(join(PAGE, 'licences.txt'), bundledLicences({ metafiles, from: '.' }));
  await rm(METAFILE);
}

// esbuild, which tsup runs, is all that a page of one script and one style needs; Vite would be a second bundler beside it.
export default defineConfig(async () => {
  await rm('dist', { recursive: true, force: true });
  const engine = await buildEngine(ASSETS);
  await mkdir(ASSETS, { recursive: true });
  await writeFile(join(ASSETS, engine.name), engine.contents);
  return {
    entry: { main: 'src/main.ts', style: 'src/style.css' },
    outDir: ASSETS,
    format: ['esm'],
    dts: false,
    sourcemap: false,
    minify: true,
    splitting: PAGE_BUILD.splitting,
    target: PAGE_BUILD.target,
    platform: PAGE_BUILD.platform,
    esbuildPlugins: [engineApart(engine.name)],
    noExternal: [/^/],
    silent: true,
    esbuildOptions(options) {
      options.entryNames = '[name]-[hash]';
      options.chunkNames = '[name]-[hash]';
      options.conditions = [...PAGE_BUILD.conditions];
      options.legalComments = PAGE_BUILD.legalComments;
    },
    metafile: true,
    onSuccess: async () => {
      await writeFirstPage();
      await writeLicences(engine.metafile);
    },
  };
});

import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { expect, it } from 'vitest';
import { buildEngine, engineApart, PAGE_BUILD } from '../engine-build.js';

const MAX_GZIP_BYTES = 120_000;
/** Parts that one place or one step of a payment loads: the builder, the account, and those of the client. */
const MAX_LATER_GZIP_BYTES = 60_000;
/** The nodes' own JSONPath engine, which only a visitor of the builder loads. */
const MAX_ENGINE_GZIP_BYTES = 36_000;

it('a page that opens has at most 120 kB, its later parts are bounded too, and no file turns text into code or markup', async () => {
  const first = await readFile(new URL('../src/index.html', import.meta.url));
  const engine = await buildEngine();
  const { outputFiles, metafile } = await build({
    ...PAGE_BUILD,
    entryPoints: ['../src/main.ts', '../src/style.css'].map((path) => fileURLToPath(new URL(path, import.meta.url))),
    plugins: [engineApart(engine.name)],
    metafile: true,
    write: false,
    outdir: 'out',
  });
  const opening = openingFiles(metafile);
  const sizes = outputFiles.map(({ path, contents }) => ({ name: basename(path), bytes: gzipSync(contents).length }));
  const sum = (files: typeof sizes): number => files.reduce((total, { bytes }) => total + bytes, 0);
  const atOnce = gzipSync(first).length + sum(sizes.filter(({ name }) => opening.has(name)));
  const later = sum(sizes.filter(({ name }) => !opening.has(name)));
  const engineBytes = gzipSync(engine.contents).length;
  process.stdout.write(
    `@oracle-gateway/explorer: ${atOnce} bytes gzipped at once, ${later} later, and ${engineBytes} of the builder's engine\n`,
  );
  expect(sizes.filter(({ name }) => extname(name) === '.css')).toHaveLength(1);
  expect(atOnce).toBeLessThanOrEqual(MAX_GZIP_BYTES);
  expect(later).toBeLessThanOrEqual(MAX_LATER_GZIP_BYTES);
  expect(engineBytes).toBeLessThanOrEqual(MAX_ENGINE_GZIP_BYTES);
  const texts = [...outputFiles.map(({ text }) => text), new TextDecoder().decode(engine.contents)];
  for (const text of texts) expect(text).not.toMatch(/new Function\(|\beval\(|document\.write|insertAdjacentHTML/);
});

/** Names of the files that a browser loads before it shows the page: the entries, and all that they import at once. */
function openingFiles({ outputs }: Metafile): ReadonlySet<string> {
  const found = new Set(Object.keys(outputs).filter((path) => outputs[path]?.entryPoint?.match(/src\/(main\.ts|style\.css)$/)));
  for (const path of found)
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) if (kind === 'import-statement') found.add(imported);
  return new Set([...found].map((path) => basename(path)));
}

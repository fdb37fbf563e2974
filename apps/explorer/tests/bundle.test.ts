import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { buildEngine, engineApart, PAGE_BUILD } from '../engine-build.js';

const MAX_GZIP_BYTES = 120_000;
/** The nodes' own JSONPath engine, which only a visitor of the builder loads. */
const MAX_ENGINE_GZIP_BYTES = 36_000;

it('all files of the page are at most 120 kB, beside the engine that the builder loads, and none turns text into code or markup', async () => {
  const first = await readFile(new URL('../src/index.html', import.meta.url));
  const engine = await buildEngine();
  const { outputFiles } = await build({
    ...PAGE_BUILD,
    entryPoints: ['../src/main.ts', '../src/style.css'].map((path) => fileURLToPath(new URL(path, import.meta.url))),
    plugins: [engineApart(engine.name)],
    write: false,
    outdir: 'out',
  });
  const bytes = [first, ...outputFiles.map(({ contents }) => contents)].reduce((total, file) => total + gzipSync(file).length, 0);
  const engineBytes = gzipSync(engine.contents).length;
  process.stdout.write(`@oracle-gateway/explorer: ${bytes} bytes gzipped, and ${engineBytes} of the builder's engine\n`);
  expect(outputFiles.map(({ path }) => extname(path)).filter((extension) => extension === '.css')).toHaveLength(1);
  expect(bytes).toBeLessThanOrEqual(MAX_GZIP_BYTES);
  expect(engineBytes).toBeLessThanOrEqual(MAX_ENGINE_GZIP_BYTES);
  const texts = [...outputFiles.map(({ text }) => text), new TextDecoder().decode(engine.contents)];
  for (const text of texts) expect(text).not.toMatch(/new Function\(|\beval\(|document\.write|insertAdjacentHTML/);
});

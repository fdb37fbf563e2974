import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const MAX_GZIP_BYTES = 120_000;

it('all files of the page are at most 120 kB, and none turns text into code or markup', async () => {
  const first = await readFile(new URL('../src/index.html', import.meta.url));
  const { outputFiles } = await build({
    entryPoints: ['../src/main.ts', '../src/style.css'].map((path) => fileURLToPath(new URL(path, import.meta.url))),
    bundle: true,
    minify: true,
    write: false,
    outdir: 'out',
    format: 'esm',
    platform: 'browser',
    conditions: ['@oracle-gateway/source', 'browser', 'import'],
    target: 'es2022',
    legalComments: 'none',
  });
  const bytes = [first, ...outputFiles.map(({ contents }) => contents)].reduce((total, file) => total + gzipSync(file).length, 0);
  process.stdout.write(`@oracle-gateway/explorer: ${bytes} bytes gzipped\n`);
  expect(outputFiles.map(({ path }) => extname(path)).filter((extension) => extension === '.css')).toHaveLength(1);
  expect(bytes).toBeLessThanOrEqual(MAX_GZIP_BYTES);
  for (const { text } of outputFiles) expect(text).not.toMatch(/new Function\(|\beval\(|document\.write|insertAdjacentHTML/);
});

import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const MAX_GZIP_BYTES = 100_000;

it('all files of the page are at most 100 kB, and none turns text into code or markup', async () => {
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
  const bytes = outputFiles.reduce((total, { contents }) => total + gzipSync(contents).length, 0);
  process.stdout.write(`@oracle-gateway/explorer: ${bytes} bytes gzipped\n`);
  expect(outputFiles).toHaveLength(2);
  expect(bytes).toBeLessThanOrEqual(MAX_GZIP_BYTES);
  for (const { text } of outputFiles) expect(text).not.toMatch(/new Function\(|\beval\(|document\.write|insertAdjacentHTML/);
});

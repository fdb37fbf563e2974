import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const MAX_GZIP_BYTES = 57_000;
/** Bound on everything, with the parts loaded later: sealing, dry runs, settlements, signing in. */
const MAX_WHOLE_GZIP_BYTES = 71_000;

describe('the bundle of a page', () => {
  it('loads at most 57 kB at its start, and nothing of Node', async () => {
    const { outputFiles, metafile } = await build({
      entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
      bundle: true,
      minify: true,
      write: false,
      splitting: true,
      outdir: 'out',
      format: 'esm',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      conditions: ['@oracle-gateway/source', 'browser', 'import'],
      target: 'es2022',
      legalComments: 'none',
      metafile: true,
    });
    const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith('src/index.ts'));
    const atStart = [entry![0], ...entry![1].imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path)];
    const loaded = outputFiles.filter(({ path }) => atStart.some((name) => path.endsWith(name)));
    const [bytes, whole] = [loaded, outputFiles].map((files) =>
      files.reduce((total, { contents }) => total + gzipSync(contents).length, 0),
    );
    process.stdout.write(`@oracle-gateway/client: ${bytes} bytes gzipped at the start, ${whole} with all that is loaded later\n`);
    expect(loaded).toHaveLength(atStart.length);
    expect(bytes).toBeLessThanOrEqual(MAX_GZIP_BYTES);
    expect(whole).toBeLessThanOrEqual(MAX_WHOLE_GZIP_BYTES);
    for (const { text } of outputFiles) expect(text).not.toMatch(/new Function\(|\beval\(|\bBuffer\.from|process\.env|json-p3/);
  });
});

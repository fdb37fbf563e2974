import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { type ErrorEntry, errorRules, errorTable, isErrorCode } from './errors.js';
import { errorTexts } from './error-texts.js';

describe('errorTable', () => {
  it('has each code once, with its rule and its texts', () => {
    expect(Object.keys(errorTable)).toEqual(Object.keys(errorRules));
    expect(Object.keys(errorTexts)).toEqual(Object.keys(errorRules));
    expect(errorTable.at_capacity).toEqual({
      status: 503,
      authorization: 'unused',
      scope: 'gateway',
      retryAfterSeconds: 1,
      message: 'the gateway is at its concurrency limit',
      meaning: 'All that the gateway has is taken (`scope`: `gateway`). Nothing was reserved; send the same request again.',
      remedy: 'Send the same request again after `Retry-After`, or ask another gateway.',
    });
  });

  it.each(Object.entries<ErrorEntry>(errorTable))('%s: is an error, and only a 503 has a fixed time to wait', (_code, error) => {
    expect(error.status).toBeGreaterThanOrEqual(400);
    expect(error.message).not.toMatch(/[.:]$/);
    expect(error.meaning).toMatch(/\.$/);
    if (error.retryAfterSeconds !== undefined) expect(error.status).toBe(503);
  });

  it('answers 429 to too many requests alone, and 503 with a scope to a round for which there is no room', () => {
    const rules = Object.entries<ErrorEntry>(errorTable);
    expect(rules.filter(([, { status }]) => status === 429).map(([code]) => code)).toEqual(['rate_limited']);
    const scoped = rules.filter(([, { scope }]) => scope !== undefined);
    expect(scoped.map(([code, { status, scope }]) => [code, status, scope])).toEqual([
      ['share_used', 503, 'caller'],
      ['at_capacity', 503, 'gateway'],
      ['sponsored_calls_spent', 503, 'gateway'],
      ['payer_payments_open', 503, 'caller'],
      ['too_many_lookups', 503, 'gateway'],
      ['node_share_used', 503, 'nodes'],
    ]);
  });
});

describe('isErrorCode', () => {
  it('knows the codes of the table, and nothing that every object has', () => {
    expect(['internal', 'toString', 'of_a_newer_gateway'].map(isErrorCode)).toEqual([true, false, false]);
  });
});

describe('the entry for errors', () => {
  it('brings the fates without answers, texts or dependencies into a bundle, in 1 kB', async () => {
    const entry = fileURLToPath(new URL('errors.ts', import.meta.url));
    const contents = `import { errorFates, isErrorCode } from ${JSON.stringify(entry)}; console.log(errorFates, isErrorCode);`;
    const { outputFiles, metafile } = await build({
      stdin: { contents, resolveDir: '/' },
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      format: 'esm',
      logLevel: 'error',
    });
    expect(Object.keys(metafile.inputs).filter((input) => input.includes('node_modules'))).toEqual([]);
    const code = outputFiles[0]?.contents ?? new Uint8Array();
    expect(Buffer.from(code).toString()).not.toMatch(/Nothing was reserved|status/);
    expect(gzipSync(code).byteLength).toBeLessThanOrEqual(1_000);
  });
});

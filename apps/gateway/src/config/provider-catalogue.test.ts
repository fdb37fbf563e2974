import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfigFault } from '@oracle-gateway/app-config';
import { builtInProvider } from '@oracle-gateway/providers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadCatalogue } from './provider-catalogue.js';

let path: string;
beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'gateway-providers-')), 'mine.json');
});
afterEach(() => rm(join(path, '..'), { recursive: true }));

const coinbase = builtInProvider('coinbase')!;
/** Coinbase's own description under another id and host: only its source ids are wrong, which the parser tells. */
function moved(): string {
  return JSON.stringify(coinbase).replace('"id":"coinbase"', '"id":"mine"').replaceAll('api.coinbase.com', 'api.mine.example');
}

async function errorOf(text: string | null, enabled: readonly string[] = []): Promise<string> {
  if (text !== null) await writeFile(path, text);
  const { faults } = await loadCatalogue({ enabled: [...enabled], files: text === null ? [] : [path] });
  if (faults.length === 0) throw new Error('was accepted');
  return textOf(faults).join('\n');
}

function textOf(faults: readonly ConfigFault[]): readonly string[] {
  return faults.map(({ key, rule }) => `${key}: ${rule}`);
}

describe('loadCatalogue', () => {
  it('has nothing where nothing is enabled', async () => {
    expect((await loadCatalogue({ enabled: [], files: [] })).catalogue.providers).toEqual([]);
  });

  it("has what is enabled, then the operator's own files", async () => {
    let text = moved();
    const told = /sourceId: must be the hash of apiConfig, (0x[0-9a-f]{64})/;
    for (const { sourceId } of coinbase.flows[0]!.feeds) text = text.replace(sourceId, told.exec(await errorOf(text))?.[1] ?? '');
    await writeFile(path, text);
    const { catalogue, faults } = await loadCatalogue({ enabled: ['kraken', 'coinbase'], files: [path] });
    expect(faults).toEqual([]);
    expect(catalogue.providers.map(({ id }) => id)).toEqual(['kraken', 'coinbase', 'mine']);
  });

  it('names a provider without a description', async () => {
    expect(await errorOf(null, ['kraken', 'nobody'])).toMatch(/^providers\.enabled\[1\]: must be one of coinbase, kraken, /);
  });

  it('names a provider that is enabled twice', async () => {
    expect(await errorOf(null, ['kraken', 'kraken'])).toBe('providers.enabled[1], id: must be unique: another provider has kraken');
  });

  it('names the file, the field and the rule', async () => {
    const broken = JSON.stringify({ ...coinbase, termsUrl: 'http://terms.example/' });
    expect(await errorOf(broken)).toBe(`providers.files[0], ${path}, termsUrl: must be an https URL`);
  });

  it('names each fault of all files, one a line', async () => {
    const other = `${path}.other`;
    await writeFile(path, JSON.stringify({ ...coinbase, id: 'A B', termsUrl: 'http://terms.example/' }));
    await writeFile(other, '{');
    const { catalogue, faults } = await loadCatalogue({ enabled: ['kraken'], files: [path, other, join(path, 'nowhere')] });
    expect(textOf(faults)).toEqual([
      `providers.files[0], ${path}, id: must be a name of a-z, 0-9, _ and -, of at most 64 characters`,
      `providers.files[0], ${path}, termsUrl: must be an https URL`,
      expect.stringContaining(`providers.files[1], ${other}: `),
      expect.stringContaining('providers.files[2]: must name a file that can be read'),
    ]);
    // The provider without a fault is there for the rules that need it.
    expect(catalogue.providers.map(({ id }) => id)).toEqual(['kraken']);
  });

  it.each([
    ['no JSON', '{', /^providers\.files\[0\], .*mine\.json: /],
    ['a member twice', '{"id":"a","id":"b"}', /^providers\.files\[0\], .*mine\.json: JSON names a member twice/],
    [
      'a provider that is enabled',
      JSON.stringify(coinbase),
      /^providers\.files\[0\], .*mine\.json, id: must be unique: another provider has coinbase/,
    ],
    [
      'a provider at the host of another',
      JSON.stringify({ ...coinbase, id: 'mine' }),
      /^providers\.files\[0\], .*, flows\[0\]\.baseUrl: must not use https:\/\/api\.coinbase\.com, which belongs to the provider coinbase/,
    ],
  ])('refuses a file with %s', async (_what, text, message) => {
    expect(await errorOf(text, ['coinbase'])).toMatch(message);
  });
});

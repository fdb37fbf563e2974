import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import coingecko from './data/coingecko.json' with { type: 'json' };
import index from './data/index.json' with { type: 'json' };
import solana from './data/solana.json' with { type: 'json' };
import { putAt, stepsTo } from './fitting-parts.js';
import { checkProvider } from './parse-provider.js';

/** Something wrong that can be put into a file: the field that is told, and the value that is put where it differs. */
type Fault = readonly [told: string, value: unknown, put?: string];

/** No two are about one member, and none is about a member that the rule of another reads. */
const FAULTS: readonly Fault[] = [
  ['id', 'Coin Gecko'],
  ['name', undefined],
  ['docsUrl', 'http://docs.example/'],
  ['termsUrl', 7],
  ['redistribution', 'maybe'],
  ['disclosure', ''],
  ['aggregation.reason', undefined],
  ['aggregation.minSignatures', 2],
  ['price', 1],
  ['operations[0].assetClass', 'Crypto!'],
  ['flows[0].feeds[0].unit', ''],
  ['flows[0].feeds[0].names[0]', 'Bitcoin'],
  ['flows[0].feeds[0].displayDecimals', 19],
  ['flows[0].feeds[0].apiConfig.responseParser', '$..['],
  ['flows[0].feeds[0].apiConfig.aggregation.maxAgeMs', 0],
  ['flows[0].feeds[0].apiConfig.aggregation.numeric.decimals', 37],
  ['flows[0].feeds[0].apiConfig.price', 1],
  ['flows[0].feeds[1].apiConfig.url', 'https://pro-api.coingecko.com/other'],
  ['flows[0].feeds[1].apiConfig.method', 'get'],
  ['flows[0].feeds[1].apiConfig.valueTransform', 'double'],
  ['flows[0].feeds[1].apiConfig.headers', {}],
  ['flows[0].feeds[2].apiConfig.method', 'HEAD'],
  ['flows[0].feeds[2].apiConfig.aggregation', undefined],
  ['flows[0].feeds[3].sourceId', `0x${'00'.repeat(32)}`],
  ['flows[1].x402.version', 3],
  ['flows[1].x402.catalogUrl', undefined],
  ['flows[1].feeds[0].title', 7],
  ['flows[1].feeds[1].apiConfig', 'https://example.com/'],
  ['flows[1].feeds[2].symbol', 'a/b'],
  ['flows[1].feeds[3].operation', 'other'],
  ['flows[1].spacingMs', 2_001],
];

const INDEX_FAULTS: readonly Fault[] = [
  ['id', ''],
  ['aggregation.mode', 'median'],
  ['sources[0].termsUrl', 'http://terms.example/'],
  ['sources[1].name', undefined],
  ['indices[0].apiConfigs[0].method', 'POST'],
  ['indices[0].apiConfigs[1].headers', { accept: 'a/b' }],
  ['indices[0].apiConfigs[2].responseParser', ''],
  ['indices[0].combine.maxAgeMs', -1],
  ['indices[0].combine.decimals', 1.5],
  ['indices[0].combine.price', 1],
  ['indices[1].title', undefined],
  ['indices[1].combine.minSources', 9],
  ['indices[2].sourceId', `0x${'00'.repeat(32)}`],
];

/** A file whose operation sends a body. */
const BODY_FAULTS: readonly Fault[] = [
  ['name', undefined],
  ['operations[0].body', '{":symbol"'],
  ['operations[0].assetClass', ''],
  ['flows[0].feeds[0].title', ''],
  ['flows[0].feeds[0].apiConfig.method', 'post'],
  ['flows[0].feeds[0].apiConfig.valueTransform', 'double'],
  ['flows[0].feeds[0].apiConfig.headers["Content-Type"]', 7],
];

const files: readonly [string, unknown, readonly Fault[]][] = [
  ['flows', coingecko, FAULTS],
  ['indices', index, INDEX_FAULTS],
  ['a body', solana, BODY_FAULTS],
];

function toldOf(file: unknown, faults: readonly Fault[]): readonly string[] {
  const changed = structuredClone(file);
  for (const [told, value, put = told] of faults) putAt(changed, stepsTo(put), value);
  const check = checkProvider(changed);
  return 'faults' in check ? check.faults.map(({ field }) => field) : [];
}

describe.each(files)('a file with %s', (_what, file, faults) => {
  it.each(faults.map((fault) => [fault[0], fault] as const))('with a fault at %s tells that field alone', (field, fault) => {
    expect(toldOf(file, [fault])).toEqual([field]);
  });

  it('tells each of several faults, and nothing else', () => {
    fc.assert(
      fc.property(fc.subarray([...faults]), (planted) => {
        const told = toldOf(file, planted);
        expect([...told].sort()).toEqual(planted.map(([field]) => field).sort());
      }),
    );
  });
});

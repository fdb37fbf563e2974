import { combineNumbers, formatValue, parseApiConfig, readNumber, type SourceNumber, unixMs } from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_PROVIDERS, builtInProvider } from './built-in.js';
import { PROVIDER_FIXTURES } from './fixtures/index.js';
import type { ProviderIndex } from './provider.js';

const { indices = [], sources = [] } = builtInProvider('index')!;
const named = indices.map((index) => [index.id, index] as const);
const feeds = BUILT_IN_PROVIDERS.flatMap((id) => builtInProvider(id)?.flows ?? []).flatMap((flow) => flow.feeds);

/** The numbers of an index's sources at a node. */
function numbersOf({ apiConfigs }: ProviderIndex): SourceNumber[] {
  return apiConfigs.map((source, place) => {
    const fixture = PROVIDER_FIXTURES.find(({ url }) => url === source.url);
    const body = new TextEncoder().encode(JSON.stringify(fixture?.body));
    return { decimal: readNumber(body, source), receivedAtMs: unixMs(1_000 + place) };
  });
}

/** The same number, moved by so many basis points. */
function moved({ decimal, receivedAtMs }: SourceNumber, bps: number): SourceNumber {
  return { decimal: { mantissa: decimal.mantissa * BigInt(10_000 + bps), exponent: decimal.exponent - 4 }, receivedAtMs };
}

function valueOf(numbers: readonly (SourceNumber | null)[], { combine }: ProviderIndex): number | null {
  const combined = combineNumbers(numbers, combine);
  const { decimals, maxDeviationBps, maxAgeMs } = combine;
  const rule = { mode: 'tolerance', rule: 'median', maxDeviationBps, maxAgeMs, numeric: { type: 'int256', decimals } } as const;
  return combined === null ? null : Number(formatValue(combined.value, rule));
}

describe.each(named)('the index %s', (_id, index) => {
  const numbers = numbersOf(index);
  const each = numbers.map((_, place) => place);
  const own = (number: SourceNumber): number => valueOf([number, number], index)!;
  const others = (place: number): [least: number, greatest: number] => {
    const values = numbers.filter((_, other) => other !== place).map(own);
    return [Math.min(...values), Math.max(...values)];
  };
  const expectHeld = (value: number | null, place: number): void => {
    const [least, greatest] = others(place);
    expect(value).toBeGreaterThanOrEqual(least);
    expect(value).toBeLessThanOrEqual(greatest);
  };

  it('is the middle of its sources', () => {
    const single = numbers.map(own).sort((a, b) => a - b);
    expect(valueOf(numbers, index)).toBe(single[1]);
  });

  it.each(each)('is not moved where source %i is down', (place) => {
    expectHeld(valueOf((numbers as (SourceNumber | null)[]).with(place, null), index), place);
  });

  it.each(each.flatMap((place) => [1_000, -1_000, 100_000, -10_000, -20_000].map((bps) => [place, bps] as const)))(
    'is not moved where source %i is wrong by %i basis points',
    (place, bps) => {
      expectHeld(valueOf(numbers.with(place, moved(numbers[place]!, bps)), index), place);
    },
  );

  it.each(each)('is not moved where source %i is frozen while the market moves', (place) => {
    for (const bps of [-3_000, -500, -90, -20, 20, 90, 500, 5_000]) {
      const market = numbers.map((number) => moved(number, bps));
      const value = valueOf(market.with(place, numbers[place]!), index)!;
      const rest = market.filter((_, other) => other !== place).map(own);
      expect([value >= Math.min(...rest), value <= Math.max(...rest)]).toEqual([true, true]);
    }
  });

  it('has a value between any two sources that agree, whatever the third says', () => {
    const bps = fc.integer({ min: -20_000, max: 100_000 });
    fc.assert(
      fc.property(fc.constantFrom(...each), bps, (place, wrong) => {
        expectHeld(valueOf(numbers.with(place, moved(numbers[place]!, wrong)), index), place);
      }),
    );
  });

  it('has no value of one source, nor of two that disagree', () => {
    expect(valueOf([numbers[0]!, null, null], index)).toBeNull();
    expect(valueOf([numbers[0]!, moved(numbers[1]!, 1_000), null], index)).toBeNull();
  });

  it('takes its sources from feeds of the catalogue, with their terms', () => {
    for (const apiConfig of index.apiConfigs) {
      const feed = feeds.find((listed) => listed.apiConfig.url === apiConfig.url);
      expect(sourceSubject(parseApiConfig({ ...apiConfig, aggregation: feed?.apiConfig.aggregation })).sourceId).toEqual(
        sourceSubject(feed!.apiConfig).sourceId,
      );
      const { origin } = new URL(apiConfig.url);
      const owner = BUILT_IN_PROVIDERS.map((id) => builtInProvider(id)!).find(({ flows }) =>
        flows.some(({ baseUrl }) => new URL(baseUrl).origin === origin),
      );
      const { name, docsUrl, termsUrl, disclosure } = owner!;
      expect(sources.find((source) => source.origin === origin)).toEqual({ origin, name, docsUrl, termsUrl, disclosure });
    }
  });
});

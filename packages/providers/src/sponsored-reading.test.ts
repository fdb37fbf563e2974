import { type ApiConfig, parseApiConfig, readNumber } from '@oracle-gateway/protocol';
import { STEPS } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import { builtInProvider } from './built-in.js';
import { createCatalogue } from './catalogue.js';
import { selectsAsCatalogue } from './route.js';

const catalogue = createCatalogue([builtInProvider('coingecko')!]);
const FEED: ApiConfig = catalogue
  .find('coingecko')!
  .flows.flatMap(({ feeds }) => feeds)
  .find(({ apiConfig }) => apiConfig.headers !== undefined)!.apiConfig;

/** A provider that echoes the operator's key beside the price. */
const KEY = '7e4f';
const ECHO = new TextEncoder().encode(
  `{"bitcoin":{"usd":"64628.31"},"key":"${KEY}","keys":["7","e"],"row":"key\\n7","word":"${KEY.padStart(64, '0')}","json":"{\\"k\\":7}","at":"2024-11-14T12:00:00Z"}`,
);

/** A path and steps that would tell something of the key, for each step that reads or chooses. */
const ATTEMPTS: Readonly<Record<string, readonly [path: string, steps: string]>> = {
  at: ['$.key', 'at:7e|hex'],
  after: ['$.key', 'after:e|hex'],
  before: ['$.key', 'before:e'],
  csv: ['$.row', 'csv:1,key'],
  json: ['$.json', 'json:$.k'],
  word: ['$.word', 'word:0|hex'],
  hex: ['$.key', 'hex'],
  date: ['$.at', 'date'],
  strip: ['$.key', 'strip:f|before:e'],
  group: ['$.keys[0]', 'group:,'],
  point: ['$.keys[0]', 'point:,'],
  equals: ['$.key', 'equals:7e4f'],
  map: ['$.key', 'map:7e4f=1,x=0'],
  first: ['$.keys[*]', 'first'],
  last: ['$.keys[*]', 'equals:e|last'],
  least: ['$.keys[*]', 'equals:7|least'],
  greatest: ['$.keys[*]', 'equals:7|greatest'],
  sum: ['$.keys[*]', 'equals:7|sum'],
  mean: ['$.keys[*]', 'equals:7|mean'],
  median: ['$.keys[*]', 'equals:7|median'],
  count: ["$[?@.key=='7e4f'||@=='7e4f']", 'count'],
};

/** The source of a feed, with other members. */
function source(changes: Partial<ApiConfig>): ApiConfig {
  const { aggregation: _, ...exact } = FEED;
  return parseApiConfig({ ...exact, ...changes });
}

function isSponsored(config: ApiConfig): boolean {
  const route = catalogue.routeOf(config);
  return route !== null && selectsAsCatalogue(route, config);
}

describe('a sponsored source', () => {
  const reading = STEPS.filter(({ kind }) => kind === 'read' || kind === 'choose').map(({ name }) => name);

  it('has an attempt for every step that reads or chooses', () => {
    expect(Object.keys(ATTEMPTS)).toEqual(reading);
  });

  it.each(reading)('never has the step %s of its caller, which would read a planted key', (name) => {
    const [responseParser, valueTransform] = ATTEMPTS[name]!;
    expect(() => readNumber(ECHO, { responseParser, valueTransform })).not.toThrow();
    expect(isSponsored(source({ responseParser, valueTransform }))).toBe(false);
    expect(isSponsored(source({ valueTransform }))).toBe(false);
    expect(isSponsored(source({ valueTransform: `${valueTransform}|multiply:1` }))).toBe(false);
  });

  it.each([
    'add:1',
    'subtract:1',
    'multiply:2',
    'divide:2',
    'abs',
    'invert',
    'round:2',
    'min:1',
    'max:9e9',
    'nonzero',
    'multiply:2|round:1|min:0',
  ])('may be reckoned and guarded by %s', (valueTransform) => {
    expect(isSponsored(source({ valueTransform }))).toBe(true);
  });

  it('reads by the path of the catalogue alone', () => {
    expect(isSponsored(source({}))).toBe(true);
    expect(isSponsored(source({ responseParser: '$.key' }))).toBe(false);
    const { responseParser: _, ...whole } = FEED;
    expect(isSponsored(parseApiConfig(whole))).toBe(false);
  });

  it('has no further member that the catalogue has not', () => {
    expect(isSponsored({ ...source({}), body: '{}' })).toBe(false);
    expect(isSponsored(source({ maxBytes: 1 }))).toBe(false);
  });
});

describe('a feed of its own reading', () => {
  const provider = builtInProvider('coingecko')!;
  const withMembers = (members: Partial<ApiConfig>) =>
    createCatalogue([
      {
        ...provider,
        flows: provider.flows.map((flow) => ({
          ...flow,
          feeds: flow.feeds.map((feed) => ({ ...feed, apiConfig: { ...feed.apiConfig, ...members } })),
        })),
      },
    ]);
  const asked = (members: Partial<ApiConfig>, own: Partial<ApiConfig>): boolean => {
    const config = source(own);
    const route = withMembers(members).routeOf(config);
    return route !== null && selectsAsCatalogue(route, config);
  };

  it.each([
    ['group:,', 'group:,', true],
    ['group:,|multiply:2', 'group:,|divide:3|min:1', true],
    ['group:,', 'point:.', false],
    ['group:,', 'group:,|point:.', false],
    ['group:,', 'multiply:1', false],
    ['strip:$|group:,', 'group:,', false],
    ['equals:yes', 'equals:no', false],
  ])('with the steps %s is read alike by %s: %s', (steps, own, expected) => {
    expect(asked({ valueTransform: steps }, { valueTransform: own })).toBe(expected);
  });

  it.each([
    [500_000, 500_000, true],
    [500_000, 500_001, false],
    [500_000, undefined, false],
    [undefined, 1_048_576, false],
    [undefined, undefined, true],
  ])('with maxBytes %s is read alike by one with %s: %s', (maxBytes, own, expected) => {
    const bytes = (most: number | undefined) => (most === undefined ? {} : { maxBytes: most });
    expect(asked(bytes(maxBytes), bytes(own))).toBe(expected);
  });
});

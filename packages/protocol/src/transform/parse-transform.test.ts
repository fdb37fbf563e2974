import { describe, expect, it } from 'vitest';
import { ApiConfigError, parseApiConfig } from '../api-config.js';
import { parseSubject } from '../subject.js';
import { parseTransform, readingSteps } from './parse-transform.js';
import { TransformError } from './transform-error.js';
import { STEPS } from './steps.js';

function refusal(text: string): Pick<TransformError, 'rule' | 'at'> {
  try {
    parseTransform(text);
  } catch (error) {
    if (error instanceof TransformError) return { rule: error.rule, at: error.at };
    throw error;
  }
  throw new Error('the text was not refused');
}

describe('a text', () => {
  it('has at most 1,024 characters and 40 steps', () => {
    expect(() => parseTransform('abs|'.repeat(39) + 'abs')).not.toThrow();
    expect(refusal('abs|'.repeat(40) + 'abs')).toEqual({ rule: 'must have at most 40 steps', at: 160 });
    const longest = `${`multiply:${'1'.repeat(127)}|`.repeat(7)}add:${'1'.repeat(61)}`;
    expect(longest).toHaveLength(1_024);
    expect(() => parseTransform(longest)).not.toThrow();
    expect(refusal(`${longest}1`)).toMatchObject({ at: 0 });
  });

  it.each([
    ['abs|mutiply:2', 4, 'multiply'],
    ['Hex', 0, 'hex'],
    [' hex', 0, 'hex'],
    ['hex ', 0, 'hex'],
    ['strp:x', 0, 'strip'],
    ['words:1', 0, 'word'],
    ['greates', 0, 'greatest'],
    ['subtrakt:1', 0, 'subtract'],
  ])('%j has a misspelt step at %i; the nearest is %s', (text, at, nearest) => {
    expect(refusal(text)).toEqual({ rule: `has no step of this name; the nearest is ${nearest}`, at });
  });

  it.each(['power:2', 'avg', 'x'.repeat(100), '', 'abs|', '|abs', 'sqrt'])('%j has a step that is like none', (text) => {
    expect(refusal(text).rule).toMatch(text === '' ? /from 1 to 1024/ : /^must be made of these steps.*nonzero$/);
  });

  it.each([
    ['add:1|at:x', 6, /must not follow add/],
    ['first|last', 6, /must not follow first; one step chooses/],
    ['min:1|add:1', 6, /must not follow min/],
    ['hex|strip:x', 4, /must not follow hex, which gives a number/],
    ['date|equals:x', 5, /must not follow date/],
    ['equals:x|map:a=1', 9, /must not follow equals/],
    ['map:a=1|at:x', 8, /must not follow map/],
    ['json:$|json:$|json:$', 14, /more than 2 times/],
    ['group:,|group:.', 8, /must not come twice/],
    ['group:,|at:x|point:.', 13, /must stand beside group/],
    ['point:,|group:,', 8, /another character than point/],
    ['min:2|max:1', 6, /must not be above max/],
    ['max:1|max:5|min:3', 12, /must not be above max/],
  ])('%s is refused at %i', (text, at, rule) => {
    expect(refusal(text)).toEqual({ rule: expect.stringMatching(rule) as unknown, at });
  });

  it.each([
    ['hex:1', 3],
    ['round', 0],
    ['round:37', 6],
    ['divide:0', 7],
    ['abs|add: 1', 8],
    ['add:0x1', 4],
    ['at:', 3],
    [`at:${'x'.repeat(129)}`, 3],
    ['strip:a1', 7],
    ['strip:-', 6],
    ['group:;', 6],
    ['group:,,', 6],
    ['word:', 5],
    ['word:x', 5],
    ['word:-0', 5],
    ['word:1000000', 5],
    ['csv:1', 4],
    ['csv:a,1', 4],
    ['csv:1,', 6],
    ['csv:01,1', 4],
    ['csv:1,2,x', 8],
    ['csv:1,2,;,', 4],
    ['map:a', 4],
    ['map:a=1,b=x', 10],
    ['map:a=1,a=2', 8],
    ['map:=1', 4],
    [`map:${Array.from({ length: 33 }, (_, place) => `${place}=1`).join(',')}`, 4],
    ['json:a', 5],
    ['at:a\\', 4],
    ['abs|at:a\\q', 8],
    ['at:a\\,', 4],
    ['at:\u0007', 3],
    ['at:\u0085', 3],
    ['at:x\ud800', 4],
  ])('%j has a wrong operand at %i', (text, at) => {
    expect(refusal(text).at).toBe(at);
  });

  it.each([
    'at:a:b',
    'at: ',
    String.raw`at:a\|b|before:\\`,
    String.raw`csv:-1,a\,b,\,`,
    String.raw`map:a\,b\=c=1,d=-1e5`,
    String.raw`json:$[?@.a==1\|\|@.b==2]`,
    'strip:°C',
    'at:\u{1f600}',
  ])('%s is a transform', (text) => {
    expect(() => parseTransform(text)).not.toThrow();
  });

  it('names every step once', () => {
    expect(new Set(STEPS.map(({ name }) => name)).size).toBe(STEPS.length);
  });
});

describe('the reading steps of a transform', () => {
  it.each([
    [undefined, ''],
    ['add:1|min:1', ''],
    ['at:x', 'at:x'],
    [String.raw`at:\||first|add:1`, String.raw`at:\||first`],
    ['group:.|point:,|round:2', 'group:.|point:,'],
    ['sum|abs', 'sum'],
  ])('of %j are %j', (text, expected) => {
    expect(readingSteps(text)).toBe(expected);
  });
});

describe('a transform beside other members', () => {
  const source = { url: 'https://a.example/', method: 'GET' } as const;
  const numeric = { type: 'int256', decimals: 2 } as const;
  const aggregation = { mode: 'tolerance', rule: 'median', maxDeviationBps: 1, maxAgeMs: 15_000, numeric } as const;
  const combine = { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 15_000, decimals: 2 };
  const negative = { ...source, responseParser: '$.v', valueTransform: 'min:-5|max:-1' };
  const refused = (read: () => unknown): unknown => {
    try {
      return read();
    } catch (error) {
      return error instanceof ApiConfigError ? [error.field, error.at] : error;
    }
  };

  it('chooses only among what a query selects', () => {
    expect(refused(() => parseApiConfig({ ...source, valueTransform: 'at:x|first' }))).toEqual(['apiConfig.valueTransform', 5]);
    expect(parseApiConfig({ ...source, valueTransform: 'json:$[*]|first' })).toBeDefined();
    expect(parseApiConfig({ ...source, responseParser: '$[*]', valueTransform: 'first' })).toBeDefined();
  });

  it.each(['equals:x', 'map:x=1'])('has no %s with an aggregation', (valueTransform) => {
    expect(parseApiConfig({ ...source, valueTransform })).toBeDefined();
    expect(refused(() => parseApiConfig({ ...source, aggregation, valueTransform }))).toEqual(['apiConfig.valueTransform', 0]);
  });

  it('has no max below zero in exact mode', () => {
    expect(refused(() => parseSubject({ apiConfig: negative }))).toEqual(['apiConfig.valueTransform', 7]);
    expect(refused(() => parseSubject({ apiConfigs: [source, negative] }))).toEqual(['apiConfigs[1].valueTransform', 7]);
    expect(parseSubject({ apiConfig: { ...negative, aggregation } })).toBeDefined();
    expect(parseSubject({ apiConfigs: [source, negative], combine })).toBeDefined();
  });
});

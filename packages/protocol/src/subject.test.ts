import { describe, expect, it } from 'vitest';
import { type ApiConfig, ApiConfigError, parseApiConfig, parseApiConfigOutline } from './api-config.js';
import { type Combine, deriveIndexId } from './combine.js';
import { toHex } from './hex.js';
import { deriveListId } from './list.js';
import { canonicalApiConfig, deriveSourceId } from './source-id.js';
import {
  MAX_SUBJECT_BYTES,
  parseSubject,
  ruleOf,
  sourceMember,
  sourceSubject,
  type Subject,
  type SubjectInput,
  subjectMembers,
  parseSubjectWith,
} from './subject.js';

const aggregation = {
  mode: 'tolerance',
  rule: 'median',
  maxDeviationBps: 50,
  maxAgeMs: 15_000,
  numeric: { type: 'int256', decimals: 8 },
} as const;
const SHORTEST_FORM = 'must be a number above 0 in its shortest form, such as "12" or "0.5", with at most 8 decimals';
const combine: Combine = { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 2_000, decimals: 8 };

function config(place: number, more: Partial<ApiConfig> = {}): ApiConfig {
  return { url: `https://api.example/${place}`, method: 'GET', ...more };
}

function configs(count: number): ApiConfig[] {
  return Array.from({ length: count }, (_, place) => config(place));
}

/** Configurations whose canonical forms have so many bytes together: the last has what is missing as a header. */
function configsOf(bytes: number): ApiConfig[] {
  const headers = Object.fromEntries(Array.from({ length: 7 }, (_, place) => [`x-${place}`, 'v'.repeat(1_000)]));
  const large = Array.from({ length: 6 }, (_, place) => config(place, { headers }));
  const last = config(6, { headers: { x: '' } });
  const missing = bytes - [...large, last].reduce((sum, one) => sum + canonicalApiConfig(one).length, 0);
  return [...large, { ...last, headers: { x: 'v'.repeat(missing) } }];
}

function outlineOf(input: SubjectInput): Subject {
  return parseSubjectWith(input, (plain, root) => parseApiConfigOutline(plain, undefined, root));
}

function refusalOf(input: SubjectInput, parse: (input: SubjectInput) => Subject = parseSubject): { field: string; rule: string } {
  try {
    parse(input);
  } catch (error) {
    if (error instanceof ApiConfigError) return { field: error.field, rule: error.rule };
    throw error;
  }
  throw new Error('was accepted');
}

describe('the subject of one source', () => {
  it.each([
    ['exact mode', config(1)],
    ['tolerance mode', config(1, { aggregation })],
  ])('is the source, its id and its rule: %s', (_mode, apiConfig) => {
    const sourceId = deriveSourceId(apiConfig);
    const subject = parseSubject({ apiConfig });
    expect(subject).toEqual({ form: 1, sourceId, sources: [{ apiConfig, sourceId }], rules: [apiConfig.aggregation], minValues: 1 });
    expect(ruleOf(subject)).toEqual(apiConfig.aggregation);
    expect(sourceMember(subject, 0)).toBe('apiConfig');
  });

  it('may have a shorter life in tolerance mode than a source of a list', () => {
    expect(parseSubject({ apiConfig: config(1, { aggregation: { ...aggregation, maxAgeMs: 1 } }) }).form).toBe(1);
  });
});

describe('the subject of a list', () => {
  it.each([2, 32])('has %d sources in their order, with a rule each', (count) => {
    const apiConfigs = configs(count).with(1, config(1, { aggregation }));
    const sourceIds = apiConfigs.map(deriveSourceId);
    const subject = parseSubject({ apiConfigs });
    expect(subject).toEqual({
      form: 128 + count,
      sourceId: deriveListId({ sourceIds, minValues: count }),
      sources: apiConfigs.map((apiConfig, place) => ({ apiConfig, sourceId: sourceIds[place] })),
      rules: apiConfigs.map((apiConfig) => apiConfig.aggregation),
      minValues: count,
    });
    expect(ruleOf(subject)).toBeUndefined();
    expect(sourceMember(subject, count - 1)).toBe(`apiConfigs[${count - 1}]`);
  });

  it.each([1, 3])('may need fewer values than it has sources: %d of 3', (minValues) => {
    const apiConfigs = configs(3);
    const subject = parseSubject({ apiConfigs, minValues });
    expect(subject.minValues).toBe(minValues);
    expect(subject.sourceId).toEqual(deriveListId({ sourceIds: apiConfigs.map(deriveSourceId), minValues }));
  });

  it('is another in another order', () => {
    const ids = [configs(2), configs(2).toReversed()].map((apiConfigs) => toHex(parseSubject({ apiConfigs }).sourceId));
    expect(ids[0]).not.toBe(ids[1]);
  });

  it.each([0, 4, 1.5, Number.NaN, -1])('does not need %d values of three', (minValues) => {
    expect(refusalOf({ apiConfigs: configs(3), minValues })).toEqual({ field: 'minValues', rule: 'must be an integer from 1 to 3' });
  });

  it('has no source in tolerance mode that lives less than 15 s', () => {
    const apiConfigs = [config(0), config(1, { aggregation: { ...aggregation, maxAgeMs: 14_999 } })];
    expect(refusalOf({ apiConfigs })).toEqual({
      field: 'apiConfigs[1].aggregation.maxAgeMs',
      rule: 'must be at least 15000 in a list',
    });
  });
});

describe('the subject of an index', () => {
  it.each([2, 32])('has %d sources, and one rule', (count) => {
    const apiConfigs = configs(count);
    const sourceIds = apiConfigs.map(deriveSourceId);
    const subject = parseSubject({ apiConfigs, combine });
    const { maxDeviationBps, maxAgeMs, decimals } = combine;
    const rule = { mode: 'tolerance', rule: 'median', maxDeviationBps, maxAgeMs, numeric: { type: 'int256', decimals } };
    expect(subject).toEqual({
      form: count,
      sourceId: deriveIndexId({ sourceIds, combine }),
      sources: apiConfigs.map((apiConfig, place) => ({ apiConfig, sourceId: sourceIds[place] })),
      rules: [rule],
      minValues: 1,
      combine,
    });
    expect(ruleOf(subject)).toEqual(rule);
    expect(sourceMember(subject, 1)).toBe('apiConfigs[1]');
  });

  it('has the bound by amount in its id and its rule', () => {
    const subject = parseSubject({ apiConfigs: configs(3), combine: { ...combine, maxDeviation: '0.05' } });
    expect(ruleOf(subject)).toMatchObject({ maxDeviationBps: 50, maxDeviation: '0.05', maxAgeMs: 2_000 });
    expect(subject.combine).toEqual({ ...combine, maxDeviation: '0.05' });
    expect(subject.sourceId).not.toEqual(parseSubject({ apiConfigs: configs(3), combine }).sourceId);
  });

  it('is the same in another order', () => {
    const [one, other] = [configs(3), configs(3).toReversed()].map((apiConfigs) => parseSubject({ apiConfigs, combine }));
    expect(one!.sourceId).toEqual(other!.sourceId);
    expect(other!.sources.map(({ apiConfig }) => apiConfig)).toEqual(configs(3).toReversed());
  });

  it.each([
    { minSources: 2, maxDeviationBps: 0, maxAgeMs: 1, decimals: 0 },
    { minSources: 3, maxDeviationBps: 10_000, maxAgeMs: 3_600_000, decimals: 36 },
  ])('takes numbers at their bounds: %j', (numbers) => {
    expect(parseSubject({ apiConfigs: configs(3), combine: { ...combine, ...numbers } }).combine).toEqual({ ...combine, ...numbers });
  });

  it.each([
    [{ minSources: 1 }, 'combine.minSources', 'must be an integer from 2 to 3'],
    [{ minSources: 4 }, 'combine.minSources', 'must be an integer from 2 to 3'],
    [{ maxDeviationBps: -1 }, 'combine.maxDeviationBps', 'must be an integer from 0 to 10000'],
    [{ maxDeviationBps: 10_001 }, 'combine.maxDeviationBps', 'must be an integer from 0 to 10000'],
    [{ maxDeviation: 1 }, 'combine.maxDeviation', 'must be a string'],
    [{ maxDeviation: '0.50' }, 'combine.maxDeviation', SHORTEST_FORM],
    [{ maxDeviation: '0.123456789' }, 'combine.maxDeviation', SHORTEST_FORM],
    [{ maxAgeMs: 0 }, 'combine.maxAgeMs', 'must be an integer from 1 to 3600000'],
    [{ maxAgeMs: 3_600_001 }, 'combine.maxAgeMs', 'must be an integer from 1 to 3600000'],
    [{ decimals: 37 }, 'combine.decimals', 'must be an integer from 0 to 36'],
    [{ decimals: -1 }, 'combine.decimals', 'must be an integer from 0 to 36'],
    [{ decimals: '8' }, 'combine.decimals', 'must be an integer from 0 to 36'],
    [{ decimals: undefined }, 'combine.decimals', 'is required'],
    [{ rule: 'mean' }, 'combine.rule', 'must be "median"'],
    [{ rule: undefined }, 'combine.rule', 'is required'],
    [{ mode: 'tolerance' }, 'combine.mode', 'is not a known member'],
  ])('has no other combine: %j', (change, field, rule) => {
    expect(refusalOf({ apiConfigs: configs(3), combine: { ...combine, ...change } })).toEqual({ field, rule });
  });

  it.each([null, [], 'median', Object.create(combine)])('takes no combine that is no object of its own members: %j', (value: unknown) => {
    expect(refusalOf({ apiConfigs: configs(3), combine: value }).field).toMatch(/^combine/);
  });

  it('has no source with an aggregation of its own', () => {
    const apiConfigs = [config(0), config(1), config(2, { aggregation })];
    expect(refusalOf({ apiConfigs, combine })).toEqual({ field: 'apiConfigs[2].aggregation', rule: 'must be left out beside combine' });
  });

  it('needs no number of values', () => {
    expect(refusalOf({ apiConfigs: configs(3), combine, minValues: 1 })).toEqual({
      field: 'minValues',
      rule: 'must not come with combine, which has minSources',
    });
  });
});

describe('a request', () => {
  it('names one source or several', () => {
    expect(refusalOf({})).toEqual({ field: 'apiConfig', rule: 'is required, or apiConfigs for several sources' });
    expect(refusalOf({ apiConfig: config(1), apiConfigs: configs(2) })).toEqual({
      field: 'apiConfigs',
      rule: 'must not come with apiConfig',
    });
  });

  it.each([
    ['minValues', { minValues: 1 }],
    ['combine', { combine }],
  ])('of one source has no %s', (field, more) => {
    expect(refusalOf({ apiConfig: config(1), ...more })).toEqual({ field, rule: 'must come with apiConfigs' });
  });

  it.each([0, 1, 33])('has not %d sources', (count) => {
    for (const more of [{}, { combine }])
      expect(refusalOf({ apiConfigs: configs(count), ...more })).toEqual({ field: 'apiConfigs', rule: 'must hold from 2 to 32 sources' });
  });

  it('names no source twice, however its members are ordered', () => {
    const again = { method: 'GET', url: config(0).url };
    for (const more of [{}, { combine }])
      expect(refusalOf({ apiConfigs: [config(0), config(1), again], ...more })).toEqual({
        field: 'apiConfigs[2]',
        rule: 'must differ from apiConfigs[0]',
      });
  });

  it('has at most 48 KiB of canonical form together', () => {
    expect(parseSubject({ apiConfigs: configsOf(MAX_SUBJECT_BYTES) }).form).toBe(135);
    for (const more of [{}, { combine }])
      expect(refusalOf({ apiConfigs: configsOf(MAX_SUBJECT_BYTES + 1), ...more })).toEqual({
        field: 'apiConfigs',
        rule: 'must have at most 49152 bytes of canonical form together',
      });
  });

  it('tells the place of a source that is refused, also after it was accepted elsewhere', () => {
    const wrong = { ...config(1), responseParser: '$[' };
    expect(refusalOf({ apiConfigs: [config(0), wrong] }).field).toBe('apiConfigs[1].responseParser');
    expect(refusalOf({ apiConfigs: [wrong, config(0)] }).field).toBe('apiConfigs[0].responseParser');
    expect(refusalOf({ apiConfig: wrong }).field).toBe('apiConfig.responseParser');
    expect(refusalOf({ apiConfigs: [config(0), null] })).toEqual({ field: 'apiConfigs[1]', rule: 'must be an object' });
    expect(refusalOf({ apiConfigs: [config(0), { ...config(1), combine }] }).field).toBe('apiConfigs[1].combine');
    expect(refusalOf({ apiConfigs: [config(0), { apiConfigs: configs(2) }] }).field).toBe('apiConfigs[1].apiConfigs');
  });
});

describe('the members of a subject', () => {
  it.each<[string, SubjectInput]>([
    ['a source', { apiConfig: config(1, { aggregation }) }],
    ['a list', { apiConfigs: configs(3) }],
    ['a list that needs one value', { apiConfigs: configs(3), minValues: 1 }],
    ['an index', { apiConfigs: configs(3), combine }],
  ])('are read as the same subject: %s', (_what, input) => {
    const subject = parseSubject(input);
    expect(parseSubject(subjectMembers(subject))).toEqual(subject);
    expect(outlineOf(input)).toEqual(subject);
  });

  it('are those of the request', () => {
    expect(subjectMembers(sourceSubject(config(1)))).toEqual({ apiConfig: config(1) });
    expect(subjectMembers(parseSubject({ apiConfigs: configs(2) }))).toEqual({ apiConfigs: configs(2), minValues: 2 });
    expect(subjectMembers(parseSubject({ apiConfigs: configs(2), combine }))).toEqual({ apiConfigs: configs(2), combine });
  });
});

describe('an outline of a subject', () => {
  it('leaves the grammar of responseParser to others, and nothing else', () => {
    const unread = { ...config(1), responseParser: '$[' };
    expect(() => parseApiConfig(unread)).toThrow(ApiConfigError);
    expect(outlineOf({ apiConfigs: [config(0), unread] }).sources[1]!.apiConfig).toEqual(unread);
    expect(refusalOf({ apiConfigs: [config(0), config(0)] }, outlineOf).field).toBe('apiConfigs[1]');
    expect(refusalOf({ apiConfigs: [config(0), { ...config(1), url: 'ftp://a/' }] }, outlineOf).field).toBe('apiConfigs[1].url');
  });
});

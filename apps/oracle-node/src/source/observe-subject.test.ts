import { type ApiConfig, type Combine, formatExact, formatTolerance, parseDecimal, unixMs } from '@oracle-gateway/protocol';
import { indexSubject, listSubject, sourceSubject, type Subject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import { asked } from '../../tests/source-servers.js';
import { NodeError, SourceError } from '../errors/node-error.js';
import { createObserveSubject, isFailure, requireSome, type SubjectValue } from './observe-subject.js';

const COMBINE: Combine = { rule: 'median', minSources: 2, maxDeviationBps: 100, maxAgeMs: 60_000, decimals: 2 };

/** The number that the source answers, or its failure. */
type Answer = string | Error;

function config(place: number): ApiConfig {
  return { url: `https://source-${place}.example/`, method: 'GET' };
}

async function observed(subject: Subject, answers: readonly Answer[]) {
  const events: string[] = [];
  const observe = createObserveSubject({
    observeSource: ({ url }) => {
      const place = subject.sources.findIndex(({ apiConfig }) => apiConfig.url === url);
      const answer = answers[place] ?? '';
      if (answer instanceof Error) return Promise.reject(answer);
      return Promise.resolve({ decimal: parseDecimal(answer), receivedAtMs: unixMs(1_000 + place) });
    },
  });
  const { by, signal, charge } = asked();
  const values = await observe({
    subject,
    sources: subject.sources.map(({ apiConfig }) => ({ config: apiConfig, secrets: [] })),
    leavePlaces: subject.sources.map((_, place) => () => events.push(`left ${place}`)),
    by,
    signal,
    charge,
    noteFailure: (place, { code }) => events.push(`failed ${place} ${code}`),
  });
  return { values, events };
}

function exactText(value: SubjectValue | undefined): string {
  if (value === undefined || isFailure(value)) return value?.code ?? 'none';
  return formatExact(value.value);
}

const DOWN = new SourceError('fetch', 'the source answered 503', 503);

describe('the value of one source', () => {
  it.each([
    ['-1', 'negative'],
    ['1e70', 'out_of_range'],
    ['8.4e-20', 'loses_all_digits'],
  ])('%s cannot be packed: the step is pack, and its rule is named', async (number, rule) => {
    const subject = sourceSubject(config(0));
    const { values } = await observed(subject, [number]);
    expect(values).toMatchObject([{ step: 'pack', code: 'upstream_failure', broken: { rule } }]);
  });

  it('is packed in its mode, with the time of its last byte', async () => {
    const { values } = await observed(sourceSubject(config(0)), ['64628.31']);
    expect(values).toMatchObject([{ receivedAtMs: 1_000 }]);
    expect(exactText(values[0])).toBe('64628.31');
  });

  it('fails with the very error of its source', async () => {
    const subject = sourceSubject(config(0));
    const { values } = await observed(subject, [DOWN]);
    expect(() => requireSome(values, subject)).toThrow(DOWN);
  });
});

describe('the values of a list', () => {
  const subject = listSubject([0, 1, 2].map(config), 1);

  it('are one for each source in their order, whatever another does', async () => {
    const { values, events } = await observed(subject, ['1', DOWN, '-3']);
    expect(values.map(exactText)).toEqual(['1', 'upstream_failure', 'upstream_failure']);
    expect(values[1]).toBe(DOWN);
    expect(events.sort()).toEqual(['failed 1 upstream_failure', 'left 0', 'left 1', 'left 2']);
  });

  it('fail together with a source that was asked, by its member and without its terms', async () => {
    const paywalled = new SourceError('fetch', 'the source is paywalled', 402, '{"accepts":[]}');
    const { values } = await observed(subject, [new NodeError('share_used'), paywalled, DOWN]);
    const failure = { step: 'fetch', upstreamStatus: 402, place: 1, message: 'apiConfigs[1]: the source is paywalled', terms: undefined };
    expect(() => requireSome(values, subject)).toThrow(expect.objectContaining(failure));
  });

  it('fail as a share used where no source was asked', async () => {
    const { values } = await observed(
      subject,
      [0, 1, 2].map(() => new NodeError('share_used')),
    );
    expect(() => requireSome(values, subject)).toThrow(expect.objectContaining({ code: 'share_used' }));
  });

  it('do not come where something else failed than a source', async () => {
    await expect(observed(subject, ['1', new TypeError('a fault of this code'), '3'])).rejects.toThrow(TypeError);
  });
});

describe('the value of an index', () => {
  const subject = indexSubject([0, 1, 2].map(config), COMBINE);
  const text = (value: SubjectValue | undefined): string =>
    value === undefined || isFailure(value) ? (value?.code ?? 'none') : formatTolerance(value.value, 2);

  it.each<[string, readonly Answer[], string, number]>([
    ['all agree', ['100', '100.5', '100.2'], '100.2', 1_000],
    ['one is far off', ['100', '250', '100.2'], '100', 1_000],
    ['one is down', [DOWN, '100.5', '100.2'], '100.2', 1_001],
    ['one is out of range', ['1e78', '100.5', '100.2'], '100.2', 1_001],
  ])('is the lower median of what agrees, of the oldest of it: %s', async (_case, answers, expected, receivedAtMs) => {
    const { values } = await observed(subject, answers);
    expect(values.map(text)).toEqual([expected]);
    expect(values).toMatchObject([{ receivedAtMs }]);
  });

  it.each<[string, readonly Answer[], object]>([
    ['do not agree', ['100', '200', '300'], { step: 'pack', broken: { rule: 'too_few_sources' } }],
    ['are down', [DOWN, '100', DOWN], { step: 'fetch', upstreamStatus: 503, message: 'apiConfigs[0]: the source answered 503' }],
    ['are down, and one was not asked', [new NodeError('share_used'), '100', DOWN], { step: 'fetch', upstreamStatus: 503 }],
    ['were not asked, but one', [new NodeError('share_used'), '100', new NodeError('share_used')], { step: 'pack' }],
    ['were not asked', [0, 1, 2].map(() => new NodeError('share_used')), { code: 'share_used' }],
  ])('is a failure where too many %s', async (_case, answers, expected) => {
    const { values } = await observed(subject, answers);
    expect(values).toMatchObject([expected]);
  });
});

import { describe, expect, it } from 'vitest';
import type { ApiConfig } from '../api-config-outline.js';
import { SelectionError } from '../select.js';
import { DEFAULT_SOURCE_BYTES, MAX_SOURCE_BYTES, sizesIn, sourceBytes } from '../source-size.js';
import { readNumber } from './read-number.js';
import { StepError } from './step.js';

type Source = Pick<ApiConfig, 'responseParser' | 'valueTransform' | 'maxBytes'>;

type WorstPath = readonly [name: string, body: string, responseParser: string];

function timed(body: string, source: Source): { ms: number; rule: string } {
  const bytes = new TextEncoder().encode(body);
  expect(bytes.length).toBeLessThanOrEqual(sourceBytes(source));
  let [ms, rule] = [Infinity, 'none'];
  for (let time = 0; time < 3; time += 1) {
    const began = process.cpuUsage();
    try {
      readNumber(bytes, source);
    } catch (error) {
      if (!(error instanceof StepError) && !(error instanceof SelectionError)) throw error;
      rule = error instanceof StepError ? error.rule : error.reason;
    }
    ms = Math.min(ms, process.cpuUsage(began).user / 1_000);
  }
  return { ms, rule };
}

function steps(step: string): string {
  return Array.from({ length: 39 }, () => step).join('|');
}

const REPEATED = `$[${'0,'.repeat(240)}0]`;

/** The longest texts over the largest bodies: paths that the step limit ends, and for each step the worst that it is given. */
function worstOf(size: number) {
  const sizes = sizesIn(size);
  const filled = (piece: string, { before = '', after = '' } = {}): string => {
    const room = size - new TextEncoder().encode(before + after).length;
    return before + piece.repeat(Math.floor(room / new TextEncoder().encode(piece).length)) + after;
  };
  const zeros = (count: number): string => `[${'0,'.repeat(count - 1)}0]`;
  const nested = JSON.stringify(zeros(25_000 * sizes));
  const most = zeros(90_000 * sizes);
  const text = `"${'a'.repeat(80_000 * sizes)}"`;
  const ones = `${'1,'.repeat(20_000 * sizes)}1`;

  const filters = `$[${Array.from({ length: 60 }, () => '?@>9').join(',')}]`;
  const paths: readonly [WorstPath, ...WorstPath[]] = [
    ['filters over every item', most, filters],
    ['filters over small objects', filled('{"":0},', { before: '[', after: '0]' }), filters],
    ['every descendant', `[${'[0],'.repeat(45_000 * sizes)}0]`, '$..[?@>9,?@<0,?@==1,?@==2]'],
    ['equal long texts', `[${text},${text},${ones}]`, '$[?$[0]<$[1]].x'],
    ['long numbers', `[${'1'.repeat(80_000 * sizes)},${'2'.repeat(80_000 * sizes)},${ones}]`, '$[?$[0]==$[1]].x'],
    ['the length of a long text', `[${text},${ones}]`, '$[?length($[0])==1].x'],
  ];
  const transforms: readonly [name: string, body: string, source: Source][] = [
    ['at', filled('a'), { valueTransform: `at:${'a'.repeat(127)}b` }],
    ['after, again and again', filled('a '), { valueTransform: steps('after:a') }],
    ['before, again and again', filled('ab', { after: 'x' }), { valueTransform: steps('before:x') }],
    ['strip', filled('ab'), { valueTransform: steps('strip:a') }],
    ['trimming', filled(' ', { before: 'ax', after: 'b' }), { valueTransform: steps('after:x') }],
    ['csv of empty cells', filled(','), { valueTransform: 'csv:0,-1' }],
    ['csv of quotes', filled('""', { before: '"', after: '"' }), { valueTransform: 'csv:0,0' }],
    ['csv of rows', filled('a\n'), { valueTransform: 'csv:-1,0' }],
    ['json of the most values', most, { valueTransform: 'json:$[*]|count' }],
    ['json of one text many times', `[${nested}]`, { responseParser: REPEATED, valueTransform: 'json:$[*]|sum' }],
    ['json twice', JSON.stringify([JSON.stringify(zeros(25_000))]), { responseParser: REPEATED, valueTransform: 'json:$|json:$[*]|sum' }],
    ['word, again and again', filled('f'), { valueTransform: steps('word:0') }],
    ['hex', filled('f'), { valueTransform: 'hex' }],
    ['date', filled('2'), { valueTransform: 'date' }],
    ['group', filled('123,', { after: '1' }), { valueTransform: 'group:,|point:.' }],
    ['equals of a long number', filled('9', { before: '[', after: ']' }), { responseParser: REPEATED, valueTransform: 'equals:1|sum' }],
    [
      'map of long numbers',
      filled('0,', { before: `[${'9'.repeat(80_000 * sizes)},`, after: '0]' }),
      { responseParser: REPEATED, valueTransform: `map:${Array.from({ length: 32 }, (_, place) => `${place}=1`).join(',')}|sum` },
    ],
    ...['least', 'sum', 'mean', 'median'].map((name): [string, string, Source] => [
      `${name} of 10,000 numbers`,
      `[${Array.from({ length: 10_000 }, (_, place) => `${place % 2 === 0 ? '' : '-'}1234567.${10_000 - place}e${place % 2 === 0 ? -78 : 78}`).join(',')}]`,
      { responseParser: '$[*]', valueTransform: name },
    ]),
    ['arithmetic', '1', { valueTransform: `${'multiply:9e78|'.repeat(20)}${'divide:9e-78|'.repeat(18)}invert` }],
  ];
  return { paths, transforms };
}

describe.each([
  ['256 KiB', {}, DEFAULT_SOURCE_BYTES],
  ['1 MiB', { maxBytes: MAX_SOURCE_BYTES }, MAX_SOURCE_BYTES],
] as const)('the work of reading %s', (size, limit, bytes) => {
  const { paths, transforms } = worstOf(bytes);
  const timedPath = ([name, body, responseParser]: (typeof paths)[number]) => [name, timed(body, { responseParser, ...limit })] as const;
  const measured = [timedPath(paths[0]), ...paths.slice(1).map(timedPath)] as const;
  const [[, path]] = measured;

  it.each(measured)('is ended by the step limit where a path asks for %s', (name, { ms, rule }) => {
    process.stdout.write(`${size}, a path of ${name}: ${ms.toFixed(1)} ms\n`);
    expect(rule).toBe('too_costly');
  });

  it.each(transforms)('holds a node no longer by %s than a path may', (name, body, source) => {
    const { ms, rule } = timed(body, { ...source, ...limit });
    process.stdout.write(`${size}, ${name}: ${ms.toFixed(1)} ms (${rule}); a path ${path.ms.toFixed(1)} ms\n`);
    expect(ms).toBeLessThan(path.ms + 20);
  });
});

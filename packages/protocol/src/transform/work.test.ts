import { describe, expect, it } from 'vitest';
import { MAX_SOURCE_BYTES, SelectionError } from '../select.js';
import { readNumber } from './read-number.js';
import { StepError } from './step.js';

function filled(piece: string, { before = '', after = '' } = {}): string {
  const room = MAX_SOURCE_BYTES - new TextEncoder().encode(before + after).length;
  return before + piece.repeat(Math.floor(room / new TextEncoder().encode(piece).length)) + after;
}

function timed(body: string, source: { responseParser?: string; valueTransform?: string }): { ms: number; rule: string } {
  const bytes = new TextEncoder().encode(body);
  expect(bytes.length).toBeLessThanOrEqual(MAX_SOURCE_BYTES);
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
const nested = JSON.stringify(`[${Array.from({ length: 25_000 }, () => '0').join(',')}]`);

/** The longest texts over the largest bodies, each the worst that its step is given. */
const WORST: readonly [name: string, body: string, source: { responseParser?: string; valueTransform: string }][] = [
  ['at', filled('a'), { valueTransform: `at:${'a'.repeat(127)}b` }],
  ['after, again and again', filled('a '), { valueTransform: steps('after:a') }],
  ['before, again and again', filled('ab', { after: 'x' }), { valueTransform: steps('before:x') }],
  ['strip', filled('ab'), { valueTransform: steps('strip:a') }],
  ['trimming', filled(' ', { before: 'ax', after: 'b' }), { valueTransform: steps('after:x') }],
  ['csv of empty cells', filled(','), { valueTransform: 'csv:0,-1' }],
  ['csv of quotes', filled('""', { before: '"', after: '"' }), { valueTransform: 'csv:0,0' }],
  ['csv of rows', filled('a\n'), { valueTransform: 'csv:-1,0' }],
  [
    'json of 100,000 values',
    filled('0,', { before: '[', after: '0]' }).replace(/(?:0,){40000}/, ''),
    { valueTransform: 'json:$[*]|count' },
  ],
  ['json of one text many times', `[${nested}]`, { responseParser: `$[${'0,'.repeat(240)}0]`, valueTransform: 'json:$[*]|sum' }],
  ['json twice', JSON.stringify([nested]), { responseParser: `$[${'0,'.repeat(240)}0]`, valueTransform: 'json:$|json:$[*]|sum' }],
  ['word, again and again', filled('f'), { valueTransform: steps('word:0') }],
  ['hex', filled('f'), { valueTransform: 'hex' }],
  ['date', filled('2'), { valueTransform: 'date' }],
  ['group', filled('123,', { after: '1' }), { valueTransform: 'group:,|point:.' }],
  [
    'equals of a long number',
    filled('9', { before: '[', after: ']' }),
    { responseParser: `$[${'0,'.repeat(240)}0]`, valueTransform: 'equals:1|sum' },
  ],
  [
    'map of long numbers',
    filled('0,', { before: `[${'9'.repeat(80_000)},`, after: '0]' }),
    {
      responseParser: `$[${'0,'.repeat(240)}0]`,
      valueTransform: `map:${Array.from({ length: 32 }, (_, place) => `${place}=1`).join(',')}|sum`,
    },
  ],
  ...['least', 'sum', 'mean', 'median'].map((name): (typeof WORST)[number] => [
    `${name} of 10,000 numbers`,
    `[${Array.from({ length: 10_000 }, (_, place) => `${place % 2 === 0 ? '' : '-'}1234567.${10_000 - place}e${place % 2 === 0 ? -78 : 78}`).join(',')}]`,
    { responseParser: '$[*]', valueTransform: name },
  ]),
  ['arithmetic', '1', { valueTransform: `${'multiply:9e78|'.repeat(20)}${'divide:9e-78|'.repeat(18)}invert` }],
];

/** The longest that a path alone may take: filters over every item, ended by the step limit. */
const PATH = { responseParser: `$[${Array.from({ length: 60 }, () => '?@>9').join(',')}]` };

describe('the work of a transform', () => {
  const path = timed(filled('0,', { before: '[', after: '0]' }).replace(/(?:0,){40000}/, ''), PATH);

  it('a path alone is ended by the step limit', () => {
    expect(path.rule).toBe('too_costly');
  });

  it.each(WORST)('%s holds a node no longer than a path may', (name, body, source) => {
    const { ms, rule } = timed(body, source);
    process.stdout.write(`${name}: ${ms.toFixed(1)} ms (${rule}); a path ${path.ms.toFixed(1)} ms\n`);
    expect(ms).toBeLessThan(path.ms + 20);
  });
});

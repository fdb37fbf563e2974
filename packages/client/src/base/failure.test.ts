import { describe, expect, it } from 'vitest';
import { failureLines, readFailure } from './failure.js';

const told = {
  step: 'select',
  rule: 'nothing_selected',
  matched: '$.data',
  source: 'apiConfigs[3]',
  upstreamStatus: 200,
  hint: 'Compare it.',
  nodes: { agree: 3, failed: 4 },
};

describe('the members of a failure', () => {
  it('are read as they are told, among others', () => {
    expect(readFailure({ error: 'the source failed', code: 'upstream_failure', ...told })).toEqual(told);
  });

  it.each([undefined, null, 7, 'text', [], {}])('are left out of %j, which has no such member', (value) => {
    expect(readFailure(value)).toEqual({});
    expect(failureLines(value)).toEqual([]);
  });

  it.each([
    ['step', 'Select it'],
    ['rule', '<b>'],
    ['matched', 'x'.repeat(1_025)],
    ['source', 'elsewhere'],
    ['upstreamStatus', '200'],
    ['hint', 'x'.repeat(257)],
    ['nodes', { agree: 3 }],
    ['nodes', 4],
  ])('leave out %s of another form', (name, value) => {
    expect(readFailure({ ...told, [name]: value })).toEqual(Object.fromEntries(Object.entries(told).filter(([other]) => other !== name)));
  });
});

describe('the lines of a failure', () => {
  it('say how far the own text matches, and what to do', () => {
    const { source: _source, ...one } = told;
    expect(failureLines(one)).toEqual(['the answer matches up to $.data', 'Compare it.']);
  });

  it('name the source, of several', () => {
    expect(failureLines(told)).toEqual(['apiConfigs[3]: the answer matches up to $.data', 'apiConfigs[3]: Compare it.']);
  });
});

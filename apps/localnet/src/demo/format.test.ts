import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatDuration, formatGrouped, listNodes, MAX_COLUMNS, section } from './format.js';

describe('narration', () => {
  it('puts a fact beside its label, and below it when the line would be too wide', () => {
    const wide = 'x'.repeat(90);
    expect(
      section('Title', [
        ['short', 'fact'],
        ['wide', wide],
      ]),
    ).toBe(`Title\n   short       fact\n   wide\n     ${wide}\n`);
  });

  it('keeps every line of facts up to 95 characters within the width', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.stringMatching(/^[a-z ]{1,11}$/), fc.stringMatching(/^[!-~]{0,95}$/))), (facts) => {
        for (const line of section('Title', facts).split('\n')) expect(line.length).toBeLessThanOrEqual(MAX_COLUMNS);
      }),
    );
  });

  it.each([
    [[], 'no node'],
    [[3], 'node 3'],
    [[0, 2], 'nodes 0 and 2'],
    [[0, 1, 4], 'nodes 0, 1 and 4'],
  ])('lists %j as %j', (indices, text) => {
    expect(listNodes(indices)).toBe(text);
  });

  it('tells durations and counts as people do', () => {
    expect([formatDuration(41.4), formatDuration(999), formatDuration(1_250), formatDuration(12_000)]).toEqual([
      '41 ms',
      '999 ms',
      '1.3 s',
      '12.0 s',
    ]);
    expect([formatGrouped(0n), formatGrouped(999n), formatGrouped(1_000_000n)]).toEqual(['0', '999', '1,000,000']);
  });
});

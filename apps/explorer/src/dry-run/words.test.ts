import { describe, expect, it } from 'vitest';
import { dryRunFailureText, priceTexts } from './words.js';

describe('words of a dry run', () => {
  it('say how far the path matched, and what to do', () => {
    expect(dryRunFailureText({ code: 'no_value', detail: 'nothing was selected', matched: '$.data', hint: 'Compare it.' })).toBe(
      'nothing was selected (no_value); the answer matches up to $.data; Compare it.',
    );
    expect(dryRunFailureText({ code: 'upstream_failure', detail: 'the source answered with status 503', upstreamStatus: 503 })).toBe(
      'the source answered with status 503 (upstream_failure)',
    );
  });

  it('name each price by its path', () => {
    expect(priceTexts({ subscription: '250', x402: '2500' })).toEqual(['250 by subscription', '2500 by x402']);
  });
});

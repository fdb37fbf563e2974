import { describe, expect, it } from 'vitest';
import { dryRunFailureText, priceTexts } from './words.js';

describe('words of a dry run', () => {
  it('say how far the path matched, and what the source answered', () => {
    expect(dryRunFailureText({ code: 'no_value', detail: 'nothing was selected', matched: '$.data' })).toBe(
      'nothing was selected (no_value); the path matches as far as $.data',
    );
    expect(dryRunFailureText({ code: 'upstream_failure', detail: 'the source failed', upstreamStatus: 503 })).toBe(
      'the source failed (upstream_failure); the source answered 503',
    );
  });

  it('name each price by its path', () => {
    expect(priceTexts({ subscription: '250', x402: '2500' })).toEqual(['250 by subscription', '2500 by x402']);
  });
});

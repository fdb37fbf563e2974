import { deriveSourceId, type SourceId } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { createRestlessSources } from './unstable-sources.js';

function source(path: string): SourceId {
  return deriveSourceId({ url: `https://api.example.com/${path}`, method: 'GET' });
}

describe('createRestlessSources', () => {
  it('remembers a source for a minute after it was last restless, by what it is', () => {
    const clock = { ms: 0 };
    const restless = createRestlessSources({ monotonicMs: () => clock.ms });
    expect(restless.has(source('a'))).toBe(false);
    restless.record(source('a'));
    clock.ms = 50_000;
    restless.record(source('a'));
    clock.ms = 109_999;
    expect([restless.has(source('a')), restless.has(source('b'))]).toEqual([true, false]);
    clock.ms = 110_000;
    expect(restless.has(source('a'))).toBe(false);
  });
});

import { deriveSourceId, type SourceId } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { createUnstableSources } from './peer-record.js';

function source(path: string): SourceId {
  return deriveSourceId({ url: `https://api.example.com/${path}`, method: 'GET' });
}

describe('createUnstableSources', () => {
  it('remembers a source for a minute after it was last unstable, by what it is', () => {
    const clock = { ms: 0 };
    const unstable = createUnstableSources({ monotonicMs: () => clock.ms });
    expect(unstable.has(source('a'))).toBe(false);
    unstable.record(source('a'));
    clock.ms = 50_000;
    unstable.record(source('a'));
    clock.ms = 109_999;
    expect([unstable.has(source('a')), unstable.has(source('b'))]).toEqual([true, false]);
    clock.ms = 110_000;
    expect(unstable.has(source('a'))).toBe(false);
  });
});

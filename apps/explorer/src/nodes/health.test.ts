import { describe, expect, it } from 'vitest';
import { healthText, lastCallText } from './health.js';

describe('healthText', () => {
  it('tells a node that was not asked from one that failed', () => {
    const node = { nodeIndex: 1, latencyMs: 84 };
    expect(healthText(undefined)).toBe('not asked');
    expect(healthText({ ...node, error: { code: 'node_timeout', detail: '' } })).toBe('no value: node_timeout');
    expect(healthText({ ...node, value: '1', valuePacked: '0x', receivedAtMs: 1 })).toBe('answered in 84 ms');
  });
});

describe('lastCallText', () => {
  it('tells a node that was never called from one that did not answer', () => {
    expect(lastCallText({})).toBe('not called yet');
    const at = Date.UTC(2026, 10, 23, 12, 3, 11);
    expect(lastCallText({ lastCall: { answered: false, at } })).toBe('no answer at 12:03:11');
    expect(lastCallText({ lastCall: { answered: true, at } })).toBe('answered at 12:03:11');
  });

  it('is not broken by what a gateway makes up', () => {
    expect(lastCallText({ lastCall: { answered: true, at: 1e300 } })).toBe('not called yet');
    expect(lastCallText({ lastCall: null as never })).toBe('not called yet');
  });
});

import { describe, expect, it } from 'vitest';
import { healthText } from './health.js';

describe('healthText', () => {
  it('tells a node that was not asked from one that failed', () => {
    const node = { nodeIndex: 1, latencyMs: 84 };
    expect(healthText(undefined)).toBe('not asked');
    expect(healthText({ ...node, error: { code: 'node_timeout', detail: '' } })).toBe('no value: node_timeout');
    expect(healthText({ ...node, value: '1', valuePacked: '0x', observedAtMs: 1 })).toBe('answered in 84 ms');
  });
});

import { describe, expect, it } from 'vitest';
import { answeringText, healthText, lastCallOf } from './health.js';

const key = { publicKey: '0x', encryptionPublicKey: '0x', operator: '' };

describe('healthText', () => {
  it('tells a node that was not asked from one that failed', () => {
    const node = { nodeIndex: 1, latencyMs: 84 };
    expect(healthText(undefined)).toBe('not asked');
    expect(healthText({ ...node, error: { code: 'node_timeout', detail: '' } })).toBe('no value: node_timeout');
    expect(healthText({ ...node, value: '1', valuePacked: '0x', receivedAtMs: 1 })).toBe('answered in 84 ms');
  });
});

describe('lastCallOf', () => {
  it('tells a node that was never called from one that did not answer', () => {
    expect(lastCallOf({})).toBeUndefined();
    expect(lastCallOf({ lastCall: { answered: false, at: 5 } })).toEqual({ isAnswered: false, atMs: 5 });
    expect(lastCallOf({ lastCall: { answered: true, at: 5 } })).toEqual({ isAnswered: true, atMs: 5 });
  });

  it('is not broken by what a gateway makes up', () => {
    expect(lastCallOf({ lastCall: { answered: true, at: 1e300 } })).toBeUndefined();
    expect(lastCallOf({ lastCall: null as never })).toBeUndefined();
  });
});

describe('answeringText', () => {
  it('counts a node as silent only where its last call had no answer', () => {
    const calls = [{ answered: true, at: 1 }, { answered: false, at: 2 }, undefined];
    const nodes = calls.map((lastCall, index) => ({ index, ...key, ...(lastCall === undefined ? {} : { lastCall }) }));
    expect(answeringText({ nodes })).toEqual({ text: '2 of 3 nodes', isWhole: false });
    expect(answeringText({ nodes: nodes.slice(0, 1) })).toEqual({ text: '1 of 1 nodes', isWhole: true });
    expect(answeringText(undefined)).toBeUndefined();
  });
});

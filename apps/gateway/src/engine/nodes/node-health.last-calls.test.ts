import { describe, expect, it } from 'vitest';
import { createLastCalls } from './node-health.js';

describe('the last call of a node', () => {
  it('is unknown until there is one, and then the latest', () => {
    let nowMs = 5;
    const calls = createLastCalls({ nowMs: () => nowMs, monotonicMs: () => nowMs });
    expect(calls.of(1)).toBeUndefined();
    calls.note(1, null);
    nowMs = 9;
    calls.note(1, 'unreachable');
    expect(calls.of(1)).toEqual({ answered: false, atMs: 9 });
    expect(calls.of(2)).toBeUndefined();
  });

  it('was answered where the node refused, since a refusal is an answer', () => {
    const calls = createLastCalls({ nowMs: () => 5, monotonicMs: () => 7 });
    for (const fault of ['refused', 'upstream', 'declined', 'sealed'] as const) {
      calls.note(1, 'timeout');
      calls.note(1, fault);
      expect(calls.of(1)).toEqual({ answered: true, atMs: 5 });
    }
  });

  it('is remembered where it was answered, beside later ones that were not', () => {
    let nowMs = 5;
    const calls = createLastCalls({ nowMs: () => nowMs, monotonicMs: () => nowMs });
    calls.note(1, 'timeout');
    expect(calls.answeredAtMs(1)).toBeUndefined();
    calls.note(1, 'declined');
    nowMs = 9;
    for (const fault of ['unreachable', 'timeout', 'bad_answer', 'aborted', 'overloaded'] as const) calls.note(1, fault);
    expect(calls.answeredAtMs(1)).toBe(5);
    calls.note(1, null);
    expect(calls.answeredAtMs(1)).toBe(9);
  });

  it.each(['aborted', 'overloaded'] as const)('says nothing of a node where the gateway ended it: %s', (fault) => {
    const calls = createLastCalls({ nowMs: () => 5, monotonicMs: () => 7 });
    calls.note(1, fault);
    expect(calls.of(1)).toBeUndefined();
  });
});

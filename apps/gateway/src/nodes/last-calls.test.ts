import { describe, expect, it } from 'vitest';
import { createLastCalls } from './last-calls.js';

describe('the last call of a node', () => {
  it('is unknown until there is one, and then the latest', () => {
    let nowMs = 5;
    const calls = createLastCalls({ nowMs: () => nowMs });
    expect(calls.of(1)).toBeUndefined();
    calls.note(1, null);
    nowMs = 9;
    calls.note(1, 'unreachable');
    expect(calls.of(1)).toEqual({ answered: false, atMs: 9 });
    expect(calls.of(2)).toBeUndefined();
  });

  it('was answered where the node refused, since a refusal is an answer', () => {
    const calls = createLastCalls({ nowMs: () => 5 });
    for (const fault of ['refused', 'upstream', 'declined', 'sealed'] as const) {
      calls.note(1, 'timeout');
      calls.note(1, fault);
      expect(calls.of(1)).toEqual({ answered: true, atMs: 5 });
    }
  });

  it.each(['aborted', 'overloaded'] as const)('says nothing of a node where the gateway ended it: %s', (fault) => {
    const calls = createLastCalls({ nowMs: () => 5 });
    calls.note(1, fault);
    expect(calls.of(1)).toBeUndefined();
  });
});

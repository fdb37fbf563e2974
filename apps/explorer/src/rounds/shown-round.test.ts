import { describe, expect, it } from 'vitest';
import { settlingText } from './shown-round.js';

describe('settlingText', () => {
  it('says where a round is on the ledger', () => {
    expect(settlingText({ state: 'waiting' })).toMatch(/^Waiting/);
    const settlement = { kind: 'settled', signature: 'abc', slot: 7, final: true } as const;
    expect(settlingText({ state: 'done', settlement })).toBe('Settled in slot 7, final');
    expect(settlingText({ state: 'done', settlement: { ...settlement, slot: null, final: false } })).toBe('Settled');
    expect(settlingText({ state: 'done', settlement: { kind: 'paid', signature: 'abc', slot: 9 } })).toBe('Paid in slot 9');
    const failure = { kind: 'failed', title: 'Not settled', detail: 'It lapsed.', code: 'not_settled' } as const;
    expect(settlingText({ state: 'failed', failure })).toBe('Not settled: It lapsed.');
  });
});

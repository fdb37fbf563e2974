import { describe, expect, it } from 'vitest';
import { dryRunFailureText, priceTexts, dryRunVerdict, wouldSignText } from './words.js';

const usd = { unit: 'USD', displayDecimals: 2 };
const seen = { nodeIndex: 0, latencyMs: 9, value: '64628.314', valuePacked: '0x', receivedAtMs: 1 };

describe('words of a dry run', () => {
  it('say how far the path matched, and what to do', () => {
    expect(dryRunFailureText({ code: 'no_value', detail: 'nothing was selected', matched: '$.data', hint: 'Compare it.' })).toBe(
      'nothing was selected (no_value); the answer matches up to $.data; Compare it.',
    );
    expect(dryRunFailureText({ code: 'upstream_failure', detail: 'the source answered with status 503', upstreamStatus: 503 })).toBe(
      'the source answered with status 503 (upstream_failure)',
    );
  });

  it('name each price in dollars by what pays it', () => {
    expect(priceTexts({ subscription: '250', x402: '2500', other: 'x' })).toEqual(['$0.00025 by subscription', '$0.0025 paid by itself']);
  });

  it('tell a value from nothing, and both from what one node cannot tell', () => {
    const wouldSign = { value: '64628.314', valuePacked: '0x', quorum: 3 };
    expect(wouldSignText({ wouldSign, nodes: [seen] }, usd)).toBe('A round would sign $64,628.31 with 3 nodes.');
    const one = { code: 'one_node_asked', detail: 'one node was asked' };
    expect(wouldSignText({ wouldSign: null, reason: one, nodes: [seen] }, usd)).toBe(
      'One node sees $64,628.31. Connect a wallet to ask all of them.',
    );
    const failed = { nodeIndex: 0, latencyMs: 9, error: { code: 'no_value', detail: '' } };
    expect(wouldSignText({ wouldSign: null, reason: one, nodes: [failed] }, usd)).toBe('A round would sign nothing: one node was asked.');
  });

  it('name the number of all nodes, and tell in two words whether a round would sign', () => {
    const reason = { code: 'one_node_asked', detail: 'one node was asked' };
    expect(wouldSignText({ wouldSign: null, reason, nodes: [seen] }, usd, 5)).toBe(
      'One node sees $64,628.31. Connect a wallet to ask all five.',
    );
    const wouldSign = { value: '64628.314', valuePacked: '0x', quorum: 3 };
    expect(
      [
        { wouldSign, nodes: [seen] },
        { wouldSign: null, reason, nodes: [seen] },
        { wouldSign: null, nodes: [seen] },
      ].map((told) => dryRunVerdict(told).text),
    ).toEqual(['would sign', 'one node asked', 'would not sign']);
  });
});

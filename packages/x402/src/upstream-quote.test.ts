import { describe, expect, it } from 'vitest';
import { upstreamQuote } from './upstream-quote.js';

const INPUT = { resource: 'https://source.example/price', signaturesRequired: 3, redundancyBuffer: 1, nodeCount: 5 };

describe('upstream quote', () => {
  it('holds every field of the interface document', () => {
    expect(upstreamQuote({ ...INPUT, provider: 'coingecko', refusal: { status: 402, terms: '{"x402Version":2}' } })).toEqual({
      provider: 'coingecko',
      resource: 'https://source.example/price',
      signaturesRequired: 3,
      redundancyBuffer: 1,
      nodeCount: 5,
      eligibleSetSize: 4,
      supportedX402Versions: [1, 2],
      error: '{"x402Version":2}',
    });
  });

  it('of a source that was declared and is of no provider names neither error nor provider', () => {
    expect(Object.keys(upstreamQuote(INPUT))).not.toEqual(expect.arrayContaining(['error']));
    expect(Object.keys(upstreamQuote(INPUT))).not.toEqual(expect.arrayContaining(['provider']));
  });

  it.each([
    [3, 1, 4],
    [4, 1, 5],
    [5, 1, 5],
    [5, 0, 5],
  ])(
    'asks for as many payments as nodes are eligible: quorum %d and buffer %d of 5 nodes are %d',
    (signaturesRequired, redundancyBuffer, size) => {
      expect(upstreamQuote({ ...INPUT, signaturesRequired, redundancyBuffer }).eligibleSetSize).toBe(size);
    },
  );

  it("repeats a source's terms up to 1 KiB of UTF-8", () => {
    const refusal = (terms: string) => upstreamQuote({ ...INPUT, refusal: { status: 402, terms } }).error;
    expect(refusal('x'.repeat(1_024))).toBe('x'.repeat(1_024));
    expect(refusal('x'.repeat(1_025))).toBe('402, terms too large');
    expect(refusal('ü'.repeat(513))).toBe('402, terms too large');
  });
});

import type { SupportedKind } from '@x402/core/types';
import { describe, expect, it } from 'vitest';
import { FacilitatorUnavailableError } from './facilitator.js';
import { supportedFeePayers } from './supported-fee-payers.js';

const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const [ONE, TWO] = ['SysvarC1ock11111111111111111111111111111111', 'Stake11111111111111111111111111111111111111'];
function kind(change: object): SupportedKind {
  return { x402Version: 2, scheme: 'exact', network: NETWORK, extra: { feePayer: ONE }, ...change };
}

describe('the fee payers of an answer of /supported', () => {
  it('are those of version 2, exact, on the network, each once', () => {
    const kinds = [kind({}), kind({ extra: { feePayer: TWO } }), kind({})];
    expect(supportedFeePayers({ kinds }, NETWORK)).toEqual([ONE, TWO]);
  });

  it.each([
    ['another version', { x402Version: 1 }],
    ['another scheme', { scheme: 'upto' }],
    ['another network', { network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }],
    ['no extra', { extra: undefined }],
    ['no address', { extra: { feePayer: 'nobody' } }],
  ])('are none of %s', (_, change) => {
    expect(() => supportedFeePayers({ kinds: [kind(change)] }, NETWORK)).toThrow(FacilitatorUnavailableError);
    expect(supportedFeePayers({ kinds: [kind(change), kind({ extra: { feePayer: TWO } })] }, NETWORK)).toEqual([TWO]);
  });
});

import { describe, expect, it } from 'vitest';
import { FacilitatorUnavailableError } from './facilitator.js';
import { supportedFeePayers } from './supported-fee-payers.js';

const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const OTHER_NETWORK = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const ONE = 'SysvarC1ock11111111111111111111111111111111';
const TWO = 'Stake11111111111111111111111111111111111111';
const THREE = 'Vote111111111111111111111111111111111111111';
function kind(change: object): object {
  return { x402Version: 2, scheme: 'exact', network: NETWORK, extra: { feePayer: ONE }, ...change };
}

describe('the fee payers of an answer of /supported', () => {
  it('are offered of version 2, exact, on the network, each once', () => {
    const kinds = [kind({}), kind({ extra: { feePayer: TWO } }), kind({})];
    expect(supportedFeePayers({ kinds }, NETWORK)).toEqual({ offered: [ONE, TWO], accepted: [ONE, TWO] });
  });

  it.each([
    ['another version', { x402Version: 1 }],
    ['another scheme', { scheme: 'upto' }],
    ['another network', { network: OTHER_NETWORK }],
    ['no extra', { extra: undefined }],
    ['no address', { extra: { feePayer: 'nobody' } }],
  ])('are missing in %s', (_, change) => {
    expect(() => supportedFeePayers({ kinds: [kind(change)], signers: { 'solana:*': [TWO] } }, NETWORK)).toThrow(
      FacilitatorUnavailableError,
    );
    expect(supportedFeePayers({ kinds: [kind(change), kind({ extra: { feePayer: TWO } })] }, NETWORK).accepted).toEqual([TWO]);
  });

  it.each([
    ['the namespace', { 'solana:*': [ONE, TWO, THREE] }],
    ['the network', { [NETWORK]: [TWO, THREE] }],
    ['both', { [NETWORK]: [TWO], 'solana:*': [THREE] }],
  ])('are accepted of every key that signs for %s, and only the one of the kind is offered', (_, signers) => {
    expect(supportedFeePayers({ kinds: [kind({})], signers }, NETWORK)).toEqual({ offered: [ONE], accepted: [ONE, TWO, THREE] });
  });

  it.each([
    ['another network', { [OTHER_NETWORK]: [TWO] }],
    ['another namespace', { 'eip155:*': [TWO] }],
    ['every namespace', { '*': [TWO] }],
    ['nothing that is an address', { 'solana:*': ['nobody', 5, null] }],
    ['no list', { 'solana:*': TWO }],
  ])('are not the signers of %s', (_, signers) => {
    expect(supportedFeePayers({ kinds: [kind({})], signers }, NETWORK).accepted).toEqual([ONE]);
  });
});

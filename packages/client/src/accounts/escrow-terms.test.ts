import { formatAddress, fromHex, parseAddress, toAddress } from '@oracle-gateway/protocol';
import { associatedTokenAddress } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/program-address.json' with { type: 'json' };
import { refusal } from '../../tests/fake-io.js';
import { escrowTerms } from './escrow-terms.js';

const vector = file.vectors.find(({ kind }) => kind === 'escrow')!;
const ESCROW = vector.address;
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const OTHER = 'CojVr4rBZoXq4tymj5eNPsdfU276w3rKD5gkT5tjKzed';
const known = {
  programId: parseAddress(vector.programId!),
  network: 'solana:one',
  mint: parseAddress(MINT),
  payer: toAddress(fromHex(vector.payer!)),
  gateway: toAddress(fromHex(vector.gateway!)),
  price: 1600n,
};
const payTo = formatAddress(associatedTokenAddress(parseAddress(ESCROW), known.mint));
const extra = { agent: ESCROW, currentAtaBalance: '0', committedAmount: '0' };
const option = { network: 'solana:one', asset: MINT, payTo, maxAmountRequired: '1600', extra };

function terms(change: object) {
  return escrowTerms(refusal('escrow_underfunded', { status: 402, body: { accepts: [{ ...option, ...change }] } }), known);
}

function missing(currentAtaBalance: unknown, committedAmount: unknown): bigint {
  return terms({ extra: { ...extra, currentAtaBalance, committedAmount } }).amount;
}

describe('what an escrow lacks', () => {
  it('is paid into the token account of this payer and gateway, by the ledger', () => {
    expect(terms({})).toEqual({ amount: 1600n, asset: MINT, payTo, escrow: ESCROW, network: 'solana:one' });
  });

  it.each([
    ['asset', { asset: OTHER }],
    ['payTo', { payTo: OTHER }],
    ['payTo', { payTo: undefined }],
    ['escrow', { extra: { ...extra, agent: OTHER } }],
    ['escrow', { extra: null }],
    ['network', { network: 'solana:two' }],
    ['maxAmountRequired', { maxAmountRequired: '1601' }],
    ['maxAmountRequired', { maxAmountRequired: 1600 }],
    ['maxAmountRequired', { maxAmountRequired: undefined }],
  ])('is refused where the gateway names another %s: %j', (name, change) => {
    expect(() => terms(change)).toThrow(expect.objectContaining({ name: 'VerificationError', reason: 'other_terms' }));
    expect(() => terms(change)).toThrow(`${name}: `);
  });

  it.each([{}, { accepts: [] }, { accepts: [null] }, { accepts: { 0: option } }])('is refused where there are no terms: %j', (body) => {
    expect(() => escrowTerms(refusal('escrow_underfunded', { body }), known)).toThrow(expect.objectContaining({ reason: 'other_terms' }));
  });

  it('is the price less what is free', () => {
    expect(missing('600', '0')).toBe(1000n);
    expect(missing('600', '500')).toBe(1500n);
    expect(missing('1599', '0')).toBe(1n);
  });

  it('is never more than the price, whatever is committed', () => {
    expect(missing('0', '99999999')).toBe(1600n);
    expect(missing('600', '601')).toBe(1600n);
  });

  it('is never nothing: a lack was claimed', () => {
    expect(missing('1600', '0')).toBe(1n);
    expect(missing('99999999999999999999', '0')).toBe(1n);
  });

  it.each([undefined, null, 600, '-600', '6e2', '0x258', '9'.repeat(21)])('counts no balance that is no number of units: %j', (balance) => {
    expect(missing(balance, '0')).toBe(1600n);
  });
});

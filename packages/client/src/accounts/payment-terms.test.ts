import { formatAddress, fromHex, parseAddress, type SourceId, toAddress } from '@oracle-gateway/protocol';
import { configAddress } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/x402-memo.json' with { type: 'json' };
import { checkedTerms, type KnownTerms } from './payment-terms.js';

const vector = file.vectors.find(({ signaturesRequired }) => signaturesRequired === 3)!;
const programId = toAddress(fromHex(vector.programId));
const PAYER = 'CojVr4rBZoXq4tymj5eNPsdfU276w3rKD5gkT5tjKzed';
const FEE_PAYER = '11111111111111111111111111111112';
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const known: KnownTerms = {
  programId,
  network: 'solana:one',
  mint: parseAddress(MINT),
  gateway: toAddress(fromHex(vector.gateway)),
  sourceId: fromHex(vector.sourceId) as SourceId,
  quorum: 3,
  registryVersion: Number(vector.registryVersion),
  payer: PAYER,
  maxAmount: 1800n,
};
const extra = { feePayer: FEE_PAYER, memo: vector.memo };
const option = {
  scheme: 'exact',
  network: 'solana:one',
  amount: '1800',
  asset: MINT,
  payTo: formatAddress(configAddress(programId)),
  maxTimeoutSeconds: 30,
  extra,
};

function check(change: object, more: Partial<KnownTerms> = {}): unknown {
  return checkedTerms({ accepts: [{ ...option, ...change }] }, { ...known, ...more });
}

describe('the terms of a payment', () => {
  it('are signed where they are those of the ledger and the request', () => {
    expect(check({})).toEqual(option);
  });

  it('keep nothing that was not checked', () => {
    expect(check({ outputSchema: {}, extra: { ...extra, decimals: 0, tokenProgram: FEE_PAYER } })).toEqual(option);
  });

  it.each([
    ['scheme', { scheme: 'upto' }],
    ['network', { network: 'solana:two' }],
    ['asset', { asset: PAYER }],
    ['payTo, the treasury of the program', { payTo: PAYER }],
    ['payTo, left out', { payTo: undefined }],
    ['extra.memo, the purpose', { extra: { ...extra, memo: '0'.repeat(32) } }],
    ['extra.memo, left out', { extra: { feePayer: FEE_PAYER } }],
    ['extra.feePayer, which the payer is not', { extra: { ...extra, feePayer: PAYER } }],
    ['extra.feePayer, left out', { extra: { memo: vector.memo } }],
    ['extra', { extra: null }],
  ])('are refused for another %s', (name, change) => {
    expect(() => check(change)).toThrow(expect.objectContaining({ name: 'VerificationError', reason: 'other_terms' }));
    expect(() => check(change)).toThrow(name.split(',')[0]);
  });

  it.each(['0', '-1', '01', '1.5', '1e3', '0x10', ' 7', '', '1'.repeat(21), 1800, null])('are refused for the amount %j', (amount) => {
    expect(() => check({ amount })).toThrow(/^amount: /);
  });

  it('may cost as much as the payer allows, and no unit more', () => {
    expect(() => check({ amount: '1801' })).toThrow(
      expect.objectContaining({ name: 'SpendingLimitError', amount: 1801n, maxAmount: 1800n }),
    );
    expect(() => check({ amount: '99999999999999999999' })).toThrow(expect.objectContaining({ name: 'SpendingLimitError' }));
    expect(check({ amount: '1' })).toMatchObject({ amount: '1' });
  });

  it.each<[string, Partial<KnownTerms>]>([
    ['gateway', { gateway: programId }],
    ['source', { sourceId: fromHex(file.vectors[0]!.sourceId) as SourceId }],
    ['quorum', { quorum: 4 }],
    ['registry version', { registryVersion: known.registryVersion + 1 }],
  ])('of a round of another %s are refused by their memo', (_what, more) => {
    expect(() => check({}, more)).toThrow(/^extra\.memo: /);
  });

  it('are the first option alone: a good second one is not searched for', () => {
    expect(() => checkedTerms({ accepts: [{ ...option, payTo: PAYER }, option] }, known)).toThrow(/^payTo: /);
  });

  it.each([{}, { accepts: [] }, { accepts: option }, { accepts: [null] }, null, 'accepts'])(
    'are refused where the gateway gives no option: %j',
    (body) => {
      expect(() => checkedTerms(body, known)).toThrow(expect.objectContaining({ reason: 'other_terms' }));
    },
  );

  it.each([undefined, '30', null])('are good for a minute where the gateway gives no number of seconds: %j', (maxTimeoutSeconds) => {
    expect(check({ maxTimeoutSeconds })).toMatchObject({ maxTimeoutSeconds: 60 });
  });
});

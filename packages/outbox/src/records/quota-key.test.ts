import { formatAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { sampleAddress } from '../testing/index.js';
import { CHARGES, FEE_BALANCE_QUOTA } from './charges.js';
import { quotaAddress, quotaKey } from './quota-key.js';

const owner = sampleAddress();
const { subscription, escrow } = CHARGES;
const KINDS = [...Object.values(subscription.quotas), ...Object.values(escrow.quotas), FEE_BALANCE_QUOTA, 'x402-payer', 'x402-tokens'];

it('quota keys are stored under these names, also by earlier versions', () => {
  expect(KINDS).toEqual(['subscription', 'delegate', 'escrow', 'fee-balance', 'x402-payer', 'x402-tokens']);
});

describe.each(KINDS)('a quota key of %s', (kind) => {
  it('names its address, and nothing else', () => {
    expect(quotaKey(kind, owner)).toBe(`${kind}:${formatAddress(owner)}`);
    expect(quotaAddress(kind, quotaKey(kind, owner))).toEqual(owner);
    for (const other of KINDS.filter((other) => other !== kind)) expect(quotaAddress(other, quotaKey(kind, owner))).toBeNull();
  });
});

it.each([quotaKey('delegate', owner), formatAddress(owner), 'subscription:', 'subscription:0', `subscription:${formatAddress(owner)}0`])(
  '%s is no subscription',
  (key) => {
    expect(quotaAddress('subscription', key)).toBeNull();
  },
);

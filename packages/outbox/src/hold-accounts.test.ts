import { formatAddress } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import {
  delegateAccount,
  delegateOf,
  escrowAccount,
  escrowTokensOf,
  subscriptionAccount,
  subscriptionOwnerOf,
  x402PayerAccount,
  x402TokensAccount,
} from './hold-accounts.js';
import { sampleAddress } from './testing/index.js';

const owner = sampleAddress();

it('an account of a subscription names its owner', () => {
  expect(subscriptionOwnerOf(subscriptionAccount(owner))).toEqual(owner);
});

it('an account of a delegate names its ledger account, and no subscription', () => {
  expect(delegateOf(delegateAccount(owner))).toEqual(owner);
  expect(subscriptionOwnerOf(delegateAccount(owner))).toBeNull();
  expect(delegateOf(subscriptionAccount(owner))).toBeNull();
});

it('an account of an escrow names its token account, and nothing else', () => {
  expect(escrowTokensOf(escrowAccount(owner))).toEqual(owner);
  expect([subscriptionOwnerOf(escrowAccount(owner)), delegateOf(escrowAccount(owner))]).toEqual([null, null]);
  expect(escrowTokensOf(delegateAccount(owner))).toBeNull();
});

it('what payments take of a token account is counted beside their number, and beside any escrow', () => {
  expect(x402TokensAccount(owner)).not.toBe(x402PayerAccount(owner));
  expect(escrowTokensOf(x402TokensAccount(owner))).toBeNull();
});

it.each([delegateAccount(owner), formatAddress(owner), 'subscription:', 'subscription:0', `subscription:${formatAddress(owner)}0`])(
  '%s is no subscription',
  (account) => {
    expect(subscriptionOwnerOf(account)).toBeNull();
  },
);

import { formatAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';

import { addressOf, newKeypair } from '../base/keypair.js';
import { DemoFailure } from './demo-failure.js';
import { groupByTransaction, requireCarriedOut } from './settled-together.js';

const one = addressOf(newKeypair());
const two = addressOf(newKeypair());
const three = addressOf(newKeypair());

describe('rounds settled together', () => {
  it('are those of one transaction; the largest batch comes first', () => {
    const rounds = [
      { receipt: one, signature: 'alone' },
      { receipt: two, signature: 'shared' },
      { receipt: three, signature: 'shared' },
    ];
    expect(groupByTransaction(rounds)).toEqual([
      { signature: 'shared', receipts: [two, three] },
      { signature: 'alone', receipts: [one] },
    ]);
  });

  it('have a transaction that succeeded and names each of their receipts', () => {
    const transaction = { succeeded: true, feeLamports: 5_000n, accounts: [one, two].map(formatAddress) };
    expect(() => requireCarriedOut('sig', transaction, [two, one])).not.toThrow();
    expect(() => requireCarriedOut('sig', transaction, [one, three])).toThrow(DemoFailure);
    expect(() => requireCarriedOut('sig', { ...transaction, succeeded: false }, [one])).toThrow(DemoFailure);
  });
});

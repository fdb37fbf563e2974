import type { Account, AccountIo, RoundDraft } from '@oracle-gateway/client';
import { describe, expect, it, vi } from 'vitest';

import { countedRounds } from './counted-rounds.js';

const earn = vi.fn<Account['earn']>(() => Promise.reject(new Error('refused')));
const account: Account = { feedOwner: 'owner', earn };
// Nothing of them is read.
const call: Parameters<Account['earn']> = [{} as RoundDraft, {} as AccountIo];

describe('an account with an allowance', () => {
  it('takes one round before it asks, and keeps it where the round is refused', async () => {
    const taken: bigint[] = [];
    const counted = countedRounds(account, {
      take(amount) {
        expect(earn).not.toHaveBeenCalled();
        taken.push(amount);
        return Promise.resolve();
      },
    });
    await expect(counted.earn(...call)).rejects.toThrow('refused');
    expect(taken).toEqual([1n]);
  });

  it('asks for nothing where the allowance refuses', async () => {
    earn.mockClear();
    const counted = countedRounds(account, { take: () => Promise.reject(new Error('used up')) });
    await expect(counted.earn(...call)).rejects.toThrow('used up');
    expect(earn).not.toHaveBeenCalled();
  });

  it('is the account itself without one', () => {
    expect(countedRounds(account, undefined)).toBe(account);
  });
});

import type { Account, AccountIo, RoundDraft } from '@oracle-gateway/client';
import { formOfIndex, formOfList, SOURCE_FORM, type Form } from '@oracle-gateway/protocol';
import { describe, expect, it, vi } from 'vitest';

import { countedRounds } from './counted-rounds.js';

const earn = vi.fn<Account['earn']>(() => Promise.reject(new Error('refused')));
const account: Account = { feedOwner: 'owner', earn };

// Nothing else of them is read.
function callOf(form: Form): Parameters<Account['earn']> {
  return [{ subject: { form } } as RoundDraft, {} as AccountIo];
}

describe('an account with an allowance', () => {
  it.each([
    [1n, 'a source', SOURCE_FORM],
    [3n, 'a list of three sources', formOfList(3)],
    [4n, 'an index of four sources', formOfIndex(4)],
  ])('takes %d rounds of %s before it asks, and keeps them where it is refused', async (units, _of, form) => {
    earn.mockClear();
    const taken: bigint[] = [];
    const counted = countedRounds(account, {
      take(amount) {
        expect(earn).not.toHaveBeenCalled();
        taken.push(amount);
        return Promise.resolve();
      },
    });
    await expect(counted.earn(...callOf(form))).rejects.toThrow('refused');
    expect(taken).toEqual([units]);
  });

  it('asks for nothing where the allowance refuses', async () => {
    earn.mockClear();
    const counted = countedRounds(account, { take: () => Promise.reject(new Error('used up')) });
    await expect(counted.earn(...callOf(SOURCE_FORM))).rejects.toThrow('used up');
    expect(earn).not.toHaveBeenCalled();
  });

  it('is the account itself without one', () => {
    expect(countedRounds(account, undefined)).toBe(account);
  });
});

import { formatAddress, toAddress, type Address } from '@oracle-gateway/protocol';
import { associatedTokenAddress, configAddress, TOKEN_PROGRAM_ID } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';

import type { AccountAnswer } from './rpc/answers.js';
import { readTreasury } from './treasury-read.js';

function address(fill: number): Address {
  return toAddress(new Uint8Array(32).fill(fill));
}
const [programId, mint] = [address(0x11), address(0x44)];
const owner = configAddress(programId);
const treasury = formatAddress(associatedTokenAddress(owner, mint));

/** The layout of the SPL token program (`state.rs`, `Account`). */
function tokenAccount(members: { readonly of?: Address; readonly heldBy?: Address; readonly program?: Address } = {}): AccountAnswer {
  const data = new Uint8Array(165);
  data.set(members.of ?? mint, 0);
  data.set(members.heldBy ?? owner, 32);
  data.set([7], 64);
  data.set([1], 108);
  return { owner: formatAddress(members.program ?? TOKEN_PROGRAM_ID), data };
}

function read(account: AccountAnswer | null) {
  const readAt = (at: Address) => Promise.resolve({ account: formatAddress(at) === treasury ? account : null, slot: 77 });
  return readTreasury({ programId, mint }, { readAt });
}

describe('the treasury', () => {
  it('is the associated token account of the Config account', async () => {
    expect(await read(tokenAccount())).toEqual({ mint, owner, amountAtomic: 7n, isFrozen: false });
  });

  it.each([
    ['nothing is at its address', null],
    ['it holds another mint', tokenAccount({ of: address(9) })],
    ['it has another owner', tokenAccount({ heldBy: address(9) })],
    ['it is no account of the token program', tokenAccount({ program: address(9) })],
  ])('is absent when %s', async (_case, account) => {
    expect(await read(account)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';

import { type Address, toAddress } from '../address.js';
import { TOKEN_PROGRAM_ID } from './addresses.js';
import { readMint, readTokenHolding } from './token-accounts.js';

function address(fill: number) {
  return toAddress(new Uint8Array(32).fill(fill));
}
const [mint, owner] = [address(1), address(2)];

interface Stored {
  readonly owner: Address;
  readonly data: Uint8Array;
}

/** The layouts of the SPL token program, written out (`spl-token` `state.rs`, `Account` and `Mint`). */
function tokenAccount(state: number): Stored {
  const data = new Uint8Array(165);
  data.set(mint, 0);
  data.set(owner, 32);
  data.set([0x15, 0xcd, 0x5b, 0x07], 64);
  data[108] = state;
  return { owner: TOKEN_PROGRAM_ID, data };
}
function mintAccount(hasAuthority: boolean): Stored {
  const data = new Uint8Array(82);
  data[0] = hasAuthority ? 1 : 0;
  data.set(owner, 4);
  data.set([7], 36);
  data[44] = 6;
  data[45] = 1;
  return { owner: TOKEN_PROGRAM_ID, data };
}

describe('token accounts', () => {
  it('a holding is read as the token program wrote it', () => {
    expect(readTokenHolding(tokenAccount(1))).toEqual({ mint, owner, amountAtomic: 123_456_789n, isFrozen: false });
    expect(readTokenHolding(tokenAccount(2))).toMatchObject({ amountAtomic: 123_456_789n, isFrozen: true });
  });

  it('a mint is read as the token program wrote it', () => {
    expect(readMint(mintAccount(true))).toEqual({ decimals: 6, supplyAtomic: 7n, authority: owner });
    expect(readMint(mintAccount(false))).toMatchObject({ authority: null });
  });

  it.each([
    ['not initialised', tokenAccount(0)],
    ["another program's", { ...tokenAccount(1), owner: address(9) }],
    ['a mint', mintAccount(true)],
  ])('an account that is %s holds no tokens', (_what, account) => {
    expect(readTokenHolding(account)).toBeNull();
  });

  it('a token account is no mint', () => {
    expect(readMint(tokenAccount(1))).toBeNull();
  });
});

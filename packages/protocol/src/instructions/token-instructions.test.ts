import { describe, expect, it } from 'vitest';

import { associatedTokenAddress, TOKEN_PROGRAM_ID } from '../accounts/addresses.js';
import { toAddress } from '../address.js';
import { createAssociatedTokenAccount, transferTokens } from './token-instructions.js';

function address(fill: number) {
  return toAddress(new Uint8Array(32).fill(fill));
}
const [mint, owner, payer] = [address(1), address(2), address(3)];

describe('token instructions', () => {
  it('an associated token account is created at its derived address, and paid by the signer', () => {
    const { accounts, data } = createAssociatedTokenAccount({ payer, owner, mint });
    expect(accounts[0]).toEqual({ address: payer, signer: true, writable: true });
    expect(accounts[1]).toEqual({ address: associatedTokenAddress(owner, mint), signer: false, writable: true });
    expect([...data]).toEqual([1]);
  });

  it('tokens move between the associated accounts of one mint, signed by their owner', () => {
    const recipient = address(4);
    const { programId, accounts, data } = transferTokens({ owner, recipient, mint, amountAtomic: 123_456_789n });
    expect(programId).toEqual(TOKEN_PROGRAM_ID);
    expect(accounts).toEqual([
      { address: associatedTokenAddress(owner, mint), signer: false, writable: true },
      { address: associatedTokenAddress(recipient, mint), signer: false, writable: true },
      { address: owner, signer: true, writable: false },
    ]);
    expect([...data]).toEqual([3, 0x15, 0xcd, 0x5b, 0x07, 0, 0, 0, 0]);
  });
});

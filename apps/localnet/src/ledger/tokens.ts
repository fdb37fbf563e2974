import { findProgramAddress, parseAddress, type Address } from '@oracle-gateway/protocol';
import { createTokenAccountInstruction, mintToInstruction } from './instructions.js';
import type { LocalLedger } from './ledger.js';
import { addressOf, type SecretKey } from './signed-transaction.js';
import { ASSOCIATED_TOKEN_PROGRAM, MINT_BYTES, mintData, TOKEN_PROGRAM } from './token-layout.js';

/** Devnet's USDC, the mint a default x402 client pays with; nobody here holds a key of this address. */
export const DEVNET_USDC_MINT = parseAddress('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU');

/** Puts an SPL mint at an address whose key nobody holds, so that no transaction could create it. */
export function createMintAt(ledger: LocalLedger, mint: { address: Address; decimals: number; mintAuthority: Address }): void {
  ledger.setAccount(mint.address, {
    lamports: ledger.minimumRent(MINT_BYTES),
    owner: TOKEN_PROGRAM,
    executable: false,
    data: mintData({ authority: mint.mintAuthority, decimals: mint.decimals }),
  });
}

export function associatedTokenAddress(owner: Address, mint: Address): Address {
  return findProgramAddress([owner, TOKEN_PROGRAM, mint], ASSOCIATED_TOKEN_PROGRAM).address;
}

/**
 * Creates the owner's associated token account unless it exists.
 *
 * @throws {LedgerSetupError}
 */
export function createTokenAccount(ledger: LocalLedger, i: { payer: SecretKey; owner: Address; mint: Address }): Address {
  const tokenAccount = associatedTokenAddress(i.owner, i.mint);
  ledger.send([i.payer], [createTokenAccountInstruction({ payer: addressOf(i.payer), tokenAccount, owner: i.owner, mint: i.mint })]);
  return tokenAccount;
}

/**
 * Mints into the owner's associated token account, which is created when missing; the mint authority pays.
 *
 * @throws {LedgerSetupError}
 */
export function mintTo(ledger: LocalLedger, i: { mintAuthority: SecretKey; mint: Address; owner: Address; amountAtomic: bigint }): Address {
  const authority = addressOf(i.mintAuthority);
  const tokenAccount = associatedTokenAddress(i.owner, i.mint);
  ledger.send(
    [i.mintAuthority],
    [
      createTokenAccountInstruction({ payer: authority, tokenAccount, owner: i.owner, mint: i.mint }),
      mintToInstruction({ mint: i.mint, tokenAccount, authority, amountAtomic: i.amountAtomic }),
    ],
  );
  return tokenAccount;
}

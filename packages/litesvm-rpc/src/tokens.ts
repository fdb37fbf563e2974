import { toAddress, type Address, type AddressInput } from './address.js';
import { createTokenAccountInstruction, mintToInstruction } from './instructions.js';
import type { LocalLedger } from './ledger.js';
import { programAddress } from './program-address.js';
import type { SecretKey } from './sign-message.js';
import { addressOf } from './signed-transaction.js';
import { ASSOCIATED_TOKEN_PROGRAM, MINT_BYTES, mintData, TOKEN_PROGRAM } from './token-layout.js';

/**
 * Sets a mint of the SPL token program, without supply, at any address. No transaction could create it at an address without a known key,
 * such as a stablecoin's.
 *
 * @throws {AddressError}
 */
export function createMintAt(ledger: LocalLedger, input: { address: AddressInput; decimals: number; mintAuthority: AddressInput }): void {
  ledger.setAccount(input.address, {
    lamports: ledger.minimumRent(MINT_BYTES),
    owner: TOKEN_PROGRAM,
    executable: false,
    data: mintData({ authority: toAddress(input.mintAuthority), decimals: input.decimals }),
  });
}

/**
 * The associated token address of an owner, for the SPL token program, not for Token-2022.
 *
 * @throws {AddressError}
 */
export function associatedTokenAddress(owner: AddressInput, mint: AddressInput): Address {
  return programAddress([toAddress(owner), TOKEN_PROGRAM, toAddress(mint)], ASSOCIATED_TOKEN_PROGRAM);
}

/**
 * Creates the owner's associated token account unless it exists.
 *
 * @returns its address
 * @throws {AddressError}
 * @throws {LedgerSetupError} when the payer lacks lamports, or there is no such mint
 */
export function createTokenAccount(ledger: LocalLedger, input: { payer: SecretKey; owner: AddressInput; mint: AddressInput }): Address {
  const [owner, mint] = [toAddress(input.owner), toAddress(input.mint)];
  const tokenAccount = associatedTokenAddress(owner, mint);
  ledger.send([input.payer], [createTokenAccountInstruction({ payer: addressOf(input.payer), tokenAccount, owner, mint })]);
  return tokenAccount;
}

/**
 * Mints into the owner's associated token account, and creates it if it does not exist; the mint authority pays.
 *
 * @param input.amountAtomic in the mint's smallest unit
 * @returns the token account's address
 * @throws {AddressError}
 * @throws {LedgerSetupError} when the key is not the mint's authority, or lacks lamports
 */
export function mintTo(
  ledger: LocalLedger,
  input: { mintAuthority: SecretKey; mint: AddressInput; owner: AddressInput; amountAtomic: bigint },
): Address {
  const [owner, mint, authority] = [toAddress(input.owner), toAddress(input.mint), addressOf(input.mintAuthority)];
  const tokenAccount = associatedTokenAddress(owner, mint);
  ledger.send(
    [input.mintAuthority],
    [
      createTokenAccountInstruction({ payer: authority, tokenAccount, owner, mint }),
      mintToInstruction({ mint, tokenAccount, authority, amountAtomic: input.amountAtomic }),
    ],
  );
  return tokenAccount;
}

import { ASSOCIATED_TOKEN_PROGRAM_ID, associatedTokenAddress } from '../accounts/addresses.js';
import type { Address } from '../address.js';
import { encodeStruct } from '../encode-struct.js';
import { payer, readonly, signer, writable, type LedgerInstruction } from './instruction.js';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from './program-ids.js';

/** `CreateIdempotent` of the associated token account program. */
const CREATE_IDEMPOTENT = 1;
/** `Transfer` of the SPL token program. It needs no mint: both associated addresses fix it. */
const TRANSFER = 3;
const TRANSFER_DATA = { struct: { tag: 'u8', amountAtomic: 'u64' } } as const;

/** An associated token account to create. */
export interface CreateTokenAccountInput {
  /** Signs and pays the rent. */
  readonly payer: Address;
  readonly owner: Address;
  readonly mint: Address;
}

/** Creates the owner's associated token account unless it exists. An instruction of the associated token account program. */
export function createAssociatedTokenAccount(input: CreateTokenAccountInput): LedgerInstruction {
  return {
    programId: ASSOCIATED_TOKEN_PROGRAM_ID,
    accounts: [
      payer(input.payer),
      writable(associatedTokenAddress(input.owner, input.mint)),
      readonly(input.owner),
      readonly(input.mint),
      readonly(SYSTEM_PROGRAM),
      readonly(TOKEN_PROGRAM),
    ],
    data: Uint8Array.of(CREATE_IDEMPOTENT),
  };
}

/** Tokens that go from one owner to another. */
export interface TransferTokensInput {
  /** Signs; the owner's associated token account pays. */
  readonly owner: Address;
  /** The recipient's associated token account, which must exist, receives. */
  readonly recipient: Address;
  readonly mint: Address;
  readonly amountAtomic: bigint;
}

/** Moves tokens between the associated token accounts of two owners. An instruction of the SPL token program. */
export function transferTokens({ owner, recipient, mint, amountAtomic }: TransferTokensInput): LedgerInstruction {
  return {
    programId: TOKEN_PROGRAM,
    accounts: [writable(associatedTokenAddress(owner, mint)), writable(associatedTokenAddress(recipient, mint)), signer(owner)],
    data: encodeStruct(TRANSFER_DATA, { tag: TRANSFER, amountAtomic }),
  };
}

import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getAddressDecoder,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { COMPUTE_BUDGET_PROGRAM_ADDRESS, MEMO_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@x402/svm';

/** Addresses without a known key. */
export const ACCOUNTS = {
  feePayer: numbered(1),
  payer: numbered(2),
  payerTokens: numbered(3),
  treasuryTokens: numbered(4),
  mint: numbered(5),
};
export const BLOCKHASH = blockhash('EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG');

export function transferChecked(amountAtomic = 3_000n, program: string = TOKEN_PROGRAM_ADDRESS): Instruction {
  const data = new DataView(new ArrayBuffer(10));
  data.setUint8(0, 12);
  data.setBigUint64(1, amountAtomic, true);
  data.setUint8(9, 6);
  return {
    programAddress: address(program),
    accounts: [
      { address: ACCOUNTS.payerTokens, role: AccountRole.WRITABLE },
      { address: ACCOUNTS.mint, role: AccountRole.READONLY },
      { address: ACCOUNTS.treasuryTokens, role: AccountRole.WRITABLE },
      { address: ACCOUNTS.payer, role: AccountRole.READONLY_SIGNER },
    ],
    data: new Uint8Array(data.buffer),
  };
}

export function memo(text: string): Instruction {
  return { programAddress: address(MEMO_PROGRAM_ADDRESS), data: new TextEncoder().encode(text) };
}

/** Instruction that limits a transaction's compute units. */
export function computeUnits(limit: number): Instruction {
  const data = new DataView(new ArrayBuffer(5));
  data.setUint8(0, 2);
  data.setUint32(1, limit, true);
  return { programAddress: address(COMPUTE_BUDGET_PROGRAM_ADDRESS), data: new Uint8Array(data.buffer) };
}

/** Instruction that offers a price for each compute unit. */
export function computeUnitPrice(microLamports: bigint): Instruction {
  const data = new DataView(new ArrayBuffer(9));
  data.setUint8(0, 3);
  data.setBigUint64(1, microLamports, true);
  return { programAddress: address(COMPUTE_BUDGET_PROGRAM_ADDRESS), data: new Uint8Array(data.buffer) };
}

/** Base64 of a transaction whose signatures are all missing. */
export function unsigned(instructions: readonly Instruction[], version: 0 | 'legacy' = 0): string {
  const lifetime = { blockhash: BLOCKHASH, lastValidBlockHeight: 1n };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (draft) => setTransactionMessageFeePayer(ACCOUNTS.feePayer, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) => appendTransactionMessageInstructions(instructions, draft),
  );
  if (version === 0) return getBase64EncodedWireTransaction(compileTransaction(message));
  const legacy = pipe(
    createTransactionMessage({ version }),
    (draft) => setTransactionMessageFeePayer(ACCOUNTS.feePayer, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) => appendTransactionMessageInstructions(instructions, draft),
  );
  return getBase64EncodedWireTransaction(compileTransaction(legacy));
}

function numbered(number: number): Address {
  return getAddressDecoder().decode(new Uint8Array(32).fill(number));
}

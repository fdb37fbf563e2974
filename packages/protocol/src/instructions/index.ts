export { payer, readonly, signer, writable, type LedgerAccountMeta, type LedgerInstruction } from './instruction.js';
export * from './instructions.generated.js';
export { COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from './program-ids.js';
export { derivedAddresses, rememberedAddresses, rememberedBumps } from './remembered-addresses.js';
export {
  createAssociatedTokenAccount,
  type CreateTokenAccountInput,
  transferTokens,
  type TransferTokensInput,
} from './token-instructions.js';
export { PROGRAM_ERRORS, programErrorMeaning, programErrorName, TOKEN_ACCOUNT_FROZEN } from './program-errors.js';

import { parseAddress } from '../address.js';

export { TOKEN_PROGRAM_ID as TOKEN_PROGRAM } from '../accounts/addresses.js';

/** Address of Solana's system program. */
export const SYSTEM_PROGRAM = parseAddress('11111111111111111111111111111111');
/** Address of Solana's compute budget program. */
export const COMPUTE_BUDGET_PROGRAM = parseAddress('ComputeBudget111111111111111111111111111111');

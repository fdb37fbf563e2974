import { parseAddress } from '../address.js';

export { TOKEN_PROGRAM_ID as TOKEN_PROGRAM } from '../accounts/addresses.js';

export const SYSTEM_PROGRAM = parseAddress('11111111111111111111111111111111');
export const COMPUTE_BUDGET_PROGRAM = parseAddress('ComputeBudget111111111111111111111111111111');

import { parseAddress } from '@oracle-gateway/protocol';

export { TOKEN_PROGRAM_ID as TOKEN_PROGRAM } from '@oracle-gateway/protocol/accounts';

export const SYSTEM_PROGRAM = parseAddress('11111111111111111111111111111111');
export const COMPUTE_BUDGET_PROGRAM = parseAddress('ComputeBudget111111111111111111111111111111');
export const UPGRADEABLE_LOADER = parseAddress('BPFLoaderUpgradeab1e11111111111111111111111');
export const CLOCK_SYSVAR = parseAddress('SysvarC1ock11111111111111111111111111111111');

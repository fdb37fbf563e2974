import { parseAddress } from '@oracle-gateway/protocol';

/** Address of Solana's loader of upgradeable programs. */
export const UPGRADEABLE_LOADER = parseAddress('BPFLoaderUpgradeab1e11111111111111111111111');
/** Address of the ledger's clock account. */
export const CLOCK_SYSVAR = parseAddress('SysvarC1ock11111111111111111111111111111111');

import { parseAddress } from '@oracle-gateway/protocol';

export const UPGRADEABLE_LOADER = parseAddress('BPFLoaderUpgradeab1e11111111111111111111111');
export const CLOCK_SYSVAR = parseAddress('SysvarC1ock11111111111111111111111111111111');

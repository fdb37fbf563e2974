export { ConfigError } from '@oracle-gateway/app-config';
export { loadConfig, type LoadedConfig, type NodeConfig, type NodeSecrets } from './config/config.js';
export type { NodeOverrides } from './context.js';
export { FAULTS, type Fault } from './faults/faults.js';
export { createOracleNode, type OracleNode } from './oracle-node.js';

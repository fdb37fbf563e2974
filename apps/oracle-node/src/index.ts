export { ConfigError } from '@oracle-gateway/app-config';
export { loadConfig, type LoadedConfig, type NodeConfig, type NodeSecrets } from './config.js';
export type { NodeOverrides } from './context.js';
export { DeploymentMismatchError } from './errors.js';
export { FAULTS, type Fault } from './faults.js';
export { createOracleNode, type OracleNode } from './oracle-node.js';

export { camelCased, type CamelCased } from './camel-cased.js';
export { ConfigError, type ConfigFault, throwFaults } from './config-error.js';
export { createConfigFile } from './config-file.js';
export { configReport, shardFacts } from './config-report.js';
export { type KeyUse, readKey } from './key.js';
export { type Keypair, readKeypair, readSecretKey } from './keypair.js';
export { logTable, type LogLevel } from './log-table.js';
export { faultsOf, readAll, readEach } from './read-all.js';
export { keeperRedisMembers, readRedisLocation, type RedisLocation, redisTable } from './redis-location.js';
export { readRenewable, type Renewable, unchanging } from './renewable.js';
export { host, integerSetting, port, table, text } from './schema.js';
export {
  type Environment,
  requireFolder,
  type SettingPlace,
  readNamedBytes,
  readNamedFile,
  readSecretFile,
  readSetting,
  readSettingFile,
  type Setting,
  unreadableReason,
} from './setting.js';
export { readNamedSigner, readSigner } from './signer/read-signer.js';
export { SignerError, type SignerFailure } from './signer/signer-error.js';
export {
  durabilityMembers,
  gatewayKeysOf,
  minReplicasOf,
  readGatewayAccount,
  readOutboxLocation,
  readShard,
  shardMembers,
  type ShardLocation,
  type ShardSettings,
} from './shard.js';
export { metricsTable, priorityFeeMembers, readRpcUrls, type RpcUrlSetting, solanaTable, sourcesTable } from './tables.js';
export { readHttpUrl, readUrl, requireTls } from './url.js';

export { camelCased, type CamelCased } from './camel-cased.js';
export { ConfigError } from './config-error.js';
export { createConfigFileParser } from './config-file.js';
export { configReport, shardFacts } from './config-report.js';
export { readKey } from './key.js';
export { type Keypair, readKeypair, readSecretKey } from './keypair.js';
export { logTable, type LogLevel } from './log-table.js';
export { keeperRedisMembers, readRedisLocation, type RedisLocation, redisTable } from './redis-location.js';
export { host, integerSetting, port, table, text } from './schema.js';
export {
  type Environment,
  type SettingPlace,
  readNamedFile,
  readSecretFile,
  readSetting,
  readSettingFile,
  type Setting,
} from './setting.js';
export { durabilityMembers, minReplicasOf, readShard, shardMembers, type ShardLocation, type ShardSettings } from './shard.js';
export { metricsTable, priorityFeeMembers, readRpcUrls, solanaTable, sourcesTable } from './tables.js';
export { readUrl } from './url.js';

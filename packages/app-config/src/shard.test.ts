import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConfigError } from './config-error.js';
import { readShard } from './shard.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const publicBytes = [...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)];
const keypair = JSON.stringify([...privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32), ...publicBytes]);

describe('readShard', () => {
  it('reads keypair and outbox, the environment before the file', async () => {
    const environment = { ORACLE_GATEWAY_KEYPAIR: keypair, ORACLE_GATEWAY_DB_PATH: 'unix:/run/redis.sock' };
    const shard = await readShard({ db_path: 'redis://127.0.0.1', gateway_keypair_path: '/absent' }, environment);
    expect(shard.outboxUrl).toBe('unix:/run/redis.sock');
    expect([...shard.gatewayKeypair.address]).toEqual(publicBytes);
  });

  it.each([
    [{ db_path: 'redis://host' }, {}, 'settlement.gateway_keypair_path', 'is required, here or in ORACLE_GATEWAY_KEYPAIR'],
    [{}, { ORACLE_GATEWAY_KEYPAIR: keypair }, 'settlement.db_path', 'is required, here or in ORACLE_GATEWAY_DB_PATH'],
    [
      {},
      { ORACLE_GATEWAY_KEYPAIR: keypair, ORACLE_GATEWAY_DB_PATH: 'http://hunter2' },
      'ORACLE_GATEWAY_DB_PATH',
      'must be a URL that starts with redis: or rediss: or unix:',
    ],
    [
      { db_path: 'redis://host' },
      { ORACLE_GATEWAY_KEYPAIR: '[1]' },
      'ORACLE_GATEWAY_KEYPAIR',
      'must hold a keypair: a JSON array of 64 bytes',
    ],
  ])('refuses what is missing or unusable: %j', async (settlement, environment, key, rule) => {
    await expect(readShard(settlement, environment)).rejects.toThrow(new ConfigError(key, rule));
  });
});

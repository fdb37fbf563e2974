import { generateKeyPairSync } from 'node:crypto';
import { formatAddress, parseAddress, toAddress } from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import { minReplicasOf, readGatewayAccount, readShard } from './shard.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const publicBytes = [...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)];
const keypair = JSON.stringify([...privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32), ...publicBytes]);

const solana = { program_id: '11111111111111111111111111111111' };
const redis = { tls: false, sentinel: { hosts: [], tls: false }, cluster: { nodes: [] } };

describe('readShard', () => {
  it('reads keypair and outbox, the environment before the file', async () => {
    const environment = { ORACLE_GATEWAY_KEYPAIR: keypair, ORACLE_GATEWAY_DB_PATH: 'unix:/run/redis.sock' };
    const shard = await readShard(
      { solana, settlement: { db_path: 'redis://127.0.0.1', gateway_keypair_path: '/absent' }, redis },
      environment,
    );
    expect(shard.outboxLocation).toBe('unix:/run/redis.sock');
    expect([...shard.gatewayKeypair.address]).toEqual(publicBytes);
  });

  it('takes the Gateway account that was registered with the keypair, or the one that the file names', async () => {
    const environment = { ORACLE_GATEWAY_KEYPAIR: keypair, ORACLE_GATEWAY_DB_PATH: 'unix:/run/redis.sock' };
    const own = await readShard({ solana, settlement: {}, redis }, environment);
    expect(own.gateway).toEqual(gatewayAddress(parseAddress(solana.program_id), toAddress(Uint8Array.from(publicBytes))));
    const named = await readShard({ solana, settlement: { gateway_account: solana.program_id }, redis }, environment);
    expect(named.gateway).toEqual(parseAddress(solana.program_id));
  });

  it('has the next key beside the present one, and the account of the present one', async () => {
    const other = generateKeyPairSync('ed25519');
    const seed = other.privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
    const nextBytes = [...other.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)];
    const environment = {
      ORACLE_GATEWAY_KEYPAIR: keypair,
      ORACLE_GATEWAY_NEXT_KEYPAIR: JSON.stringify([...seed, ...nextBytes]),
      ORACLE_GATEWAY_DB_PATH: 'unix:/run/redis.sock',
    };
    const shard = await readShard({ solana, settlement: {}, redis }, environment);
    expect([shard.gatewayKeypair, shard.nextGatewayKeypair].map((key) => key && [...key.address])).toEqual([publicBytes, nextBytes]);
    expect(shard.gateway).toEqual(gatewayAddress(parseAddress(solana.program_id), toAddress(Uint8Array.from(publicBytes))));
    const settlement = { next_gateway_keypair_path: '/absent' };
    await expect(
      readShard({ solana, settlement, redis }, { ...environment, ORACLE_GATEWAY_NEXT_KEYPAIR: undefined }),
    ).rejects.toMatchObject({
      key: 'settlement.next_gateway_keypair_path',
    });
  });

  it('refuses the address of the keypair in the place of the account', async () => {
    const settlement = { db_path: 'redis://host', gateway_account: formatAddress(toAddress(Uint8Array.from(publicBytes))) };
    await expect(readShard({ solana, settlement, redis }, { ORACLE_GATEWAY_KEYPAIR: keypair })).rejects.toMatchObject({
      key: 'settlement.gateway_account',
    });
  });

  it.each([
    [{ db_path: 'redis://host' }, {}, 'settlement.gateway_keypair_path', 'is required, here or in ORACLE_GATEWAY_KEYPAIR'],
    [{}, { ORACLE_GATEWAY_KEYPAIR: keypair }, 'settlement.db_path', 'is required, here or in ORACLE_GATEWAY_DB_PATH, for one server'],
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
    await expect(readShard({ solana, settlement, redis }, environment)).rejects.toMatchObject({
      name: 'ConfigError',
      key,
      rule: expect.stringContaining(rule) as string,
    });
  });
});

it('tells what is wrong with keypair and outbox at once', async () => {
  const refused = readShard({ solana, settlement: { db_path: 'http://a' }, redis }, { ORACLE_GATEWAY_KEYPAIR: '[1]' });
  await expect(refused).rejects.toMatchObject({ faults: [{ key: 'ORACLE_GATEWAY_KEYPAIR' }, { key: 'settlement.db_path' }] });
});

describe('readGatewayAccount', () => {
  it('takes the account that the file names, though its key cannot be read, else the one of the key', async () => {
    const named = { gateway_account: solana.program_id, gateway_keypair_path: '/absent' };
    expect(await readGatewayAccount({ settlement: named }, {})).toEqual(parseAddress(solana.program_id));
    const own = await readGatewayAccount({ solana, settlement: {} }, { ORACLE_GATEWAY_KEYPAIR: keypair });
    expect(own).toEqual(gatewayAddress(parseAddress(solana.program_id), toAddress(Uint8Array.from(publicBytes))));
  });

  it.each([
    [{ settlement: {} }, { ORACLE_GATEWAY_KEYPAIR: keypair }, 'settlement.gateway_account'],
    [{ settlement: {}, solana }, {}, 'settlement.gateway_account'],
    [{ settlement: { gateway_keypair_path: '/absent' }, solana }, {}, 'settlement.gateway_keypair_path'],
  ])('names what it lacks: %j', async (settings, environment, key) => {
    await expect(readGatewayAccount(settings, environment)).rejects.toMatchObject({ key });
  });
});

describe('minReplicasOf', () => {
  it.each([
    [{}, redis, 0],
    [{}, { ...redis, sentinel: { ...redis.sentinel, hosts: ['a:1'] } }, 1],
    [{}, { ...redis, cluster: { nodes: ['a:1'] } }, 1],
    [{ min_replicas: 0 }, { ...redis, cluster: { nodes: ['a:1'] } }, 0],
    [{ min_replicas: 2 }, redis, 2],
  ])('%j with %j: %i', (outbox, location, replicas) => {
    expect(minReplicasOf({ outbox, redis: location })).toBe(replicas);
  });
});

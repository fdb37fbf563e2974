import { type Address, formatAddress, parseAddress } from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { Type } from '@sinclair/typebox';
import type { Keypair } from './keypair.js';
import { readAll } from './read-all.js';
import { hasFailover, readRedisLocation, type RedisLocation, type RedisTable } from './redis-location.js';
import { ConfigError } from './config-error.js';
import { integerSetting, text } from './schema.js';
import type { Environment } from './setting.js';
import { readSigner } from './signer/read-signer.js';

/** Members of `[settlement]` that gateways and settlement workers share: one keypair is one shard of one outbox. */
export const shardMembers = {
  db_path: Type.Optional(
    text(
      'URL of the outbox’s Redis: `redis://`, `rediss://` or `unix:<socket>`; never logged. `ORACLE_GATEWAY_DB_PATH` takes precedence. `[redis]` names Sentinels or a Cluster instead.',
    ),
  ),
  gateway_keypair_path: Type.Optional(
    text(
      'File with the gateway keypair, 64 numbers as the Solana CLI writes them, or `unix:<socket>` of a [signer](../signer.md). `ORACLE_GATEWAY_KEYPAIR` (the same JSON, or a socket) takes precedence.',
    ),
  ),
  next_gateway_keypair_path: Type.Optional(
    text(
      'File with the key that will replace the gateway’s, or `unix:<socket>` of its [signer](../signer.md), while they are exchanged: the process signs with it once the Gateway account names it. `ORACLE_GATEWAY_NEXT_KEYPAIR` (the same JSON, or a socket) takes precedence.',
    ),
  ),
  gateway_account: Type.Optional(
    text(
      'Address of the Gateway account whose authority is the keypair. It never changes: name it once the authority was exchanged. Default: the account that was registered with this keypair.',
      { format: 'address', title: 'an address in base58' },
    ),
  ),
};

/** Members of `[outbox]` that gateways and settlement workers share. */
export const durabilityMembers = {
  allow_volatile: Type.Boolean({
    default: false,
    description: 'Accepts a Redis that may lose records. Never in production. `false`: the process does not start with such a Redis.',
  }),
  durability: Type.Union([Type.Literal('verify'), Type.Literal('trusted')], {
    default: 'verify',
    description:
      '`verify`: the process asks Redis for its persistence settings. `trusted`: it does not ask, for managed servers that do not tell them.',
  }),
  min_replicas: Type.Optional(
    integerSetting(
      'Replicas that must have a served round before its caller hears the answer; without them the gateway answers 503. As many as the primary has at a start, unless `allow_cut_off_loss` is set. Without a value: 1 with `redis.sentinel` or `redis.cluster`, else 0.',
      { minimum: 0, maximum: 5 },
    ),
  ),
  allow_cut_off_loss: Type.Optional(
    Type.Boolean({
      description:
        'Accepts fewer `min_replicas` than the primary has replicas. A failover to a replica that was cut off then forgets rounds that were answered. Without a value the process does not start so.',
    }),
  ),
};

/** Location and keypair are secrets: the location may hold passwords. */
export interface ShardLocation {
  /** The Gateway account: the identity of the shard. */
  readonly gateway: Address;
  readonly outboxLocation: RedisLocation;
  readonly gatewayKeypair: Keypair;
  /** The key that will replace it. */
  readonly nextGatewayKeypair?: Keypair;
}

/** The keys that may sign for the gateway: the one that it has and, while they are exchanged, the one that it gets. */
export function gatewayKeysOf({
  gatewayKeypair,
  nextGatewayKeypair: next,
}: Pick<ShardLocation, 'gatewayKeypair' | 'nextGatewayKeypair'>): readonly [Keypair, ...Keypair[]] {
  return next === undefined ? [gatewayKeypair] : [gatewayKeypair, next];
}

export interface ShardSettings {
  readonly solana: { readonly program_id: string };
  readonly settlement: {
    readonly db_path?: string;
    readonly gateway_keypair_path?: string;
    readonly next_gateway_keypair_path?: string;
    readonly gateway_account?: string;
  };
  readonly redis: RedisTable;
}

/** Throws ConfigError. */
export async function readShard(settings: ShardSettings, environment: Environment): Promise<ShardLocation> {
  const { account, outboxLocation } = await readAll({
    account: () => readAccount(settings, environment),
    outboxLocation: () => readOutboxLocation(settings, environment),
  });
  return { ...account, outboxLocation };
}

/** Throws ConfigError. */
export function readOutboxLocation(
  { settlement, redis }: Pick<ShardSettings, 'settlement' | 'redis'>,
  environment: Environment,
): Promise<RedisLocation> {
  const url = { key: 'settlement.db_path', variable: 'ORACLE_GATEWAY_DB_PATH', value: settlement.db_path };
  return readRedisLocation(redis, url, environment);
}

/** The Gateway account, without a key where the file names the account. Throws ConfigError. */
export async function readGatewayAccount(
  { settlement, solana }: Pick<ShardSettings, 'settlement'> & { readonly solana?: ShardSettings['solana'] | undefined },
  environment: Environment,
): Promise<Address> {
  const named = settlement.gateway_account;
  if (named !== undefined) return parseAddress(named);
  const hasKey = settlement.gateway_keypair_path !== undefined || environment['ORACLE_GATEWAY_KEYPAIR'] !== undefined;
  if (solana === undefined || !hasKey)
    throw new ConfigError(
      'settlement.gateway_account',
      'is required where the file has no gateway keypair or no program: name the account',
    );
  return (await readAccount({ settlement, solana }, environment)).gateway;
}

async function readAccount(
  { settlement, solana }: Pick<ShardSettings, 'settlement' | 'solana'>,
  environment: Environment,
): Promise<Omit<ShardLocation, 'outboxLocation'>> {
  const { gatewayKeypair, nextGatewayKeypair } = await readAll({
    gatewayKeypair: () =>
      readSigner({
        environment,
        variable: 'ORACLE_GATEWAY_KEYPAIR',
        key: 'settlement.gateway_keypair_path',
        value: settlement.gateway_keypair_path,
      }),
    nextGatewayKeypair: () => readNextKeypair(settlement, environment),
  });
  const named = settlement.gateway_account;
  if (named === formatAddress(gatewayKeypair.address))
    throw new ConfigError(
      'settlement.gateway_account',
      'must be the Gateway account, and is the address of the keypair; leave it out, or name the account',
    );
  const gateway = named === undefined ? gatewayAddress(parseAddress(solana.program_id), gatewayKeypair.address) : parseAddress(named);
  return { gateway, gatewayKeypair, ...(nextGatewayKeypair === undefined ? {} : { nextGatewayKeypair }) };
}

async function readNextKeypair(
  { next_gateway_keypair_path: value }: ShardSettings['settlement'],
  environment: Environment,
): Promise<Keypair | undefined> {
  const variable = 'ORACLE_GATEWAY_NEXT_KEYPAIR';
  if (value === undefined && environment[variable] === undefined) return undefined;
  return await readSigner({ environment, variable, key: 'settlement.next_gateway_keypair_path', value });
}

/** Number of replicas that must have a write before it counts: as the file says, and one where a failover may lose it otherwise. */
export function minReplicasOf({
  outbox,
  redis,
}: {
  readonly outbox: { readonly min_replicas?: number };
  readonly redis: Pick<RedisTable, 'sentinel' | 'cluster'>;
}): number {
  return outbox.min_replicas ?? (hasFailover(redis) ? 1 : 0);
}

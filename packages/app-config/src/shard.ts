import { Type } from '@sinclair/typebox';
import { type Keypair, readKeypair } from './keypair.js';
import { text } from './schema.js';
import { type Environment, readSetting, readSettingFile } from './setting.js';
import { readUrl } from './url.js';

/** Members of `[settlement]` that gateways and settlement workers share: one keypair is one shard of one outbox. */
export const shardMembers = {
  db_path: Type.Optional(
    text('URL of the outbox’s Redis: `redis://`, `rediss://` or `unix:<socket>`; never logged. `ORACLE_GATEWAY_DB_PATH` takes precedence.'),
  ),
  gateway_keypair_path: Type.Optional(
    text(
      'File with the gateway keypair, 64 numbers as the Solana CLI writes them. `ORACLE_GATEWAY_KEYPAIR` (the same JSON) takes precedence.',
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
};

/** Both are secrets: the URL may hold a password. */
export interface Shard {
  readonly outboxUrl: string;
  readonly gatewayKeypair: Keypair;
}

/** Throws ConfigError. */
export async function readShard(
  settlement: { readonly db_path?: string; readonly gateway_keypair_path?: string },
  environment: Environment,
): Promise<Shard> {
  const keypair = await readSettingFile({
    environment,
    variable: 'ORACLE_GATEWAY_KEYPAIR',
    key: 'settlement.gateway_keypair_path',
    value: settlement.gateway_keypair_path,
  });
  const location = readSetting({
    environment,
    variable: 'ORACLE_GATEWAY_DB_PATH',
    key: 'settlement.db_path',
    value: settlement.db_path,
  });
  return { outboxUrl: readUrl(location, ['redis:', 'rediss:', 'unix:']), gatewayKeypair: readKeypair(keypair) };
}

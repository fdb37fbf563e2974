import {
  durabilityMembers,
  integerSetting,
  keeperRedisMembers,
  logTable,
  metricsTable,
  solanaTable,
  table,
  text,
} from '@oracle-gateway/app-config';
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { ACCOUNT_KIND_NAMES } from '../accounts/index.js';
import { TARGET_KIND_NAMES, TARGET_KINDS, TARGET_MEMBERS } from '../targets/index.js';

export const RPC_URL_VARIABLE = 'ORACLE_GATEWAY_RPC_URL';
export const REDIS_URL_VARIABLE = 'ORACLE_GATEWAY_KEEPER_REDIS_URL';

const NAME = '^[a-z0-9][a-z0-9_-]{0,63}$';
const MAX_SECONDS = 604_800;
const MAX_FEEDS = 256;
const MAX_GATEWAYS = 8;
const MAX_TARGETS = 16;
/** A day of fees, in lamports or gwei. */
const MAX_FEES = Number.MAX_SAFE_INTEGER;

/** Tables with names of the operator's own choice. */
function named<S extends TSchema>(member: S, description: string, most = MAX_FEEDS) {
  return Type.Record(Type.String({ pattern: NAME }), member, {
    additionalProperties: false,
    maxProperties: most,
    title: `at most ${most} tables, whose names have a-z, 0-9, - and _`,
    description,
    default: {},
  });
}

const Account = Type.Object(
  {
    kind: Type.Union(
      ACCOUNT_KIND_NAMES.map((kind) => Type.Literal(kind)),
      {
        title: `one of ${ACCOUNT_KIND_NAMES.join(', ')}`,
        description:
          '`owner`: the subscription of the key. `delegate`: a subscription that allows the key some rounds. `agent`: the escrow of the key. `x402`: one payment for each round.',
      },
    ),
    keypair_path: text('File with the key of the account, 64 numbers as the Solana CLI writes them, readable by its owner alone.'),
    gateways: Type.Optional(
      Type.Array(Type.String({ pattern: NAME, title: 'the name of a gateway of this file' }), {
        title: `a list of 1 to ${MAX_GATEWAYS} names`,
        description:
          'Names of the gateways that take it, the preferred first: a subscription names one. Default: all gateways of the file.',
        minItems: 1,
        maxItems: MAX_GATEWAYS,
        uniqueItems: true,
      }),
    ),
    subscription_owner: Type.Optional(
      text('Owner of the subscription; required for `delegate`.', { format: 'address', title: 'an address in base58' }),
    ),
    max_amount: Type.Optional(
      integerSetting('Atomic units of the stablecoin that one round may cost; required for `agent` and `x402`.', {
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
      }),
    ),
  },
  { additionalProperties: false },
);

const Gateway = Type.Object({ url: text('URL of the gateway.', { title: 'an http or https URL' }) }, { additionalProperties: false });

const Target = Type.Object(
  {
    kind: Type.Union(
      TARGET_KIND_NAMES.map((kind) => Type.Literal(kind)),
      {
        title: `one of ${TARGET_KIND_NAMES.join(', ')}`,
        description: TARGET_KIND_NAMES.map((kind) => `\`${kind}\`: ${TARGET_KINDS[kind].description}.`).join(' '),
      },
    ),
    ...TARGET_MEMBERS,
    max_fees_per_day: Type.Optional(
      integerSetting('What transactions of one day (UTC) may cost: lamports, or gwei. Default: no limit.', {
        minimum: 1,
        maximum: MAX_FEES,
      }),
    ),
  },
  { additionalProperties: false },
);

const Feed = Type.Object(
  {
    source: Type.Optional(
      text('A feed of the built-in catalogue, such as `coinbase/btc-usd`; or `api_config` instead.', { title: 'a feed of the catalogue' }),
    ),
    api_config: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        title: 'an ApiConfig',
        description:
          'The source as an inline table of its ApiConfig: `url`, `method`, `responseParser`, `valueTransform`, `headers`, `body`, `aggregation`, `maxBytes`.',
      }),
    ),
    api_configs: Type.Optional(
      Type.Array(Type.Record(Type.String(), Type.Unknown()), {
        title: 'a list of ApiConfigs',
        description: 'The sources of an index, 2 to 32 without `aggregation`, in place of `source` and `api_config`; with `combine`.',
      }),
    ),
    combine: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        title: 'the rule of an index',
        description:
          'How a node makes one value of `api_configs`: `rule`, `minSources`, `maxDeviationBps`, `maxDeviation`, `maxAgeMs`, `decimals`.',
      }),
    ),
    targets: Type.Optional(
      Type.Array(Type.String({ pattern: NAME, title: 'the name of a target of this file' }), {
        title: `a list of 1 to ${MAX_TARGETS} names`,
        description: 'Names of the targets that keep it. Default: all targets of the file.',
        minItems: 1,
        maxItems: MAX_TARGETS,
        uniqueItems: true,
      }),
    ),
    account: text('Name of the account that pays for its rounds.', { pattern: NAME, title: 'the name of an account of this file' }),
    quorum: integerSetting('How many nodes sign. Another quorum is another feed.', { minimum: 1, maximum: 64 }),
    heartbeat_seconds: integerSetting('Greatest age in seconds that the value on the ledger may reach.', {
      minimum: 1,
      maximum: MAX_SECONDS,
    }),
    lead_seconds: Type.Optional(
      integerSetting('Seconds before the heartbeat at which a new value is bought. Default: a quarter of the heartbeat, at most 120.', {
        minimum: 0,
        maximum: MAX_SECONDS,
      }),
    ),
    deviation_basis_points: Type.Optional(
      integerSetting('Distance from the value on the ledger, in hundredths of a percent, at which a new value is bought. Default: none.', {
        minimum: 1,
        maximum: 1_000_000,
      }),
    ),
    check_interval_seconds: Type.Optional(
      integerSetting('Seconds between two checks. Default: a tenth of the heartbeat, 1 to 15.', { minimum: 1, maximum: MAX_SECONDS }),
    ),
    max_per_day: Type.Optional(
      integerSetting(
        'What rounds of one day (UTC) may cost: atomic units, or rounds of a subscription. Required for `agent` and `x402`; default: no limit.',
        { minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      ),
    ),
  },
  { additionalProperties: false },
);

/** The configuration file, as written: every key, its type, its default. `pnpm run docs` writes them into docs/configuration/keeper.md. */
export const ConfigFile = Type.Object(
  {
    gateways: named(Gateway, 'Gateways that are asked, the preferred first.', MAX_GATEWAYS),
    solana: solanaTable(RPC_URL_VARIABLE),
    redis: table({
      url: Type.Optional(
        text(
          `URL of the Redis that all keepers share: \`redis://\`, \`rediss://\` or \`unix:<socket>\`; never logged. \`${REDIS_URL_VARIABLE}\` takes precedence.`,
        ),
      ),
      namespace: text('Keepers of one namespace share their work. They have the same file.', {
        pattern: NAME,
        title: 'a name of a-z, 0-9, - and _',
        default: 'default',
      }),
      ...keeperRedisMembers,
      ...durabilityMembers,
      min_replicas: Type.Optional(
        integerSetting(
          'Replicas that must have the idempotency key and the cost of a round before it is bought; without them the feed waits. Without a value: 1 with `redis.sentinel` or `redis.cluster`, else 0.',
          { minimum: 0, maximum: 5 },
        ),
      ),
    }),
    targets: named(Target, 'Places where feeds are kept.', MAX_TARGETS),
    keeper: table({
      claim_seconds: integerSetting('How long a keeper may work on one feed. The feed of a dead keeper is free after as long.', {
        minimum: 2,
        maximum: 600,
        default: 60,
      }),
      backoff_limit_seconds: integerSetting('Longest wait in seconds of a feed whose purchases fail.', {
        minimum: 1,
        maximum: 3_600,
        default: 60,
      }),
      concurrent_checks: integerSetting('Checks at once of one keeper.', { minimum: 1, maximum: 256, default: 16 }),
    }),
    accounts: named(Account, 'Accounts that pay for rounds.'),
    feeds: named(Feed, 'Feeds that are kept.'),
    metrics: metricsTable,
    log: logTable,
  },
  { additionalProperties: false },
);

export type ConfigFile = Static<typeof ConfigFile>;

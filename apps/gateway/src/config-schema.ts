import { type Static, type TSchema, Type } from '@sinclair/typebox';

/** A TOML table: closed, and empty when the file leaves it out. */
const table = <const T extends Record<string, TSchema>>(members: T) => Type.Object(members, { additionalProperties: false, default: {} });

const text = (description: string) => Type.String({ minLength: 1, description });

const integer = (description: string, minimum: number, maximum: number, value: number) =>
  Type.Integer({ minimum, maximum, default: value, description });

/** Keys of the gateway's TOML file (interface §8 where it has them). docs/configuration/gateway.md is compared with this by a test. */
export const ConfigFileSchema = Type.Object(
  {
    server: table({
      host: Type.String({ minLength: 1, default: '127.0.0.1', description: 'Address to listen on.' }),
      port: integer('Port to listen on; 0 takes a free one.', 0, 65_535, 8_080),
      public_origin: Type.Optional(
        Type.String({
          pattern: '^https?://[^/?#@\\s]+$',
          title: 'an origin: scheme, host and optional port, no path',
          description: 'Origin that callers see in front of the gateway; logged at start.',
        }),
      ),
      trusted_proxies: Type.Array(Type.String({ minLength: 1 }), {
        default: [],
        maxItems: 64,
        description: 'Addresses or CIDR ranges whose `X-Forwarded-For` is believed.',
      }),
      cors_origins: Type.Array(Type.String({ minLength: 1 }), {
        default: [],
        maxItems: 64,
        description: 'Origins that browsers may call from; `*` admits all; empty switches CORS off.',
      }),
    }),
    solana: table({
      rpc_url: Type.Optional(text('Ledger RPC. `ORACLE_GATEWAY_RPC_URL` takes precedence.')),
      program_id: Type.String({ pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$', title: 'a base58 address', description: 'The oracle program.' }),
      network: Type.String({
        pattern: '^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$',
        title: 'a CAIP-2 network id',
        description: 'CAIP-2 network id; compared with the deployment on the ledger at start.',
      }),
    }),
    agent: table({
      enabled: Type.Literal(false, { default: false, description: 'The agent path is not served by this version.' }),
      protocol_config_ttl_seconds: integer('How long what the ledger says of the protocol is cached.', 1, 600, 30),
      timestamp_skew_seconds: integer('Allowed distance of a request timestamp from the gateway clock.', 1, 300, 300),
    }),
    settlement: table({
      enabled: Type.Boolean({ default: true, description: 'Wake settlement workers for served rounds. Rounds stay pending otherwise.' }),
      db_path: Type.Optional(
        text('Where the outbox lives: `redis://`, `rediss://` or `unix:`. `ORACLE_GATEWAY_DB_PATH` takes precedence.'),
      ),
      gateway_keypair_path: Type.Optional(
        text(
          'File with the gateway keypair, 64 numbers as the Solana CLI writes them. `ORACLE_GATEWAY_KEYPAIR` (the same JSON) takes precedence.',
        ),
      ),
    }),
    ledger: table({
      subscription_ttl_ms: integer(
        'How long a subscription read from the ledger is used again; what its owner changes is seen that much later.',
        0,
        30_000,
        2_000,
      ),
    }),
    rounds: table({
      max_concurrent: integer('Rounds at once in this process; more are answered 503 with `Retry-After`.', 1, 1_024, 64),
      deadline_ms: integer('Longest time one round may take.', 1_000, 60_000, 25_000),
      observe_deadline_ms: integer('Longest time a node may take to observe.', 100, 30_000, 12_000),
      sign_deadline_ms: integer('Longest time a node may take to sign, per attempt.', 100, 10_000, 2_000),
    }),
    outbox: table({
      max_in_flight: integer('Rounds at once over all processes that share the gateway keypair.', 1, 65_536, 1_024),
      allow_volatile: Type.Boolean({ default: false, description: 'Accept a Redis that may lose records. Never in production.' }),
      durability: Type.Union([Type.Literal('verify'), Type.Literal('trusted')], {
        default: 'verify',
        description: '`verify` asks Redis for its persistence settings; `trusted` is for managed servers that do not say.',
      }),
    }),
    sources: table({
      allowed: Type.Array(Type.String({ minLength: 1 }), {
        default: [],
        maxItems: 64,
        description: '`host:port` of sources on addresses that are not public. Empty in production.',
      }),
    }),
    metrics: table({
      host: Type.String({ minLength: 1, default: '127.0.0.1', description: 'Address of the metrics listener.' }),
      port: integer('Port of the metrics listener; 0 switches it off.', 0, 65_535, 0),
    }),
    log: table({
      level: Type.Union(
        (['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const).map((level) => Type.Literal(level)),
        { default: 'info', description: 'Least severe level that is logged.' },
      ),
    }),
  },
  { additionalProperties: false },
);

export type ConfigFile = Static<typeof ConfigFileSchema>;

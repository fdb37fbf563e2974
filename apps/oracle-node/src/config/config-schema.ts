import { host, integer, logTable, metricsTable, port, solanaTable, sourcesTable, table, text } from '@oracle-gateway/app-config';
import { MAX_NODES, PAID_SOURCE_DEADLINE_MS, SESSION_LIFE_MS, SOURCE_DEADLINE_MS } from '@oracle-gateway/protocol';
import { Type, type Static } from '@sinclair/typebox';

export const RPC_URL_VARIABLE = 'ORACLE_NODE_RPC_URL';

/** The configuration file of an oracle node as it stands in TOML: closed, units in the names. `pnpm run docs` writes docs/configuration/oracle-node.md. */
export const ConfigFile = Type.Object(
  {
    server: table({
      host: host('Address the node listens on.'),
      port: port('Port the node listens on; 0 takes a free one.', 7_100),
    }),
    solana: solanaTable(RPC_URL_VARIABLE),
    node: table({
      index: integer('Slot of this node in the registry.', { minimum: 0, maximum: MAX_NODES - 1 }),
      secret_key_path: Type.Optional(
        text('File with the signing key in hex. `ORACLE_NODE_SECRET_KEY` (the same hex) takes precedence.', {
          title: 'the path of a file',
        }),
      ),
      encryption_key_path: Type.Optional(
        text(
          'File with the X25519 key in hex that the registration names; it opens what callers seal for this node. `ORACLE_NODE_ENCRYPTION_KEY` (the same hex) takes precedence. Without it rounds of private sources are refused.',
          { title: 'the path of a file' },
        ),
      ),
      previous_encryption_key_path: Type.Optional(
        text(
          'File with the X25519 key that the registration named before; it opens for the version grace after the ledger has replaced it.',
          { title: 'the path of a file' },
        ),
      ),
    }),
    sources: table({
      ...sourcesTable.properties,
      fixtures: Type.Record(Type.String(), Type.String(), {
        title: 'a table of at most 64 origins, each with an origin http://127.0.0.1:port',
        description: 'Where the sources of an origin are really asked, for networks without the internet; refused on mainnet.',
        maxProperties: 64,
        default: {},
      }),
    }),
    registry: table({
      poll_interval_seconds: integer('Time between two readings of registry and gateways.', { minimum: 1, maximum: 300, default: 5 }),
      max_age_seconds: integer('Age at which a view of the ledger that cannot be renewed stops serving.', {
        minimum: 5,
        maximum: 3_600,
        default: 60,
      }),
    }),
    limits: table({
      max_concurrent_observations: integer(
        'Observations at once, shared by gateways and requesters; more are refused with 503, or 429 where only the requester has its share.',
        {
          minimum: 1,
          maximum: 10_000,
          default: 256,
        },
      ),
      max_concurrent_dry_runs: integer('Dry runs at once, shared in the same way; they take no place of observations.', {
        minimum: 1,
        maximum: 1_000,
        default: 16,
      }),
      dry_runs_per_minute: integer(
        'Dry runs a minute, shared by gateways and requesters: each is one fetch of a source that no round pays for. 0 serves none.',
        { minimum: 0, maximum: 1_000_000, default: 600 },
      ),
      max_connections: integer('Open connections, a quarter of them for those on which no gateway has signed yet.', {
        minimum: 4,
        maximum: 65_535,
        default: 1_024,
      }),
      max_open_sessions_per_gateway: integer(
        `Sessions one gateway may hold open; above its rate of rounds × ${SESSION_LIFE_MS / 1_000} s.`,
        {
          minimum: 1,
          maximum: 65_536,
          default: 16_384,
        },
      ),
      fetch_timeout_ms: integer('Total time of one source fetch.', {
        minimum: 100,
        maximum: SOURCE_DEADLINE_MS,
        default: SOURCE_DEADLINE_MS,
      }),
      paid_fetch_timeout_ms: integer('Total time of one source fetch that carries a payment, which the source settles meanwhile.', {
        minimum: 100,
        maximum: PAID_SOURCE_DEADLINE_MS,
        default: PAID_SOURCE_DEADLINE_MS,
      }),
    }),
    metrics: metricsTable,
    log: logTable,
    faults: table({
      enabled: Type.Boolean({ description: 'Misbehaviour on request, for a local network only.', title: 'true or false', default: false }),
      token: Type.Optional(text('Bearer token of `POST /faults`.', { title: '16 to 256 characters', minLength: 16, maxLength: 256 })),
    }),
  },
  { additionalProperties: false },
);
export type ConfigFile = Static<typeof ConfigFile>;

import { host, integerSetting, logTable, metricsTable, port, solanaTable, sourcesTable, table, text } from '@oracle-gateway/app-config';
import { MAX_NODES } from '@oracle-gateway/protocol';
import {
  DEFAULT_SOURCE_BYTES,
  MAX_SOURCE_BYTES,
  PAID_SOURCE_DEADLINE_MS,
  SESSION_LIFE_MS,
  SOURCE_DEADLINE_MS,
} from '@oracle-gateway/protocol/internal';
import { Type, type Static } from '@sinclair/typebox';

const MAX_THREADS = 64;
export const MIN_TOKEN_CHARS = 16;
export const MAX_TOKEN_CHARS = 256;

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
      index: integerSetting('Slot of this node in the registry.', { minimum: 0, maximum: MAX_NODES - 1 }),
      secret_key_path: Type.Optional(
        text('File with the signing key in hex. `ORACLE_NODE_SECRET_KEY` (the same hex) takes precedence.', {
          title: 'the path of a file',
        }),
      ),
      previous_secret_key_paths: Type.Array(text('', { title: 'the path of a file' }), {
        title: 'a list of at most 4 paths',
        description:
          'Files with earlier signing keys of this slot in hex. They sign registry snapshots and nothing else, so that other chains follow a change of keys. Keep a key here until no chain trusts a version that has it.',
        maxItems: 4,
        default: [],
      }),
      encryption_key_path: Type.Optional(
        text(
          'File with the X25519 key in hex that the registration names; it opens what callers seal for this node. `ORACLE_NODE_ENCRYPTION_KEY` (the same hex) takes precedence. Without it the node refuses rounds of private sources.',
          { title: 'the path of a file' },
        ),
      ),
      previous_encryption_key_path: Type.Optional(
        text(
          'File with the earlier X25519 key in hex. It opens secrets for the version grace after the registration has named the new key. Without it the node refuses those secrets.',
          { title: 'the path of a file' },
        ),
      ),
    }),
    sources: table({
      ...sourcesTable.properties,
      fixtures: Type.Record(Type.String(), Type.String(), {
        title: 'a table of at most 64 origins, each with an origin http://127.0.0.1:port',
        description:
          'By origin, the loopback origin that the node asks in its place: for networks without the internet. The node refuses it on mainnet.',
        maxProperties: 64,
        default: {},
      }),
      max_body_bytes: integerSetting(
        'Bytes of the largest answer of a source that the node reads. It declines sources that may answer with more by their `maxBytes`; gateways leave it out of their rounds.',
        { minimum: DEFAULT_SOURCE_BYTES, maximum: MAX_SOURCE_BYTES, default: MAX_SOURCE_BYTES },
      ),
      threads: Type.Optional(
        integerSetting(
          'Threads that fetch sources and read their answers; each takes about 25 MB. Default: the cores that the process may use, from 2 to 4. With one, a fetch may wait for a costly one of another requester.',
          { minimum: 1, maximum: MAX_THREADS },
        ),
      ),
    }),
    registry: table({
      poll_interval_seconds: integerSetting('Seconds between two reads of registry and gateways.', {
        minimum: 1,
        maximum: 300,
        default: 5,
      }),
      max_age_seconds: integerSetting('Age in seconds at which the node stops serving with a view of the ledger that it cannot renew.', {
        minimum: 5,
        maximum: 3_600,
        default: 60,
      }),
    }),
    limits: table({
      max_concurrent_observations: integerSetting(
        'Sources that are observed at once; gateways and requesters share these places. A list or an index takes one for each of its sources, or none. The node refuses more with 503, and more than the share of one requester with 429.',
        {
          minimum: 1,
          maximum: 10_000,
          default: 256,
        },
      ),
      max_concurrent_dry_runs: integerSetting('Sources of dry runs at once, shared in the same way. They take no place of observations.', {
        minimum: 1,
        maximum: 1_000,
        default: 64,
      }),
      dry_runs_per_minute: integerSetting(
        'Dry runs of a source a minute, shared by gateways and requesters. Each is one fetch that no round pays for; 0 serves none.',
        { minimum: 0, maximum: 1_000_000, default: 600 },
      ),
      max_connections: integerSetting(
        'Open connections. A quarter of them is for connections on which no gateway has signed yet. A call on a stream of a gateway takes the place of a connection.',
        {
          minimum: 4,
          maximum: 65_535,
          default: 1_024,
        },
      ),
      max_open_sessions_per_gateway: integerSetting(
        `Signing sessions that one gateway may hold open. Set more than its rounds a second × ${SESSION_LIFE_MS / 1_000}.`,
        {
          minimum: 1,
          maximum: 65_536,
          default: 16_384,
        },
      ),
      fetches_per_requester_and_origin: integerSetting(
        'Fetches at once of one requester from one origin; those for lists and indices are at most 4 of them. Further ones wait, up to a second with the default times, or six in a list or an index, and are then refused with `share_used`.',
        { minimum: 1, maximum: 256, default: 16 },
      ),
      fetch_timeout_ms: integerSetting('Total time of one source fetch in milliseconds, from its begin.', {
        minimum: 100,
        maximum: SOURCE_DEADLINE_MS,
        default: SOURCE_DEADLINE_MS,
      }),
      paid_fetch_timeout_ms: integerSetting(
        'Total time in milliseconds of one source fetch that carries a payment: the source settles it meanwhile.',
        {
          minimum: 100,
          maximum: PAID_SOURCE_DEADLINE_MS,
          default: PAID_SOURCE_DEADLINE_MS,
        },
      ),
    }),
    metrics: metricsTable,
    log: logTable,
    faults: table({
      enabled: Type.Boolean({
        description: 'Misbehaves on request (`POST /faults`), for a local network only. `false`: there is no such endpoint.',
        title: 'true or false',
        default: false,
      }),
      token: Type.Optional(
        text('Bearer token of `POST /faults`. Needed where `faults.enabled` is true.', {
          title: `${MIN_TOKEN_CHARS} to ${MAX_TOKEN_CHARS} characters`,
          minLength: MIN_TOKEN_CHARS,
          maxLength: MAX_TOKEN_CHARS,
        }),
      ),
      token_path: Type.Optional(text('File with that token, in place of `faults.token`.', { title: 'the path of a file' })),
    }),
  },
  { additionalProperties: false },
);
export type ConfigFile = Static<typeof ConfigFile>;

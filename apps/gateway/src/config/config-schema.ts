import {
  durabilityMembers,
  host,
  integerSetting,
  logTable,
  metricsTable,
  port,
  redisTable,
  shardMembers,
  solanaTable,
  sourcesTable,
  table,
  text,
} from '@oracle-gateway/app-config';
import {
  FIXED_AT_SKEW_MS,
  MAX_TIMESTAMP_SKEW_SECONDS,
  OBSERVE_DEADLINE_MS,
  PAID_OBSERVE_DEADLINE_MS,
  PAID_STAMP_LIMITS,
  ROUND_DEADLINE_MS,
  SESSION_LIFE_MS,
  SIGN_DEADLINE_MS,
  STAMP_LIMITS,
} from '@oracle-gateway/protocol/internal';
import { BUILT_IN_PROVIDERS } from '@oracle-gateway/providers';
import { type Static, Type } from '@sinclair/typebox';

export const RPC_URL_VARIABLE = 'ORACLE_GATEWAY_RPC_URL';
export const FACILITATOR_URL_VARIABLE = 'ORACLE_GATEWAY_FACILITATOR_URL';
export const FACILITATOR_KEYPAIR_VARIABLE = 'ORACLE_GATEWAY_FACILITATOR_KEYPAIR';
export const FACILITATOR_HEADERS_VARIABLE = 'ORACLE_GATEWAY_FACILITATOR_HEADERS';

/** Keys of the gateway's TOML file. `pnpm run docs` writes them into docs/configuration/gateway.md. */
export const ConfigFileSchema = Type.Object(
  {
    server: table({
      host: host('Address to listen on.'),
      port: port('Port to listen on; 0 takes a free one.', 8_080),
      public_origin: Type.Optional(
        Type.String({
          pattern: '^https?://[^/?#@\\s]+$',
          title: 'an origin: scheme, host and optional port, no path',
          description:
            'Origin that callers see in front of the gateway. Sign-ins and the 402 answers of the pay-per-request path name it. The log has it at start.',
        }),
      ),
      security_contact: Type.Optional(
        Type.String({
          pattern: '^(?:mailto:[^\\s@]+@[^\\s@]+|https://[^\\s]+)$',
          maxLength: 512,
          title: 'a URL that starts with mailto: or https:',
          description:
            'Where to report a vulnerability to you. `/.well-known/security.txt` (RFC 9116) names it; without it, the file is not served.',
        }),
      ),
      trusted_proxies: Type.Array(Type.String({ minLength: 1 }), {
        default: [],
        maxItems: 64,
        description: 'Addresses or CIDR ranges of proxies whose `X-Forwarded-For` the gateway believes. Empty: it believes none.',
      }),
      shutdown_delay_ms: integerSetting(
        'Milliseconds for which a stopping gateway still serves while `/ready` answers 503. Set at least two periods of the load balancer’s check. 0: it stops at once.',
        { minimum: 0, maximum: 60_000, default: 5_000 },
      ),
      cors_origins: Type.Array(Type.String({ minLength: 1 }), {
        default: [],
        maxItems: 64,
        description: 'Origins that browsers may call from; `*` admits all. Empty: CORS is off.',
      }),
      max_event_streams: integerSetting(
        'Streams of events of rounds that a process keeps open at once, shared by address: one alone may have eight ninths. Further ones are answered 503.',
        { minimum: 1, maximum: 8_192, default: 1_024 },
      ),
      docs_enabled: Type.Boolean({
        default: true,
        description: 'Serves `/docs`, a page for people that shows `/v1/openapi.json`. The document itself is always served.',
      }),
      rate_limits: table({
        rounds_per_minute: integerSetting(
          'Rounds a minute that one address may ask this process for. The gateway answers more with 429. 0: no limit.',
          {
            minimum: 0,
            maximum: 1_000_000,
            default: 0,
          },
        ),
        sign_ins_per_minute: integerSetting(
          'Sign-ins a minute (`POST /v1/session`), good or not, of one address at this process. The gateway answers more with 429. 0: no limit.',
          {
            minimum: 0,
            maximum: 1_000_000,
            default: 0,
          },
        ),
        reads_per_minute: integerSetting(
          'All other requests a minute of one address at this process, unknown paths included, except `/health` and `/ready`. The gateway answers more with 429. 0: no limit.',
          {
            minimum: 0,
            maximum: 1_000_000,
            default: 0,
          },
        ),
      }),
    }),
    solana: table({
      ...solanaTable(RPC_URL_VARIABLE).properties,
      usdc_mint: Type.Optional(
        text(
          'Mint of the stablecoin. At start it must equal the mint on the ledger. Without it the gateway takes the mint of the ledger.',
          {
            format: 'address',
            title: 'an address in base58',
          },
        ),
      ),
    }),
    agent: table({
      enabled: Type.Boolean({ default: false, description: 'Serves the agent path: rounds that are paid from an escrow.' }),
      x402_network: Type.Optional(
        text('Network name in the 402 answers of the agent path. Without it they name `solana.network`.', { maxLength: 64 }),
      ),
      protocol_config_ttl_seconds: integerSetting(
        'Seconds for which the gateway caches the settings and the registry of the ledger. A change of a price counts that much later.',
        {
          minimum: 1,
          maximum: 600,
          default: 30,
        },
      ),
      timestamp_skew_seconds: integerSetting(
        'Seconds by which the timestamp of a request may differ from the gateway’s clock, either way.',
        { minimum: 1, maximum: MAX_TIMESTAMP_SKEW_SECONDS, default: MAX_TIMESTAMP_SKEW_SECONDS },
      ),
    }),
    sessions: table({
      enabled: Type.Boolean({
        default: false,
        description: 'Serves sessions: a sign-in whose token replaces `authSig`. Needs `server.public_origin`, which sign-ins name.',
      }),
      max_ttl_seconds: integerSetting('Longest life of a session in seconds. A sign-in that asks for no life gets this one.', {
        minimum: 60,
        maximum: 86_400,
        default: 3_600,
      }),
    }),
    x402: table({
      enabled: Type.Boolean({ default: false, description: 'Serves the pay-per-request path: rounds that are paid with x402.' }),
      facilitator_url: Type.Optional(
        text(
          `URL of the facilitator that verifies and settles the payments. The gateway appends \`/verify\`, \`/settle\` and \`/supported\`, and never logs it. \`${FACILITATOR_URL_VARIABLE}\` takes precedence.`,
        ),
      ),
      facilitator_url_path: Type.Optional(
        text('File with that URL in place of `x402.facilitator_url`, where it carries a key. It is read again at each use.', {
          title: 'the path of a file',
        }),
      ),
      facilitator_headers_path: Type.Optional(
        text(
          `File with headers of the facilitator’s requests, such as \`{"authorization": "Bearer …"}\`. It is read again at each use. \`${FACILITATOR_HEADERS_VARIABLE}\` (the same JSON) takes precedence.`,
          { title: 'the path of a file' },
        ),
      ),
      facilitator_keypair_path: Type.Optional(
        text(
          `In place of the URL: the key of a facilitator inside the gateway, which pays the fees. A file with 64 numbers as the Solana CLI writes them, or \`unix:\` and the socket of a signer. \`${FACILITATOR_KEYPAIR_VARIABLE}\` (the same JSON) takes precedence.`,
        ),
      ),
      max_in_flight_per_payer: integerSetting(
        'Rounds of one payer whose payment is not concluded, in all processes that share the gateway keypair. The gateway answers more with 503 and `Retry-After`.',
        { minimum: 1, maximum: 65_536, default: 8 },
      ),
      max_timeout_seconds: integerSetting('Seconds that the 402 answers suggest for completing a payment.', {
        minimum: 1,
        maximum: 600,
        default: 60,
      }),
      bazaar: Type.Boolean({
        default: false,
        description:
          'Describes the endpoint in every 402 answer, for facilitators that list resources. The answer to a probe always describes it.',
      }),
    }),
    settlement: table({
      enabled: Type.Boolean({
        default: true,
        description:
          'Has served rounds settled. `false`: rounds are held from now on, and no worker settles them until `settlement-worker operate release`.',
      }),
      ...shardMembers,
    }),
    ledger: table({
      subscription_ttl_ms: integerSetting(
        'Milliseconds for which the gateway uses a read of a subscription, a delegate or an escrow again. A change on the ledger counts that much later. 0: each round reads anew.',
        { minimum: 0, maximum: 30_000, default: 2_000 },
      ),
    }),
    rounds: table({
      max_concurrent: integerSetting(
        'Rounds at once in this process; callers share them. The gateway answers more with 503 and `Retry-After`, and so more than the share of one caller.',
        { minimum: 1, maximum: 1_024, default: 64 },
      ),
      failing_per_minute: integerSetting(
        'Rounds a minute in this process that may fail for their source, secrets or caller. A caller with more than its share of them gets 503 `share_used`.',
        { minimum: 1, maximum: 1_000_000, default: 600 },
      ),
      deadline_ms: integerSetting(
        `Longest time of one round in milliseconds. Nodes forget a signing session after ${SESSION_LIFE_MS / 1_000} s.`,
        {
          minimum: 1_000,
          maximum: SESSION_LIFE_MS,
          default: ROUND_DEADLINE_MS,
        },
      ),
      observe_deadline_ms: integerSetting(
        'Longest time in milliseconds that a node may take to observe. Others are asked in its place then, and take no older stamp.',
        {
          minimum: 100,
          maximum: STAMP_LIMITS.askedMs - FIXED_AT_SKEW_MS,
          default: OBSERVE_DEADLINE_MS,
        },
      ),
      paid_observe_deadline_ms: integerSetting(
        'Longest time in milliseconds that a node may take to observe a source that it pays: the source settles the payment meanwhile.',
        {
          minimum: 100,
          maximum: PAID_STAMP_LIMITS.askedMs - FIXED_AT_SKEW_MS,
          default: PAID_OBSERVE_DEADLINE_MS,
        },
      ),
      sign_deadline_ms: integerSetting('Longest time in milliseconds that a node may take to sign, in each attempt.', {
        minimum: 100,
        maximum: 10_000,
        default: SIGN_DEADLINE_MS,
      }),
    }),
    simulate: table({
      enabled: Type.Boolean({
        default: true,
        description: 'Serve dry runs, `POST /v1/simulate`: nodes fetch a source and sign nothing.',
      }),
      max_concurrent: integerSetting(
        'Dry runs at once in this process, which callers share; all strangers together hold half, and one in any case. None takes a place of rounds.',
        {
          minimum: 1,
          maximum: 1_024,
          default: 16,
        },
      ),
      per_minute: integerSetting(
        'Dry runs of callers who may ask for rounds, a minute in this process. A caller alone gets about five sixths, and each gets one while any is left.',
        { minimum: 1, maximum: 1_000_000, default: 240 },
      ),
      strangers_per_minute: integerSetting(
        'Dry runs of strangers a minute in this process; each asks one node. An address alone gets about a seventh, and each gets one while any is left. 0 serves none to strangers.',
        { minimum: 0, maximum: 1_000_000, default: 60 },
      ),
    }),
    snapshots: table({
      enabled: Type.Boolean({
        default: false,
        description:
          'Has the nodes sign registry snapshots for other chains, at each change of the registry and each week, and serves them at `GET /v1/registry/snapshot`.',
      }),
      interval_seconds: integerSetting('Seconds between two reads of the finalized registry.', { minimum: 1, maximum: 3_600, default: 10 }),
    }),
    outbox: table({
      max_in_flight: integerSetting('Rounds at once in all processes that share the gateway keypair. The gateway answers more with 503.', {
        minimum: 1,
        maximum: 65_536,
        default: 1_024,
      }),
      mark_path: Type.Optional(
        text(
          'File outside Redis with the number of served rounds. By it the gateway notices an older copy of the records after a restart. All processes of a keypair on one machine or volume may share it. Required, unless `outbox.allow_unmarked` is set.',
        ),
      ),
      allow_unmarked: Type.Boolean({
        default: false,
        description:
          'Accepts a gateway without `outbox.mark_path`. After a restart it serves rounds a second time that an older copy of Redis has forgotten, and cannot charge them.',
      }),
      ...durabilityMembers,
    }),
    redis: redisTable,
    sources: sourcesTable,
    providers: table({
      enabled: Type.Array(Type.String({ minLength: 1, title: 'the id of a provider' }), {
        default: [],
        maxItems: 64,
        description: `Ids of the data providers that the gateway serves from its catalogue: ${BUILT_IN_PROVIDERS.map((id) => `\`${id}\``).join(', ')}.`,
      }),
      files: Type.Array(Type.String({ minLength: 1, title: 'the path of a file' }), {
        default: [],
        maxItems: 64,
        description: 'Files that describe further providers; the gateway serves each. docs/providers.md has the form.',
      }),
      sponsored: Type.Array(Type.String({ minLength: 1, title: 'the id of a provider' }), {
        default: [],
        maxItems: 64,
        description:
          'Ids of providers that the gateway serves with its own credential. `ORACLE_GATEWAY_PROVIDER_KEY_<ID>` holds the credential, or a file of `providers.key_paths`.',
      }),
      key_paths: Type.Record(Type.String({ pattern: '^[a-z0-9-]{1,64}$' }), text('', { title: 'the path of a file' }), {
        additionalProperties: false,
        maxProperties: 64,
        title: 'a table of at most 64 paths by the id of a provider',
        description:
          'By the id of a sponsored provider, the file with its credential, which the gateway reads again while it runs. `ORACLE_GATEWAY_PROVIDER_KEY_<ID>` takes precedence.',
        default: {},
      }),
      sponsored_calls_per_minute: integerSetting(
        "Fetches a minute from one provider with the gateway's own credential, in all processes that share the gateway keypair.",
        { minimum: 1, maximum: 100_000, default: 60 },
      ),
      spacing: Type.Array(
        Type.String({
          pattern: '^(?:[a-z0-9.-]+|\\[[0-9a-f:.]+\\])(?::[1-9][0-9]{0,4})?=(?:0|[1-9][0-9]{0,2}|1[0-9]{3}|2000)$',
          title: 'host=milliseconds, such as api.example.com=1000, with 2,000 milliseconds at most',
        }),
        {
          default: [],
          maxItems: 64,
          description:
            'Hosts that refuse calls at once, each with the milliseconds between the observations of one round, as `host=1000` or `host:port=1000`. An entry stands in place of `spacingMs` in provider files; 0 switches it off.',
        },
      ),
    }),
    public_feeds: table({
      enabled: Type.Boolean({
        default: false,
        description:
          'Serves public feeds, `/v1/feeds`: latest answer, stream and history for every reader. Owners open their own feeds by a signature; the gateway keeps up to 64 MiB of them in Redis.',
      }),
      owner: Type.Optional(
        text('Key in the ids of the feeds that the operator opens: that of the account from which its keeper asks.', {
          format: 'address',
          title: 'an address in base58',
        }),
      ),
      feeds: Type.Array(Type.String({ pattern: '^[a-z0-9-]+(/[a-z0-9-]+)?$', title: 'a feed as provider/feed, or a provider' }), {
        default: [],
        maxItems: 64,
        description:
          'Feeds of the catalogue that the operator opens, as `provider/feed`; a provider alone stands for all of its feeds. Its terms must let values be passed on.',
      }),
      quorum: integerSetting('Quorum in the ids of those feeds, as in the settings of the keeper.', {
        minimum: 1,
        maximum: 64,
        default: 3,
      }),
      max_streams: integerSetting(
        'Streams of public feeds that a process keeps open at once, of one address at most five. Further ones are answered 503.',
        { minimum: 1, maximum: 8_192, default: 1_000 },
      ),
    }),
    explorer: table({
      enabled: Type.Boolean({
        default: false,
        description: 'Serves the page at `/app`. Needs `explorer.rpc_urls`.',
      }),
      files_path: Type.Optional(
        text('Folder of another built page than the one that comes with the gateway. The gateway reads it once, at the start.'),
      ),
      rpc_urls: Type.Array(Type.String({ minLength: 1, title: 'the URL of a JSON-RPC server' }), {
        default: [],
        maxItems: 8,
        description:
          'URLs of Solana RPC servers that the page verifies against, the preferred first. Every visitor sees them: name none with an access key. They must allow calls from other origins.',
      }),
      demo_keypair_path: Type.Optional(
        text(
          'File of a key that every visitor may sign with, as the Solana CLI writes it: for test worlds. The gateway refuses it unless `server.host` is a loopback address.',
        ),
      ),
    }),
    metrics: metricsTable,
    log: logTable,
  },
  { additionalProperties: false },
);

export type ConfigFile = Static<typeof ConfigFileSchema>;

import {
  durabilityMembers,
  host,
  integer,
  logTable,
  metricsTable,
  port,
  shardMembers,
  solanaTable,
  sourcesTable,
  table,
  text,
} from '@oracle-gateway/app-config';
import {
  MAX_TIMESTAMP_AGE_SECONDS,
  MAX_TIMESTAMP_AHEAD_SECONDS,
  OBSERVE_DEADLINE_MS,
  PAID_OBSERVE_DEADLINE_MS,
  ROUND_DEADLINE_MS,
  SESSION_LIFE_MS,
  SIGN_DEADLINE_MS,
} from '@oracle-gateway/protocol';
import { BUILT_IN_PROVIDERS } from '@oracle-gateway/providers';
import { type Static, Type } from '@sinclair/typebox';

export const RPC_URL_VARIABLE = 'ORACLE_GATEWAY_RPC_URL';
export const FACILITATOR_URL_VARIABLE = 'ORACLE_GATEWAY_FACILITATOR_URL';
export const FACILITATOR_KEYPAIR_VARIABLE = 'ORACLE_GATEWAY_FACILITATOR_KEYPAIR';
export const FACILITATOR_HEADERS_VARIABLE = 'ORACLE_GATEWAY_FACILITATOR_HEADERS';

/** Keys of the gateway's TOML file (interface §8 where it has them). `pnpm run docs` writes them into docs/configuration/gateway.md. */
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
            'Origin that callers see in front of the gateway; logged at start, and named in the 402 answers of the pay-per-request path.',
        }),
      ),
      trusted_proxies: Type.Array(Type.String({ minLength: 1 }), {
        default: [],
        maxItems: 64,
        description: 'Addresses or CIDR ranges whose `X-Forwarded-For` is believed.',
      }),
      shutdown_delay_ms: integer(
        'How long a gateway that was told to stop goes on serving while `/ready` answers 503: at least two periods of the load balancer’s check. 0 is at once.',
        { minimum: 0, maximum: 60_000, default: 5_000 },
      ),
      cors_origins: Type.Array(Type.String({ minLength: 1 }), {
        default: [],
        maxItems: 64,
        description: 'Origins that browsers may call from; `*` admits all; empty switches CORS off.',
      }),
      max_event_streams: integer(
        'Streams of events of rounds that a process keeps open at once, shared by address: one alone may have eight ninths. Further ones are answered 429 or 503.',
        { minimum: 1, maximum: 8_192, default: 1_024 },
      ),
      rate_limits: table({
        rounds_per_minute: integer('Rounds that one address may ask a process for in a minute; more are answered 429. 0 is no limit.', {
          minimum: 0,
          maximum: 1_000_000,
          default: 0,
        }),
        sign_ins_per_minute: integer('The same for sign-ins, `POST /v1/session`, good or not.', {
          minimum: 0,
          maximum: 1_000_000,
          default: 0,
        }),
        reads_per_minute: integer('The same for everything else, unknown paths and methods included, but for `/health` and `/ready`.', {
          minimum: 0,
          maximum: 1_000_000,
          default: 0,
        }),
      }),
    }),
    solana: table({
      ...solanaTable(RPC_URL_VARIABLE).properties,
      usdc_mint: Type.Optional(
        text('Mint of the stablecoin. Compared with the one on the ledger at start, which is used where this is left out.', {
          format: 'address',
          title: 'an address in base58',
        }),
      ),
    }),
    agent: table({
      enabled: Type.Boolean({ default: false, description: 'Serve the agent path: rounds that are paid from an escrow.' }),
      x402_network: Type.Optional(
        text('Network name in the 402 answers of the agent path; `solana.network` where it is left out.', { maxLength: 64 }),
      ),
      protocol_config_ttl_seconds: integer('How long what the ledger says of the protocol is cached.', {
        minimum: 1,
        maximum: 600,
        default: 30,
      }),
      timestamp_skew_seconds: integer(
        `How far a request timestamp may lie behind the gateway clock; ahead it may lie ${MAX_TIMESTAMP_AHEAD_SECONDS} s at most.`,
        { minimum: 1, maximum: MAX_TIMESTAMP_AGE_SECONDS, default: MAX_TIMESTAMP_AGE_SECONDS },
      ),
    }),
    sessions: table({
      enabled: Type.Boolean({
        default: false,
        description: 'Serve sessions: a sign-in whose token replaces `authSig`. Needs `server.public_origin`, which sign-ins name.',
      }),
      max_ttl_seconds: integer('Longest life of a session, and its life where the sign-in asks for none.', {
        minimum: 60,
        maximum: 86_400,
        default: 3_600,
      }),
    }),
    x402: table({
      enabled: Type.Boolean({ default: false, description: 'Serve the pay-per-request path: rounds that are paid with x402.' }),
      facilitator_url: Type.Optional(
        text(
          `Facilitator that verifies and settles the payments; \`/verify\`, \`/settle\` and \`/supported\` are added; never logged. \`${FACILITATOR_URL_VARIABLE}\` takes precedence.`,
        ),
      ),
      facilitator_keypair_path: Type.Optional(
        text(
          `Or the key of a facilitator inside the gateway, which pays the fees: a file with 64 numbers as the Solana CLI writes them. \`${FACILITATOR_KEYPAIR_VARIABLE}\` (the same JSON) takes precedence.`,
        ),
      ),
      max_in_flight_per_payer: integer(
        'Rounds of one payer whose payment is not concluded, over all processes that share the gateway keypair; more are answered 503 with `Retry-After`.',
        { minimum: 1, maximum: 65_536, default: 8 },
      ),
      max_timeout_seconds: integer('Time for completing a payment that the 402 answers suggest.', {
        minimum: 1,
        maximum: 600,
        default: 60,
      }),
      bazaar: Type.Boolean({
        default: false,
        description: 'Describe the endpoint in every 402 answer, for facilitators that list resources. The answer to a probe always does.',
      }),
    }),
    settlement: table({
      enabled: Type.Boolean({ default: true, description: 'Wake settlement workers for served rounds. Rounds stay pending otherwise.' }),
      ...shardMembers,
    }),
    ledger: table({
      subscription_ttl_ms: integer(
        'How long a subscription read from the ledger is used again; what its owner changes is seen that much later.',
        { minimum: 0, maximum: 30_000, default: 2_000 },
      ),
    }),
    rounds: table({
      max_concurrent: integer(
        'Rounds at once in this process, which callers share; more are answered 503, more than the share of one caller 429, with `Retry-After`.',
        { minimum: 1, maximum: 1_024, default: 64 },
      ),
      failing_per_minute: integer(
        'Rounds that may fail for their source, secrets or caller in a minute, in this process; a caller with more than a share of them is answered 429.',
        { minimum: 1, maximum: 1_000_000, default: 600 },
      ),
      deadline_ms: integer(`Longest time one round may take; nodes forget what they are to sign after ${SESSION_LIFE_MS / 1_000} s.`, {
        minimum: 1_000,
        maximum: SESSION_LIFE_MS,
        default: ROUND_DEADLINE_MS,
      }),
      observe_deadline_ms: integer('Longest time a node may take to observe.', {
        minimum: 100,
        maximum: SESSION_LIFE_MS,
        default: OBSERVE_DEADLINE_MS,
      }),
      paid_observe_deadline_ms: integer('The same where the node pays the source, which settles the payment meanwhile.', {
        minimum: 100,
        maximum: SESSION_LIFE_MS,
        default: PAID_OBSERVE_DEADLINE_MS,
      }),
      one_exchange: Type.Boolean({
        default: true,
        description: 'Let signers answer with value and partial signature at once where the mode allows it; two exchanges otherwise.',
      }),
      sign_deadline_ms: integer('Longest time a node may take to sign, per attempt.', {
        minimum: 100,
        maximum: 10_000,
        default: SIGN_DEADLINE_MS,
      }),
    }),
    outbox: table({
      max_in_flight: integer('Rounds at once over all processes that share the gateway keypair.', {
        minimum: 1,
        maximum: 65_536,
        default: 1_024,
      }),
      ...durabilityMembers,
    }),
    sources: sourcesTable,
    providers: table({
      enabled: Type.Array(Type.String({ minLength: 1, title: 'the id of a provider' }), {
        default: [],
        maxItems: 64,
        description: `Data providers of the catalogue that are served: ${BUILT_IN_PROVIDERS.map((id) => `\`${id}\``).join(', ')}.`,
      }),
      files: Type.Array(Type.String({ minLength: 1, title: 'the path of a file' }), {
        default: [],
        maxItems: 64,
        description: 'Files that describe further providers, each served; the form is in docs/providers.md.',
      }),
      sponsored: Type.Array(Type.String({ minLength: 1, title: 'the id of a provider' }), {
        default: [],
        maxItems: 64,
        description: "Providers that are served with the gateway's own credential, which `ORACLE_GATEWAY_PROVIDER_KEY_<ID>` holds.",
      }),
      sponsored_calls_per_minute: integer(
        "Fetches a minute of one provider with the gateway's own credential, over all processes that share the gateway keypair.",
        { minimum: 1, maximum: 100_000, default: 60 },
      ),
    }),
    metrics: metricsTable,
    log: logTable,
  },
  { additionalProperties: false },
);

export type ConfigFile = Static<typeof ConfigFileSchema>;

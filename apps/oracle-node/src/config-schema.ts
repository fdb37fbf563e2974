import { Type, type Static, type TObject, type TProperties, type TSchema } from '@sinclair/typebox';
import { LOG_LEVELS } from './log.js';

/** `description` completes "must be …" in a refusal; `title` is the meaning; both are the table of docs/configuration/oracle-node.md. */
const text = (title: string, description: string, options: Record<string, unknown> = {}) => Type.String({ title, description, ...options });

const integer = (title: string, minimum: number, maximum: number, options: Record<string, unknown> = {}) =>
  Type.Integer({ title, description: `an integer from ${minimum} to ${maximum}`, minimum, maximum, ...options });

const HOST = { pattern: '^[0-9A-Za-z.:-]{1,253}$' };

/** Sections that a file may leave out have defaults for every member. */
const section = <Members extends TProperties>(members: Members): TObject<Members> => {
  const isOptional = Object.values<TSchema>(members).every((member) => 'default' in member || member['x-optional'] === true);
  return Type.Object(members, { additionalProperties: false, ...(isOptional ? { default: {} } : {}) });
};

const optional = { 'x-optional': true };

/** The configuration file of an oracle node as it stands in TOML: closed, units in the names. */
export const ConfigFile = Type.Object(
  {
    server: section({
      host: text('Address the node listens on', 'a host name or an IP address', { default: '127.0.0.1', ...HOST }),
      port: integer('Port the node listens on, 0 for a free one', 0, 65_535, { default: 7_100 }),
    }),
    solana: section({
      rpc_url: Type.Optional(
        text('RPC server of the ledger; `ORACLE_NODE_RPC_URL` overrides it', 'an http or https URL', {
          pattern: '^https?://[^\\s]+$',
          ...optional,
        }),
      ),
      program_id: text('Address of the oracle program', 'an address in base58', { format: 'address' }),
      network: text('CAIP-2 id of the network; with the program id it makes the deployment id', 'a CAIP-2 id of a Solana network', {
        pattern: '^solana:[-_a-zA-Z0-9]{1,32}$',
      }),
    }),
    node: section({
      index: integer('Slot of this node in the registry', 0, 63),
      secret_key_path: Type.Optional(
        text('File with the signing key in hex; `ORACLE_NODE_SECRET_KEY` overrides it', 'the path of a file', {
          minLength: 1,
          ...optional,
        }),
      ),
      encryption_key_path: Type.Optional(
        text('File with the X25519 key in hex that a registration names; read by `prove` only', 'the path of a file', {
          minLength: 1,
          ...optional,
        }),
      ),
    }),
    sources: section({
      allowed: Type.Array(Type.String({ format: 'allowed-source', description: 'host:port, spelt as in a URL' }), {
        title: 'Sources that may have an address that is not public; leave empty in production',
        description: 'a list of at most 64 entries host:port',
        maxItems: 64,
        default: [],
      }),
    }),
    registry: section({
      poll_interval_seconds: integer('Time between two readings of registry and gateways', 1, 300, { default: 5 }),
      max_age_seconds: integer('Age at which a view of the ledger that cannot be renewed stops serving', 5, 3_600, { default: 60 }),
    }),
    limits: section({
      max_concurrent_requests: integer('Operations at once; more are refused with 503', 1, 10_000, { default: 256 }),
      max_connections: integer('Open connections', 1, 65_535, { default: 1_024 }),
      max_open_sessions_per_gateway: integer('Sessions one gateway may hold open; above its rate of rounds × 30 s', 1, 65_536, {
        default: 16_384,
      }),
      fetch_timeout_ms: integer('Total time of one source fetch', 100, 10_000, { default: 10_000 }),
    }),
    metrics: section({
      host: text('Address of the metrics listener', 'a host name or an IP address', { default: '127.0.0.1', ...HOST }),
      port: integer('Port of the metrics listener, 0 for none', 0, 65_535, { default: 0 }),
    }),
    log: section({
      level: Type.Unsafe<(typeof LOG_LEVELS)[number]>({
        type: 'string',
        enum: [...LOG_LEVELS],
        title: 'Least severe lines that are written',
        description: `one of ${LOG_LEVELS.join(', ')}`,
        default: 'info',
      }),
    }),
    faults: section({
      enabled: Type.Boolean({ title: 'Misbehaviour on request, for a local network only', description: 'true or false', default: false }),
      token: Type.Optional(
        text('Bearer token of `POST /faults`', 'at least 16 characters', { minLength: 16, maxLength: 256, ...optional }),
      ),
    }),
  },
  { additionalProperties: false },
);
export type ConfigFile = Static<typeof ConfigFile>;

import { Type, type Static } from '@sinclair/typebox';

const closed = { additionalProperties: false } as const;

/** The configuration file, as written: every key, its type, its default. docs/configuration/settlement-worker.md is compared with it. */
export const ConfigFile = Type.Object(
  {
    solana: Type.Object(
      {
        rpc_url: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 2_048,
            description: 'Ledger RPC server; never logged. `ORACLE_GATEWAY_RPC_URL` takes precedence.',
          }),
        ),
        program_id: Type.String({ minLength: 32, maxLength: 44, description: 'Address of the oracle program.' }),
        network: Type.String({
          pattern: '^solana:[A-Za-z0-9]{1,32}$',
          description: 'CAIP-2 id of the cluster; the worker refuses to run when the program was initialised for another one.',
        }),
      },
      closed,
    ),
    settlement: Type.Object(
      {
        enabled: Type.Boolean({ default: true, description: '`false`: rounds stay pending; only figures are reported.' }),
        db_path: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 2_048,
            description:
              'Where the outbox lives: `redis://`, `rediss://` or `unix:<socket>`; never logged. `ORACLE_GATEWAY_DB_PATH` takes precedence.',
          }),
        ),
        gateway_keypair_path: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 4_096,
            description:
              "File with the gateway's keypair, 64 numbers as the Solana CLI writes them. `ORACLE_GATEWAY_KEYPAIR` (the same JSON) takes precedence.",
          }),
        ),
        settle_interval_seconds: Type.Integer({
          minimum: 1,
          maximum: 3_600,
          default: 10,
          description: 'Longest time a due round waits for its batch; also the period of the sweep.',
        }),
        settle_batch_limit: Type.Integer({
          minimum: 1,
          maximum: 1_000,
          default: 25,
          description: 'Rounds settled at once; a full batch does not wait.',
        }),
        settle_max_attempts: Type.Integer({
          minimum: 1,
          maximum: 1_000,
          default: 10,
          description: 'Refusals by the program after which a round is parked for an operator.',
        }),
      },
      closed,
    ),
    outbox: Type.Object(
      {
        allow_volatile: Type.Boolean({ default: false, description: 'Run although the server may lose records: for trials only.' }),
        durability: Type.Union([Type.Literal('verify'), Type.Literal('trusted')], {
          default: 'verify',
          description: '`trusted`: vouch for a managed server that does not show its settings.',
        }),
      },
      { ...closed, default: {} },
    ),
    metrics: Type.Object(
      {
        host: Type.String({
          minLength: 1,
          maxLength: 255,
          default: '127.0.0.1',
          description: 'Address of the `/metrics` and `/health` listener.',
        }),
        port: Type.Integer({ minimum: 0, maximum: 65_535, default: 0, description: 'Its port; 0 switches it off.' }),
      },
      { ...closed, default: {} },
    ),
    log: Type.Object(
      {
        level: Type.Union(
          ['debug', 'info', 'warn', 'error'].map((level) => Type.Literal(level)),
          { default: 'info', description: 'Least severe log line written.' },
        ),
      },
      { ...closed, default: {} },
    ),
  },
  closed,
);

export type ConfigFile = Static<typeof ConfigFile>;

import {
  durabilityMembers,
  host,
  integerSetting,
  logTable,
  metricsTable,
  port,
  priorityFeeMembers,
  redisTable,
  shardMembers,
  solanaTable,
  table,
} from '@oracle-gateway/app-config';
import { MAX_PAYERS } from '@oracle-gateway/outbox';
import { Type, type Static } from '@sinclair/typebox';

export const RPC_URL_VARIABLE = 'ORACLE_GATEWAY_RPC_URL';

/** The configuration file, as written: every key, its type, its default. `pnpm run docs` writes them into docs/configuration/settlement-worker.md. */
export const ConfigFile = Type.Object(
  {
    solana: solanaTable(RPC_URL_VARIABLE),
    settlement: table({
      enabled: Type.Boolean({
        default: true,
        description:
          'Settles rounds. `false`: this worker claims no round and only reports statistics. Other workers of the shard settle as before.',
      }),
      ...shardMembers,
      payer_keypair_paths: Type.Array(Type.String({ minLength: 1, title: 'the path of a file, or unix: and that of a socket' }), {
        title: `a list of at most ${MAX_PAYERS} paths`,
        description:
          'Files with keypairs that pay for settlements, or `unix:<socket>` of their [signers](../signer.md), each as the gateway keypair is named; none: the gateway keypair pays. `ORACLE_GATEWAY_PAYER_KEYPAIRS` (a JSON list of keypairs) takes precedence.',
        maxItems: MAX_PAYERS,
        default: [],
      }),
      settle_interval_seconds: integerSetting(
        'Longest time in seconds that a due round waits for its batch. It is the period of the sweep too.',
        {
          minimum: 1,
          maximum: 3_600,
          default: 10,
        },
      ),
      settle_batch_limit: integerSetting('Most rounds of one batch. A full batch does not wait.', {
        minimum: 1,
        maximum: 1_000,
        default: 25,
      }),
      settle_max_attempts: integerSetting('Refusals by the program after which the worker parks a round for an operator.', {
        minimum: 1,
        maximum: 1_000,
        default: 10,
      }),
      ...priorityFeeMembers,
    }),
    outbox: table(durabilityMembers),
    redis: redisTable,
    metrics: metricsTable,
    board: table({
      host: host('Address of the queue board. It asks for no password: keep it on loopback, or behind a proxy that does.'),
      port: port('Port of the queue board; 0 switches it off.', 0),
    }),
    log: logTable,
  },
  { additionalProperties: false },
);

export type ConfigFile = Static<typeof ConfigFile>;

import { durabilityMembers, integer, logTable, metricsTable, shardMembers, solanaTable, table } from '@oracle-gateway/app-config';
import { Type, type Static } from '@sinclair/typebox';

export const RPC_URL_VARIABLE = 'ORACLE_GATEWAY_RPC_URL';

/** The configuration file, as written: every key, its type, its default. `pnpm run docs` writes them into docs/configuration/settlement-worker.md. */
export const ConfigFile = Type.Object(
  {
    solana: solanaTable(RPC_URL_VARIABLE),
    settlement: table({
      enabled: Type.Boolean({ default: true, description: '`false`: rounds stay pending; only figures are reported.' }),
      ...shardMembers,
      settle_interval_seconds: integer('Longest time a due round waits for its batch; also the period of the sweep.', {
        minimum: 1,
        maximum: 3_600,
        default: 10,
      }),
      settle_batch_limit: integer('Rounds of one batch; a full one does not wait.', { minimum: 1, maximum: 1_000, default: 25 }),
      settle_max_attempts: integer('Refusals by the program after which a round is parked for an operator.', {
        minimum: 1,
        maximum: 1_000,
        default: 10,
      }),
      priority_fee_percentile: integer('Percentile of the fees of recent blocks that a transaction offers.', {
        minimum: 1,
        maximum: 100,
        default: 75,
      }),
      priority_fee_cap_micro_lamports: integer('Most that a transaction offers, in micro-lamports per compute unit; 0: no priority fee.', {
        minimum: 0,
        maximum: 1_000_000_000,
        default: 50_000,
      }),
    }),
    outbox: table(durabilityMembers),
    metrics: metricsTable,
    log: logTable,
  },
  { additionalProperties: false },
);

export type ConfigFile = Static<typeof ConfigFile>;

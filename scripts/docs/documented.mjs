// Sources of the documents' tables. Bundled from the sources by load-documented.mjs, so that no build is needed; never run as it is.
export { errorTable } from '../../packages/gateway-api/src/errors.js';
export { createMetrics as gatewayMetrics } from '../../apps/gateway/src/telemetry/metrics.js';
export { createMetrics as keeperMetrics } from '../../apps/keeper/src/telemetry/metrics.js';
export { createMetrics as workerMetrics } from '../../apps/settlement-worker/src/telemetry/metrics.js';
export { createMetrics as nodeMetrics } from '../../apps/oracle-node/src/telemetry/metrics.js';
export { ConfigFileSchema as gatewayConfig } from '../../apps/gateway/src/config/config-schema.js';
export { ConfigFile as keeperConfig } from '../../apps/keeper/src/config/config-schema.js';
export { ConfigFile as workerConfig } from '../../apps/settlement-worker/src/config/config-schema.js';
export { ConfigFile as nodeConfig } from '../../apps/oracle-node/src/config/config-schema.js';
export { PROGRAM as adminProgram } from '../../packages/admin/src/command/program.js';
export { MEASUREMENT } from '../../packages/admin/src/capacity/measurement.js';
export { planCapacity } from '../../packages/admin/src/capacity/plan-capacity.js';
export { EXIT_CODE_MEANINGS } from '../../packages/caller/src/command/exit-codes.js';
export { createProgram } from '../../packages/caller/src/command/program.js';
export { PROGRAM as cliProgram } from '../../packages/cli/src/program.js';
export { operations } from '../../packages/gateway-api/src/operations.js';
export { TRANSITIONS } from '../../packages/outbox/src/records/states.js';
export { processMetrics } from '../../packages/process/src/process-metrics.js';

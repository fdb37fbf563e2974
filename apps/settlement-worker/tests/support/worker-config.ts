import type { Address } from '@oracle-gateway/protocol';
import type { Config } from '../../src/index.js';

/** A worker's configuration, with metrics on a free port. */
export function workerConfig(
  deployment: { readonly programId: Address; readonly network: string },
  settlement: Partial<Config['settlement']> = {},
): Config {
  return {
    ...deployment,
    settlement: {
      enabled: true,
      intervalSeconds: 1,
      batchLimit: 25,
      maxAttempts: 1,
      priorityFee: { percentile: 75, capMicroLamports: 0 },
      ...settlement,
    },
    outbox: { allowVolatile: false, durability: 'verify', allowCutOffLoss: true },
    metrics: { host: '127.0.0.1', port: 0 },
    board: null,
    logLevel: 'info',
  };
}

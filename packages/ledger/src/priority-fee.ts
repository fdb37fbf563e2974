import { createCachedRead } from './cached-read.js';
import { RpcRefusalError } from './errors.js';
import { readPriorityFees } from './rpc/answers.js';
import type { RpcCall } from './rpc/rpc-client.js';

/** What the next transaction offers, in micro-lamports per compute unit. Throws LedgerUnavailableError. */
export type PriorityFee = () => Promise<bigint>;

export interface PriorityFeeDeps {
  readonly rpc: RpcCall;
  /** Of the fees of the recent slots: 100 is the highest of them. */
  readonly percentile: number;
  /** Never more than this, whatever others pay; 0: no fee, and the server is not asked. */
  readonly capMicroLamports: bigint;
  readonly ttlMs?: number;
  readonly monotonicMs?: () => number;
}

const DEFAULT_TTL_MS = 10_000;

/**
 * Follows what recent blocks took (getRecentPrioritizationFees: for each of the last 150 slots the lowest fee that got in), up to a cap.
 * A server that does not know the method costs nothing but the fee: none is offered then.
 */
export function createPriorityFee(deps: PriorityFeeDeps): PriorityFee {
  const { rpc, percentile, capMicroLamports } = deps;
  if (!Number.isInteger(percentile) || percentile < 1 || percentile > 100) throw new RangeError('percentile: must be an integer 1..100');
  const recent = createCachedRead({
    load: async () => {
      const method = 'getRecentPrioritizationFees';
      try {
        return percentileOf(readPriorityFees(await rpc(method, [[]]), method), percentile);
      } catch (error) {
        if (error instanceof RpcRefusalError) return 0;
        throw error;
      }
    },
    ttlMs: deps.ttlMs ?? DEFAULT_TTL_MS,
    minRefreshIntervalMs: 0,
    monotonicMs: deps.monotonicMs ?? (() => performance.now()),
  });
  return async () => {
    if (capMicroLamports === 0n) return 0n;
    const fee = BigInt(await recent.get());
    return fee < capMicroLamports ? fee : capMicroLamports;
  };
}

/** The nearest rank; 0 of nothing. */
function percentileOf(values: readonly number[], percentile: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.ceil((percentile / 100) * ascending.length) - 1] ?? 0;
}

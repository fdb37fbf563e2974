import { readPriorityFees } from './rpc/answers.js';
import type { RpcCall } from './rpc/rpc-client.js';

/** The fee that transactions offer, in micro-lamports per compute unit. */
export interface PriorityFee {
  /** The last known fee, at most the cap; 0 before the first answer. Never waits: an old fee is refreshed in the background. */
  current(): bigint;
  /** Refreshes an old fee. Resolves at the answer, the failure or the deadline. Never rejects. */
  refresh(): Promise<void>;
}

/** The RPC client and the bounds of a priority fee. */
export interface PriorityFeeDeps {
  readonly rpc: RpcCall;
  /** Accounts that transactions write, base58: the fees of blocks in which others wrote them too. Default: none, the least of each block. */
  readonly accounts?: readonly string[];
  /** Percentile of the fees of recent slots; 100 is the highest. */
  readonly percentile: number;
  /** Cap of the fee. 0: no fee, and no calls to the server. */
  readonly capMicroLamports: bigint;
  readonly ttlMs?: number;
  /** Deadline of one call. */
  readonly deadlineMs?: number;
  readonly monotonicMs?: () => number;
}

const DEFAULTS = { ttlMs: 10_000, deadlineMs: 1_000 };

/**
 * Follows the fees of recent blocks up to a cap (getRecentPrioritizationFees: the lowest fee of each of the last 150 slots). Servers may
 * refuse the method, limit it or hang. After any failure, the last known fee stays, and the next call waits as long as after an answer.
 */
export function createPriorityFee(deps: PriorityFeeDeps): PriorityFee {
  const { rpc, accounts = [], percentile, capMicroLamports, ttlMs = DEFAULTS.ttlMs, deadlineMs = DEFAULTS.deadlineMs } = deps;
  const monotonicMs = deps.monotonicMs ?? (() => performance.now());
  if (!Number.isInteger(percentile) || percentile < 1 || percentile > 100) throw new RangeError('percentile: must be an integer 1..100');
  let known = 0n;
  let askedAtMs = -Infinity;
  let asking: Promise<void> | undefined;

  const ask = async (): Promise<void> => {
    const method = 'getRecentPrioritizationFees';
    try {
      known = BigInt(percentileOf(readPriorityFees(await withinMs(rpc(method, [accounts]), deadlineMs), method), percentile));
    } catch {
      // A missing fee stops nothing: keep the last known one.
    } finally {
      asking = undefined;
    }
  };
  const refresh = (): Promise<void> => {
    if (asking !== undefined) return asking;
    if (capMicroLamports === 0n || monotonicMs() - askedAtMs < ttlMs) return Promise.resolve();
    askedAtMs = monotonicMs();
    asking = ask();
    return asking;
  };
  return {
    current() {
      void refresh();
      return known < capMicroLamports ? known : capMicroLamports;
    },
    refresh,
  };
}

/** Rejects when `work` takes longer. `work` itself continues. */
async function withinMs<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), ms);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Nearest rank; 0 for an empty list. */
function percentileOf(values: readonly number[], percentile: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.ceil((percentile / 100) * ascending.length) - 1] ?? 0;
}

import { readPriorityFees } from './rpc/answers.js';
import type { RpcCall } from './rpc/rpc-client.js';

/** What transactions offer, in micro-lamports per compute unit. */
export interface PriorityFee {
  /** What was last known, at most the cap; 0 while nothing is known. Never waits: where it has grown old, the server is asked beside. */
  current(): bigint;
  /** Asks unless the answer is young; resolves with the answer, the failure or the deadline, whichever comes first. Never rejects. */
  refresh(): Promise<void>;
}

export interface PriorityFeeDeps {
  readonly rpc: RpcCall;
  /** Of the fees of the recent slots: 100 is the highest of them. */
  readonly percentile: number;
  /** Never more than this, whatever others pay; 0: no fee, and the server is not asked. */
  readonly capMicroLamports: bigint;
  readonly ttlMs?: number;
  /** How long one question may take. */
  readonly deadlineMs?: number;
  readonly monotonicMs?: () => number;
}

const DEFAULTS = { ttlMs: 10_000, deadlineMs: 1_000 };

/**
 * Follows what recent blocks took (getRecentPrioritizationFees: for each of the last 150 slots the lowest fee that got in), up to a cap.
 * Servers may refuse this method, limit it or hang in it: a failure of any kind leaves the last known fee, and is asked again as late as an
 * answer would be.
 */
export function createPriorityFee(deps: PriorityFeeDeps): PriorityFee {
  const { rpc, percentile, capMicroLamports, ttlMs = DEFAULTS.ttlMs, deadlineMs = DEFAULTS.deadlineMs } = deps;
  const monotonicMs = deps.monotonicMs ?? (() => performance.now());
  if (!Number.isInteger(percentile) || percentile < 1 || percentile > 100) throw new RangeError('percentile: must be an integer 1..100');
  let known = 0n;
  let askedAtMs = -Infinity;
  let asking: Promise<void> | undefined;

  const ask = async (): Promise<void> => {
    const method = 'getRecentPrioritizationFees';
    try {
      known = BigInt(percentileOf(readPriorityFees(await withinMs(rpc(method, [[]]), deadlineMs), method), percentile));
    } catch {
      // The fee is a convenience: what was known stays good enough.
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

/** Rejects when `work` takes longer; `work` itself goes on to its own end. */
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

/** The nearest rank; 0 of nothing. */
function percentileOf(values: readonly number[], percentile: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.ceil((percentile / 100) * ascending.length) - 1] ?? 0;
}

import type { PriorityFee } from '@oracle-gateway/ledger';

/** The priority fees of feeds, each by the fees of its own account, raised with each failure in a row. Micro-lamports per compute unit. */
export interface RaisedFees {
  current(feed: string): bigint;
  /** Asks for an old fee anew. Never waits, never throws. */
  refresh(feed: string): void;
  failed(feed: string): void;
  landed(feed: string): void;
}

/** The cap is reached with the sixth failure in a row, also where the account has no fee. */
const FAILURES_TO_CAP = 6;
const MAX_FEEDS = 1_024;

/** @param deps.feeOf the fee of one account, base58, at most the cap */
export function createRaisedFees(
  { feeOf }: { readonly feeOf: (account: string) => PriorityFee },
  { capMicroLamports }: { readonly capMicroLamports: bigint },
): RaisedFees {
  const fees = new Map<string, PriorityFee>();
  const failures = new Map<string, number>();

  function feeFor(feed: string): PriorityFee {
    const fee = fees.get(feed) ?? feeOf(feed);
    if (fees.size >= MAX_FEEDS) fees.clear();
    fees.set(feed, fee);
    return fee;
  }

  return {
    current(feed) {
      const asked = feeFor(feed).current();
      const count = BigInt(Math.min(FAILURES_TO_CAP, failures.get(feed) ?? 0));
      if (count === 0n) return asked;
      const [doubled, least] = [asked << count, capMicroLamports >> BigInt(FAILURES_TO_CAP - Number(count))];
      const raised = doubled > least ? doubled : least;
      return raised < capMicroLamports ? raised : capMicroLamports;
    },
    refresh(feed) {
      void feeFor(feed).refresh();
    },
    failed(feed) {
      failures.set(feed, (failures.get(feed) ?? 0) + 1);
    },
    landed(feed) {
      failures.delete(feed);
    },
  };
}

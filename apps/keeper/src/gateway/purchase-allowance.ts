import type { Allowance } from '@oracle-gateway/client';

/** Lends one purchase after the other to an account, which asks it before it pays. */
export interface PurchaseAllowance {
  readonly allowance: Allowance;
  /** Runs `work`, whose amounts go to `take`. One at a time. */
  during<T>(take: Allowance['take'], work: () => Promise<T>): Promise<T>;
}

export function createPurchaseAllowance(): PurchaseAllowance {
  let open: Allowance['take'] | undefined;
  return {
    allowance: {
      take(amount) {
        if (open === undefined) return Promise.reject(new TypeError('an account pays outside a purchase'));
        return open(amount);
      },
    },
    async during(take, work) {
      if (open !== undefined) throw new TypeError('a purchase of this feed is under way');
      open = take;
      try {
        return await work();
      } finally {
        open = undefined;
      }
    },
  };
}

import { LedgerUnavailableError, type TransactionHistory } from '@oracle-gateway/ledger';

export interface LiveBlockhashDeps {
  readonly history: Pick<TransactionHistory, 'isBlockhashValid'>;
  /** `wait` resolves after so many milliseconds. */
  readonly clock: { readonly wait: (ms: number) => Promise<unknown> };
}

/** A server says of a blockhash that it is not there yet what it says of one that is past: a slot later it knows the first. */
const CHECKS = 3;
const CHECK_AGAIN_MS = 400;

/**
 * Whether a payment with this blockhash may land, for all that the ledger says. A payment that has landed before and is sent again when its key
 * is forgotten has none that may. A ledger that does not answer says nothing: what had landed before its admission is no payment all the same.
 */
export async function mayLand(blockhash: string, { history, clock }: LiveBlockhashDeps): Promise<boolean> {
  try {
    for (let check = 1; !(await history.isBlockhashValid(blockhash, 'confirmed')); check += 1) {
      if (check === CHECKS) return false;
      await clock.wait(CHECK_AGAIN_MS);
    }
    return true;
  } catch (error) {
    if (error instanceof LedgerUnavailableError) return true;
    throw error;
  }
}

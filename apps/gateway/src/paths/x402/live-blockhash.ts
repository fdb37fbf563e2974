import { LedgerUnavailableError, type TransactionHistory } from '@oracle-gateway/ledger';

export interface LiveBlockhashDeps {
  readonly history: Pick<TransactionHistory, 'isBlockhashValid'>;
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<unknown>;
}

/** A server says of a blockhash that it is not there yet what it says of one that is past: a slot later it knows the first. */
const LOOKS = 3;
const LOOK_AGAIN_MS = 400;

/**
 * Whether a payment with this blockhash may land, for all that the ledger says. A payment that has landed before and is sent again when its key
 * is forgotten has none that may. A ledger that does not answer says nothing: what had landed before its admission is no payment all the same.
 */
export async function mayLand(blockhash: string, { history, wait }: LiveBlockhashDeps): Promise<boolean> {
  try {
    for (let look = 1; !(await history.isBlockhashValid(blockhash, 'confirmed')); look += 1) {
      if (look === LOOKS) return false;
      await wait(LOOK_AGAIN_MS);
    }
    return true;
  } catch (error) {
    if (error instanceof LedgerUnavailableError) return true;
    throw error;
  }
}

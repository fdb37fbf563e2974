import { ClientUsageError } from '../base/errors.js';
import type { OracleLedger } from './oracle-ledger.js';

/** The ledger of a client that was given none: whatever needs it is refused, so that nothing unverified is answered. */
export function createNoLedger(): OracleLedger {
  const missing = (): ClientUsageError => new ClientUsageError('ledger', 'is required: values are verified with the keys of the ledger');
  const refuse = (): Promise<never> => Promise.reject(missing());
  return {
    get programId(): never {
      throw missing();
    },
    get network(): never {
      throw missing();
    },
    get deploymentId(): never {
      throw missing();
    },
    get rpcUrl(): never {
      throw missing();
    },
    view: refuse,
    current: refuse,
    nodeKeys: refuse,
    read: refuse,
    transaction: refuse,
    nowMs: refuse,
  };
}

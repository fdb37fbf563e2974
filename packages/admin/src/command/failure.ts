import { EXIT_CODES, failure, type CommandFailure } from '@oracle-gateway/caller/command';
import {
  BroadcastRefusedError,
  describeRefusal,
  LedgerUnavailableError,
  ProtocolNotInitialisedError,
  TransactionTooLargeError,
} from '@oracle-gateway/ledger';

import { NotPossibleError, WouldBeRefusedError } from '../errors.js';
import { SnapshotNotSignedError } from '../snapshot/take-snapshot.js';

/** End of a command that failed without a transaction of an unknown outcome; null for an error that is not expected. */
export function describeAdminError(error: unknown): CommandFailure | null {
  if (error instanceof BroadcastRefusedError) return refused(describeRefusal(error.refusal));
  if (error instanceof LedgerUnavailableError)
    return failure({ exitCode: EXIT_CODES.unreachable, code: 'ledger_unavailable', message: error.messageForOperator });
  if (error instanceof SnapshotNotSignedError) {
    const { message, failures } = error;
    return failure({ exitCode: EXIT_CODES.unreachable, code: 'not_signed', message, members: { failures } });
  }
  if (
    error instanceof NotPossibleError ||
    error instanceof WouldBeRefusedError ||
    error instanceof ProtocolNotInitialisedError ||
    error instanceof TransactionTooLargeError ||
    error instanceof RangeError
  )
    return refused(error.message);
  return null;
}

function refused(message: string): CommandFailure {
  return failure({ exitCode: EXIT_CODES.refused, code: 'refused', message });
}

import { parseAddress } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { VerificationError } from '../base/errors.js';
import type { OracleLedger } from '../ledger/oracle-ledger.js';

/**
 * Whether the ledger has the receipt of a round: the account at its id, made when the program verified the round and took its charge.
 *
 * @param input `message`: 32 bytes that the nodes signed, which the receipt must hold
 * @throws VerificationError `not_settled` when the receipt is of another value
 */
export async function hasReceipt(
  deps: {
    readonly ledger: Pick<OracleLedger, 'read'>;
    readonly decode: (data: Uint8Array) => { readonly message: Uint8Array };
  },
  input: { readonly roundId: string; readonly message: Uint8Array },
  signal?: AbortSignal,
): Promise<boolean> {
  const receipt = await deps.ledger.read(parseAddress(input.roundId), deps.decode, signal);
  if (receipt === null) return false;
  if (!equalBytes(receipt.message, input.message))
    throw new VerificationError('not_settled', 'the receipt on the ledger is of another value than the one that was answered');
  return true;
}

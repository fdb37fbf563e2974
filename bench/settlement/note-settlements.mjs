import { formatAddress, parseAddress } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';

/** Data of `settle_round` and `settle_agent_round` begin with these. */
const SETTLING_TAGS = new Set([14, 21]);

/**
 * Notes what every settling transaction takes of its block, from now on.
 *
 * @returns {{ notes: { slot: number, rounds: number, units: number, written: string[] }[], stop: () => void }} notes in the order of the
 *   blocks; `written` has the accounts that it writes
 */
export function noteSettlements(ledger, { programId }) {
  const program = parseAddress(programId);
  const notes = [];
  const stop = ledger.listen({
    onTransaction({ slot, transaction: { message }, accountKeys, execution }) {
      const settles = ({ programIndex, data }) => SETTLING_TAGS.has(data[0]) && equalBytes(message.staticKeys[programIndex], program);
      const settling = message.instructions.filter(settles);
      if (settling.length === 0) return;
      notes.push({
        slot: Number(slot),
        rounds: execution.err === null ? settling.length : 0,
        units: Number(execution.unitsConsumed),
        written: accountKeys.filter(({ writable }) => writable).map(({ address }) => formatAddress(address)),
      });
    },
  });
  return { notes, stop };
}

import {
  CLOCK_SYSVAR,
  LedgerUnavailableError,
  MAX_BATCH_ADDRESSES,
  rememberedAddresses,
  type BatchRead,
  type StoredAccount,
} from '@oracle-gateway/ledger';
import type { UnfinalRound } from '@oracle-gateway/outbox';
import { parseAddress, type Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { AccountDecodeError } from '@oracle-gateway/protocol/accounts';
import { messageOfRound } from '../charges/charge-forms.js';
import type { PassDeps } from '../pass/pass-deps.js';
import type { OpenReceipt, ReceiptIndex } from '../reclaim/receipt-index.js';
import { readWindow, type SettleWindow } from '../ledger/settle-window.js';

export type FinalityDeps = Pick<PassDeps, 'outbox' | 'ledger' | 'programId' | 'upstreams' | 'metrics' | 'logger'> & {
  /** Stands in for Redis' time: a few seconds do not matter. */
  readonly nowMs: () => number;
  readonly receipts: Pick<ReceiptIndex, 'add'>;
  /** A round is pending again. */
  readonly onDue: (ms: number) => void;
};

/** A block is final after 32 slots: 12.8 s. An earlier read would find most receipts not final. */
const SETTLED_FOR_MS = 15_000;
/** Receipts of one call, which also reads Clock and Config. */
const PAGE = MAX_BATCH_ADDRESSES - 2;

/** The state at `finalized` of a round that was settled at `confirmed`. */
export type FinalityVerdict = 'final' | 'rolled_back' | 'not_yet';

/**
 * Reads the receipts of settled rounds at `finalized`, a hundred in one call. A receipt that exists makes its round final. A missing
 * receipt was rolled back with its block: the round is pending again. A wrong answer costs one more read of the receipt.
 */
export function createFinalityStep(deps: FinalityDeps): () => Promise<void> {
  const { outbox, nowMs } = deps;
  return async () => {
    for (;;) {
      const page = await outbox.unfinal({ limit: PAGE, settledBeforeMs: Math.max(0, nowMs() - SETTLED_FOR_MS) });
      if (page.length === 0) return;
      const changed = await judgePage(deps, page);
      // Rounds that are not final yet head the next page too: the next step reads them.
      if (page.length < PAGE || changed < page.length) return;
    }
  };
}

/** Returns how many rounds changed their state. Throws LedgerUnavailableError. */
async function judgePage(deps: FinalityDeps, page: readonly UnfinalRound[]): Promise<number> {
  const { ledger, programId, upstreams, receipts } = deps;
  const addresses = page.map(({ roundId }) => parseAddress(roundId));
  const read = await readFinalized(deps, [CLOCK_SYSVAR, rememberedAddresses.config(programId), ...addresses], ledger.read);
  const [clock = null, config = null, ...held] = read.accounts;
  const window = readWindow({ clock, config, programId });
  const judged = page.map((round, index) => {
    const verdict = judgeFinality(round, { receipt: held[index] ?? null, slot: read.slot, window, programId });
    return { round, verdict };
  });
  // First: a final record is not read again.
  await receipts.add(judged.filter(({ verdict }) => verdict === 'final').map(({ round }) => receiptOf(round)));
  const written = await Promise.all(judged.map(({ round, verdict }) => writeVerdict(deps, round, verdict)));
  upstreams.answered('outbox');
  return written.filter((isMoved) => isMoved).length;
}

function receiptOf({ roundId, settlement }: UnfinalRound): OpenReceipt {
  return { roundId, timestampSeconds: settlement.timestampSeconds };
}

async function readFinalized(
  { upstreams }: FinalityDeps,
  addresses: readonly Address[],
  read: FinalityDeps['ledger']['read'],
): Promise<BatchRead> {
  try {
    const answer = await read(addresses, 'finalized');
    upstreams.answered('ledger');
    return answer;
  } catch (error) {
    if (error instanceof LedgerUnavailableError) upstreams.failed('ledger', error);
    throw error;
  }
}

/**
 * An answer from before the slot of the settlement decides nothing. After the round's window has passed, a missing receipt counts as final: it
 * may have been closed, and a block of hours ago is not rolled back.
 */
export function judgeFinality(
  round: UnfinalRound,
  read: {
    readonly receipt: StoredAccount | null;
    readonly slot: number;
    readonly window: SettleWindow | null;
    readonly programId: Address;
  },
): FinalityVerdict {
  const { receipt, slot, window, programId } = read;
  if (isOwnReceipt(receipt, round, programId)) return 'final';
  if (slot < round.seenAtSlot || window === null) return 'not_yet';
  return window.clockSeconds > round.settlement.timestampSeconds + window.windowSeconds ? 'final' : 'rolled_back';
}

function isOwnReceipt(held: StoredAccount | null, { settlement }: UnfinalRound, programId: Address): boolean {
  if (held === null || !equalBytes(held.owner, programId)) return false;
  try {
    return equalBytes(messageOfRound(settlement.charge, held.data), settlement.message);
  } catch (error) {
    if (error instanceof AccountDecodeError) return false;
    throw error;
  }
}

async function writeVerdict(deps: FinalityDeps, round: UnfinalRound, verdict: FinalityVerdict): Promise<boolean> {
  const { outbox, metrics, logger, onDue } = deps;
  const { roundId, seenAtSlot, settlement } = round;
  switch (verdict) {
    case 'final':
      return outbox.finalize({ roundId, seenAtSlot, settlement });
    case 'rolled_back': {
      const isBack = await outbox.rollBack({
        roundId,
        seenAtSlot,
        reason: 'its receipt is missing at finalized: the block was rolled back',
      });
      if (!isBack) return false;
      metrics.rolledBack.inc();
      logger.error({ roundId, seenAtSlot }, 'the settlement was rolled back; the round is pending again');
      onDue(0);
      return true;
    }
    case 'not_yet':
      return false;
  }
}

import {
  BroadcastRefusedError,
  CLOCK_SYSVAR,
  createTransactionDraft,
  footprintOf,
  instructions,
  MAX_BATCH_ADDRESSES,
  rememberedAddresses,
  type StoredAccount,
  type LedgerInstruction,
  type LedgerSigner,
} from '@oracle-gateway/ledger';
import { type Address, parseAddress, type RoundId } from '@oracle-gateway/protocol';
import { CLOSE_MARGIN_SECONDS, equalBytes } from '@oracle-gateway/protocol/internal';
import { decodeGateway } from '@oracle-gateway/protocol/accounts';
import { packRows, type Row } from '../ledger/pack-rows.js';
import { FEE_ALONE } from '../ledger/payers.js';
import { readWindow } from '../ledger/settle-window.js';
import { awaitClosings, type Closing } from './await-closings.js';
import type { ReclaimDeps } from './reclaim-deps.js';
import { reclaimSignerSets } from './reclaim-signer-sets.js';

interface CloseRow extends Row {
  readonly roundId: RoundId;
  readonly timestampSeconds: number;
  readonly instruction: LedgerInstruction;
  readonly lamports: bigint;
}

export const RECLAIM_INTERVAL_MS = 60_000;
/** A run reads further pages for this long. It ends before another worker may take its turn; the next run continues. */
const LONGEST_RUN_MS = 50_000;
/** The program requires a minute after the window; the second minute is for clocks that differ. */
const MARGIN_SECONDS = Number(CLOSE_MARGIN_SECONDS) + 60;
/** Receipts that fill no transaction wait this long for others. */
const LATE_SECONDS = 600;
/** Delay for a receipt whose closing was refused or not seen. */
const AGAIN_SECONDS = 3_600;
/** Compute units of one closing, which derives one address and moves lamports. */
const CLOSE_UNITS = 15_000;

/**
 * Closes receipts whose rounds can never settle again, and signer sets whose registry version has ended. The lamports of receipts go to the
 * key that the Gateway account names, those of signer sets to the key that paid for them.
 * One worker at a time does this, once a minute; two at once would only waste a fee. Throws LedgerUnavailableError.
 */
export function createReclaimStep(deps: ReclaimDeps): () => Promise<void> {
  const { ledger, programId, gateway, receipts, paidSets, workerId, logger, monotonicMs } = deps;
  return async () => {
    const startedAtMs = monotonicMs();
    if (!(await receipts.takeTurn(workerId, RECLAIM_INTERVAL_MS))) return;
    const { open, forgotten } = await receipts.statistics();
    if (forgotten > 0)
      logger.error({ open, forgotten }, 'receipts found no room in the index and keep their lamports: run "operate rent reclaim"');
    // The ledger is not read when no account is open.
    if (open + (await paidSets.due({ beforeSeconds: Number.MAX_SAFE_INTEGER, limit: 1 })).length === 0) return;
    const { accounts } = await ledger.read([CLOCK_SYSVAR, rememberedAddresses.config(programId), gateway], 'finalized');
    const [clock = null, config = null, account = null] = accounts;
    const window = readWindow({ clock, config, programId });
    if (window === null) return;
    await reclaimSignerSets(deps, window.clockSeconds);
    // An account that is not registered has settled nothing.
    if (account === null || !equalBytes(account.owner, programId)) return;
    const { rentTo } = decodeGateway(account.data);
    const beforeSeconds = window.clockSeconds - window.windowSeconds - MARGIN_SECONDS;
    while (monotonicMs() - startedAtMs < LONGEST_RUN_MS && (await reclaimPage(deps, { beforeSeconds, rentTo })));
  };
}

/** Whether there may be more. */
async function reclaimPage(
  deps: ReclaimDeps,
  { beforeSeconds, rentTo }: { readonly beforeSeconds: number; readonly rentTo: Address },
): Promise<boolean> {
  const { ledger, programId, gateway, receipts } = deps;
  const due = await receipts.due({ beforeSeconds, limit: MAX_BATCH_ADDRESSES });
  if (due.length === 0) return false;
  const { accounts } = await ledger.read(
    due.map(({ roundId }) => parseAddress(roundId)),
    'finalized',
  );
  const isOurs = (held: StoredAccount | null): held is StoredAccount => held !== null && equalBytes(held.owner, programId);
  await receipts.remove(due.filter((_, index) => !isOurs(accounts[index] ?? null)).map(({ roundId }) => roundId));
  const rows: CloseRow[] = [];
  for (const [index, { roundId, timestampSeconds }] of due.entries()) {
    const held = accounts[index] ?? null;
    if (!isOurs(held)) continue;
    const instruction = instructions.closeRound({ programId, gateway, round: parseAddress(roundId), rentTo });
    const { lamports } = held;
    rows.push({ roundId, timestampSeconds, instruction, lamports, footprint: footprintOf(instruction, CLOSE_UNITS), goesAlone: false });
  }
  const isLast = due.length < MAX_BATCH_ADDRESSES;
  const sent = await sendClosings(deps, rows, { beforeSeconds, isLast });
  return sent && !isLast;
}

/** Whether anything was sent. Rows that fill no transaction go with the next page, if there is one. */
async function sendClosings(
  deps: ReclaimDeps,
  rows: readonly CloseRow[],
  { beforeSeconds, isLast }: { readonly beforeSeconds: number; readonly isLast: boolean },
): Promise<boolean> {
  const { payers, receipts, metrics } = deps;
  const payer = payers.choose(FEE_ALONE);
  const newDraft = () => createTransactionDraft({ payer: payer.address, hasPrice: false });
  const closings: Closing<RoundId>[] = [];
  for (const pack of packRows(rows, { newDraft, limit: rows.length })) {
    const isLate = pack.rows.some(({ timestampSeconds }) => timestampSeconds < beforeSeconds - LATE_SECONDS);
    if (!pack.isFull && !(isLast && isLate)) continue;
    const closing = await sendClosing(deps, pack.rows, { beforeSeconds, payer });
    if (closing !== null) closings.push(closing);
  }
  const unseen = await awaitClosings(deps, closings, async ({ closed, lamports }) => {
    await receipts.remove(closed);
    metrics.reclaimedReceipts.inc(closed.length);
    metrics.reclaimedLamports.inc(Number(lamports));
  });
  await receipts.postpone(unseen, beforeSeconds + AGAIN_SECONDS);
  return closings.length > 0;
}

/** Sends without a priority fee: the closing may land late, or in the next run. null: refused; the receipt that caused it waits. */
async function sendClosing(
  { ledger, receipts, logger }: ReclaimDeps,
  rows: readonly CloseRow[],
  { beforeSeconds, payer }: { readonly beforeSeconds: number; readonly payer: LedgerSigner },
): Promise<Closing<RoundId> | null> {
  const transaction = await ledger.sender.build(
    rows.map(({ instruction }) => instruction),
    { computeUnitLimit: rows.length * CLOSE_UNITS, payer },
  );
  try {
    await ledger.sender.broadcast(transaction);
  } catch (error) {
    if (!(error instanceof BroadcastRefusedError)) throw error;
    const { refusal } = error;
    // The instruction that sets the compute units comes first.
    const blamed = refusal.kind === 'transaction' ? undefined : rows[refusal.instructionIndex - 1];
    const waiting = blamed === undefined ? rows : [blamed];
    await receipts.postpone(
      waiting.map(({ roundId }) => roundId),
      beforeSeconds + AGAIN_SECONDS,
    );
    logger.warn({ reason: error.message, roundId: blamed?.roundId }, 'receipts could not be closed');
    return null;
  }
  return {
    signature: transaction.signature,
    closed: rows.map(({ roundId }) => roundId),
    lamports: rows.reduce((sum, { lamports }) => sum + lamports, 0n),
  };
}

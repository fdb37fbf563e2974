import {
  BroadcastRefusedError,
  createTransactionDraft,
  footprintOf,
  instructions,
  rememberedAddresses,
  type StoredAccount,
  type LedgerInstruction,
} from '@oracle-gateway/ledger';
import type { Address } from '@oracle-gateway/protocol';
import { CLOSE_MARGIN_SECONDS, equalBytes } from '@oracle-gateway/protocol/internal';
import { AccountDecodeError, decodeRegistry, decodeSignerSet } from '@oracle-gateway/protocol/accounts';
import { packRows, type Row } from '../ledger/pack-rows.js';
import { FEE_ALONE } from '../ledger/payers.js';
import { awaitClosings, type Closing } from './await-closings.js';
import type { ReclaimDeps } from './reclaim-deps.js';
import type { PaidSignerSet } from '../signer-sets/signer-set-index.js';

interface CloseRow extends Row {
  readonly set: PaidSignerSet;
  readonly instruction: LedgerInstruction;
  readonly lamports: bigint;
}

/** Sets of one run: each takes two accounts of one call, its own and its registry. */
const MOST_PER_RUN = 50;
/** The program requires a minute after the version's end; the second minute is for clocks that differ. */
const MARGIN_SECONDS = Number(CLOSE_MARGIN_SECONDS) + 60;
/** Delay for a set whose version is in use, or whose closing was refused or not seen. */
const AGAIN_SECONDS = 3_600;
/** Compute units of one closing, which derives one address and moves lamports. */
const CLOSE_UNITS = 15_000;

/**
 * Closes the signer sets of registry versions that have ended. Their lamports return to the key that paid, which may pay no more. Throws LedgerUnavailableError.
 */
export async function reclaimSignerSets(deps: ReclaimDeps, clockSeconds: number): Promise<void> {
  const { ledger, programId, paidSets } = deps;
  const due = await paidSets.due({ beforeSeconds: clockSeconds, limit: MOST_PER_RUN });
  if (due.length === 0) return;
  // Each is read again in an hour in any case.
  await paidSets.postpone(due, clockSeconds + AGAIN_SECONDS);
  const addresses = due.flatMap((set) => [
    rememberedAddresses.signerSet(programId, set),
    rememberedAddresses.registry(programId, set.registryVersion),
  ]);
  const { accounts } = await ledger.read(addresses, 'finalized');
  const rows: CloseRow[] = [];
  for (const [index, set] of due.entries()) {
    const [held, registry] = [accounts[2 * index] ?? null, accounts[2 * index + 1] ?? null];
    if (held === null || !equalBytes(held.owner, programId)) {
      await paidSets.remove([set]);
      continue;
    }
    if (!isOver(registry, { programId, clockSeconds })) continue;
    const instruction = instructions.closeSignerSet({ programId, ...set, recipient: decodeSignerSet(held.data).payer });
    rows.push({ set, instruction, lamports: held.lamports, footprint: footprintOf(instruction, CLOSE_UNITS), goesAlone: false });
  }
  await close(deps, rows);
}

/** A closed version has ended. */
function isOver(
  registry: StoredAccount | null,
  { programId, clockSeconds }: { readonly programId: Address; readonly clockSeconds: number },
): boolean {
  if (registry === null || !equalBytes(registry.owner, programId)) return true;
  try {
    return decodeRegistry(registry.data).acceptUntil + BigInt(MARGIN_SECONDS) < BigInt(clockSeconds);
  } catch (error) {
    if (error instanceof AccountDecodeError) return false;
    throw error;
  }
}

async function close({ ledger, payers, paidSets, metrics, logger }: ReclaimDeps, rows: readonly CloseRow[]): Promise<void> {
  const payer = payers.choose(FEE_ALONE);
  const newDraft = () => createTransactionDraft({ payer: payer.address, hasPrice: false });
  const closings: Closing<PaidSignerSet>[] = [];
  for (const { rows: together } of packRows(rows, { newDraft, limit: rows.length })) {
    const transaction = await ledger.sender.build(
      together.map(({ instruction }) => instruction),
      { computeUnitLimit: together.length * CLOSE_UNITS, payer },
    );
    try {
      await ledger.sender.broadcast(transaction);
      const lamports = together.reduce((sum, row) => sum + row.lamports, 0n);
      closings.push({ signature: transaction.signature, closed: together.map(({ set }) => set), lamports });
    } catch (error) {
      if (!(error instanceof BroadcastRefusedError)) throw error;
      logger.warn({ reason: error.message }, 'signer sets could not be closed');
    }
  }
  await awaitClosings({ ledger }, closings, async ({ closed, lamports }) => {
    await paidSets.remove(closed);
    metrics.reclaimedLamports.inc(Number(lamports));
  });
}

import { createTransactionDraft } from '@oracle-gateway/ledger';
import { sendPack } from './carry-out.js';
import { endOfWaitMs, goesAlone, heldLamportsOf, type ClaimedRound } from './claimed-round.js';
import type { ClaimedRounds } from './claimed-rounds.js';
import { packRows } from '../ledger/pack-rows.js';
import type { PayerCharge } from '../ledger/payers.js';
import type { PassDeps } from './pass-deps.js';
import type { RoundWrites } from './round-writes.js';

export interface PackingInput {
  /** Most transactions that may be begun. */
  readonly limit: number;
  /** Rounds that fill no transaction may wait for others. */
  readonly mayWait: boolean;
  /** Rounds were claimed since these were read: rounds that wait are checked again. */
  readonly isOutdated: boolean;
}

/** Packs unsent rounds into transactions and sends them. */
export interface Packer {
  /** Transactions that are being built and recorded. */
  begun(): number;
  /** Returns how many rounds are left because `limit` is reached. */
  send(unsent: readonly ClaimedRound[], input: PackingInput): number;
}

export function createPacker(deps: PassDeps, { rounds, writes }: { readonly rounds: ClaimedRounds; readonly writes: RoundWrites }): Packer {
  const { ledger, gatewayAuthority, payers, monotonicMs } = deps;
  const begun = new Set<PayerCharge>();

  /** A round waits while others are being claimed, and longer where it may. */
  const waits = (round: ClaimedRound): boolean => (round.mayWaitMs > 0 || rounds.isClaiming()) && monotonicMs() < endOfWaitMs(round);

  return {
    begun: () => begun.size,
    send(unsent, { limit, mayWait, isOutdated }) {
      const price = ledger.priorityFee.current();
      const newDraft = () => createTransactionDraft({ payer: payers.any(), signer: gatewayAuthority, hasPrice: price > 0n });
      const rows = unsent.map((round) => ({ round, footprint: round.proof.footprint, goesAlone: goesAlone(round) }));
      let left = unsent.length;
      for (const pack of packRows(rows, { newDraft, limit })) {
        const packed = pack.rows.map(({ round }) => round);
        left -= packed.length;
        if (!pack.isFull && mayWait && packed.every(waits)) {
          for (const round of packed) round.isWaiting = !isOutdated;
          continue;
        }
        const lamports = packed.reduce((sum, { claim }) => sum + heldLamportsOf(claim), 0n);
        const payer = payers.choose({ lamports, inFlight: [...paymentsOf(rounds.all()), ...begun] });
        const payment = { payer: payer.address, lamports };
        begun.add(payment);
        const sending = { payer, lamports, computeUnitPriceMicroLamports: price };
        writes.write(packed, () => sendPack(deps, packed, sending).finally(() => begun.delete(payment)));
      }
      return left;
    },
  };
}

/** Payments for transactions that may be on their way; rounds that were sent together share one. */
function paymentsOf(rounds: readonly ClaimedRound[]): ReadonlySet<PayerCharge> {
  return new Set(rounds.flatMap(({ transaction }) => transaction?.payment ?? []));
}

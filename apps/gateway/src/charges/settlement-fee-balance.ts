import { createCachedRead, feeBalance, type LedgerReader, spendableLamports, rentLamports } from '@oracle-gateway/ledger';
import { FEE_BALANCE_QUOTA, quotaKey } from '@oracle-gateway/outbox';
import { beforeAbort } from '@oracle-gateway/process';
import type { Address } from '@oracle-gateway/protocol';
import { ACCOUNT_BYTES } from '@oracle-gateway/protocol/accounts';
import { withTimeLimit } from '@oracle-gateway/protocol/internal';
import type { ChargedRound } from './charged-round.js';
import type { AdmittedHold, PathPolicy } from '../engine/index.js';
import { type RecordReads, leastAvailable } from '../answers/record-reads.js';
import { withHold } from '../admission/with-hold.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { Events } from '../telemetry/events.js';

/** Lamports of the accounts that pay for settlements, and lamports that they owe. */
export interface SettlementFeeBalance {
  /** Adds to a round what its settlement will take from the fee balance. Throws what the ledger reader throws. */
  charge<Round extends ChargedRound>(round: Round): Promise<Round>;
  /** The policy of a path whose rounds `charge` has added to: decides about the fee balance's own hold, and leaves the others to the path. */
  underwrite<Round extends ChargedRound>(policy: PathPolicy<Round>): PathPolicy<Round>;
  /** Why no further round that is settled can be served; null when one can, or when that cannot be told. */
  trouble(): Promise<string | null>;
}

export interface SettlementFeeBalanceDeps {
  readonly ledger: LedgerReader;
  readonly records: RecordReads;
  readonly events: Events;
  /** The Gateway account, by which the fee balance is named: it stays, whichever accounts pay. */
  readonly gateway: Address;
  /** The accounts that pay for settlements. */
  readonly payers: () => Promise<readonly Address[]>;
  readonly monotonicMs: () => number;
}

const FUNDS_LOW = 'settlement_funds_low';
const TTL_MS = 5_000;
const REFRESH_MS = 500;
const VERDICT_TTL_MS = 1_000;
/** An outbox that does not answer must not hold up the readiness: what is wrong with it is told elsewhere. */
const VERDICT_DEADLINE_MS = 2_000;
/** Fee of one settlement alone in its transaction, the highest usual priority fee included. */
const FEE_LAMPORTS = 25_000n;
/** The least that a settlement takes. A receipt's rent comes back when the round can settle no more. */
const LEAST_LAMPORTS = FEE_LAMPORTS + rentLamports(ACCOUNT_BYTES.roundReceipt);

/**
 * Each round holds the cost of its settlement, from the reservation until a reading of the ledger counts the settlement. So several
 * processes never promise the same lamports.
 */
export function createSettlementFeeBalance({
  ledger,
  records,
  events,
  gateway,
  payers,
  monotonicMs,
}: SettlementFeeBalanceDeps): SettlementFeeBalance {
  const feeBalanceKey = quotaKey(FEE_BALANCE_QUOTA, gateway);
  const read = createCachedRead({
    async load() {
      const { lamports, slot } = await ledger.lamports(await payers());
      return { lamports: feeBalance(lamports), available: lamports.reduce((sum, each) => sum + spendableLamports(each), 0n), slot };
    },
    ttlMs: TTL_MS,
    minRefreshIntervalMs: REFRESH_MS,
    monotonicMs,
  });

  // Lamports as they were read last, for the log.
  let lamportsRead = 0n;
  const holdFor = async (round: ChargedRound, { refresh }: { readonly refresh: boolean }): Promise<AdmittedHold> => {
    const { lamports, available, slot } = await read.get({ refresh });
    lamportsRead = lamports;
    const units = Number(costLamports(round));
    return {
      quotaKey: feeBalanceKey,
      units,
      available,
      slot,
      until: 'settled',
      refusal: FUNDS_LOW,
      isReread: true,
    };
  };

  const judge = createCachedRead({
    async load() {
      const { lamports, available: asRead, slot } = await read.get();
      const totals = await records.holdTotals(feeBalanceKey, { holders: 0 });
      const available = leastAvailable({ available: asRead, slot }, totals.reading);
      const isLow = available - totals.committed < LEAST_LAMPORTS;
      events.settlementFunds({ isLow, lamports, owed: totals.committed });
      return isLow ? 'the gateway has too few lamports to pay for further settlements' : null;
    },
    ttlMs: VERDICT_TTL_MS,
    minRefreshIntervalMs: 0,
    monotonicMs,
  });

  return {
    async charge(round) {
      return { ...round, holds: [...round.holds, await holdFor(round, { refresh: false })] };
    },
    underwrite: (policy) => ({
      ...policy,
      refuse(conflict, round) {
        if (conflict.refusal !== FUNDS_LOW) return policy.refuse?.(conflict, round) ?? new GatewayError(conflict.refusal);
        events.settlementFunds({ isLow: true, lamports: lamportsRead });
        return new GatewayError(FUNDS_LOW);
      },
      async reread(hold, round) {
        if (hold.quotaKey === feeBalanceKey) return withHold(round, await holdFor(round, { refresh: true }));
        return (await policy.reread?.(hold, round)) ?? round;
      },
    }),
    async trouble() {
      try {
        return await withTimeLimit({ timeoutMs: VERDICT_DEADLINE_MS }, (timeUp) => beforeAbort(judge.get(), timeUp));
      } catch {
        // Ledger and outbox tell their own troubles.
        return null;
      }
    },
  };
}

/** Largest cost of a round's settlement. Only the ledger decides which settlement opens an account: each counts it until it is settled. */
function costLamports({ opensAccountsOfBytes }: ChargedRound): bigint {
  let lamports = FEE_LAMPORTS;
  for (const bytes of opensAccountsOfBytes) lamports += rentLamports(bytes);
  return lamports;
}

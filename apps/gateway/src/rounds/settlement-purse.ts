import { createCachedRead, type LedgerReader, purseLamports, rentLamports } from '@oracle-gateway/ledger';
import { type ChargeKind, type Outbox, purseAccount } from '@oracle-gateway/outbox';
import { beforeAbort } from '@oracle-gateway/process';
import type { Address } from '@oracle-gateway/protocol';
import { ACCOUNT_BYTES } from '@oracle-gateway/protocol/accounts';
import type { AdmittedHold, ChargedRound } from './model/admitted-round.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { Events } from '../telemetry/events.js';

/** What the gateway's key has to pay for settlements with, and what it owes. */
export interface SettlementPurse {
  /** Adds to a round what its settlement will take from the purse. Throws what the ledger reader throws. */
  charge(round: ChargedRound): Promise<ChargedRound>;
  /** Why no further round that is settled can be served; null when one can, or when that cannot be told. */
  trouble(): Promise<string | null>;
}

export interface SettlementPurseDeps {
  readonly ledger: Pick<LedgerReader, 'lamports'>;
  readonly outbox: Pick<Outbox, 'standing'>;
  readonly events: Pick<Events, 'settlementFunds'>;
  /** The gateway's key, whose account signs and pays for settlements. */
  readonly authority: Address;
  readonly monotonicMs: () => number;
}

const TTL_MS = 5_000;
const REFRESH_MS = 500;
const VERDICT_TTL_MS = 1_000;
/** An outbox that does not answer must not hold up the readiness: what is wrong with it is told elsewhere. */
const VERDICT_DEADLINE_MS = 2_000;
/** Of one settlement alone in its transaction, the highest usual priority fee included. */
const FEE_LAMPORTS = 25_000n;

/**
 * What the settlement of a round takes at most. A receipt's rent comes back when the round can settle no more. Which round of a payer is
 * the first to settle, and pays for the account of its escrow, only the ledger decides: each counts it until it is settled.
 */
const COST_LAMPORTS: { readonly [Kind in ChargeKind]: bigint } = {
  subscription: FEE_LAMPORTS + rentLamports(ACCOUNT_BYTES.roundReceipt),
  escrow: FEE_LAMPORTS + rentLamports(ACCOUNT_BYTES.agentRound) + rentLamports(ACCOUNT_BYTES.agentEscrow),
};

/**
 * Each round holds what its settlement will cost, as it holds units of its payer's account, from the reservation until a figure of the
 * ledger counts the settlement: several processes never promise the same lamports.
 */
export function createSettlementPurse({ ledger, outbox, events, authority, monotonicMs }: SettlementPurseDeps): SettlementPurse {
  const account = purseAccount(authority);
  const purse = createCachedRead({
    load: () => ledger.lamports(authority),
    ttlMs: TTL_MS,
    minRefreshIntervalMs: REFRESH_MS,
    monotonicMs,
  });

  const holdFor = async (kind: ChargeKind, refresh: boolean): Promise<AdmittedHold> => {
    const { lamports, slot } = await purse.get({ refresh });
    const available = purseLamports(lamports);
    return {
      account,
      units: Number(COST_LAMPORTS[kind]),
      available,
      slot,
      until: 'settled',
      refuse() {
        events.settlementFunds({ isLow: true, lamports });
        return new GatewayError('settlement_funds_low');
      },
      afresh: () => holdFor(kind, true),
    };
  };

  const judge = createCachedRead({
    async load() {
      const [{ lamports, slot }, { committed, figure }] = await Promise.all([purse.get(), outbox.standing(account, { holders: 0 })]);
      const own = purseLamports(lamports);
      const available = figure !== null && figure.slot > slot ? figure.available : own;
      const isLow = available - committed < COST_LAMPORTS.subscription;
      events.settlementFunds({ isLow, lamports, owed: committed });
      return isLow ? 'the gateway has too few lamports to pay for further settlements' : null;
    },
    ttlMs: VERDICT_TTL_MS,
    minRefreshIntervalMs: 0,
    monotonicMs,
  });

  return {
    async charge(round) {
      return { ...round, holds: [...round.holds, await holdFor(round.charge.kind, false)] };
    },
    async trouble() {
      try {
        return await beforeAbort(judge.get(), AbortSignal.timeout(VERDICT_DEADLINE_MS));
      } catch {
        // Ledger and outbox tell their own troubles.
        return null;
      }
    },
  };
}

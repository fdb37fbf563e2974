import type { ConcludedRow } from '@oracle-gateway/outbox';
import { type Address, equalBytes, formatAddress } from '@oracle-gateway/protocol';
import { rememberedAddresses } from '@oracle-gateway/protocol/instructions';
import type { LedgerLine } from '../statement/ledger-line.js';
import type { Difference } from './difference.js';
import type { LedgerParty, LedgerRound, LedgerSide, TreasuryPayment } from './ledger-side.js';
import { ReconcileError, type TimeRange } from './named-transactions.js';

/** The rounds and the payment of one transaction, for a row whose transaction is older than the time. */
export interface TransactionFacts {
  readonly rounds: readonly LedgerRound[];
  readonly payment: TreasuryPayment | null;
}

export interface CompareDeps {
  /** null: the ledger has no such transaction. */
  readonly transaction: (signature: string) => Promise<TransactionFacts | null>;
}

export interface CompareInput {
  readonly programId: Address;
  readonly side: Pick<LedgerSide, 'rounds' | 'payments'>;
  readonly range: TimeRange;
  /** The gateway is the only one of the deployment: each payment to the treasury is its own. */
  readonly alone: boolean;
}

/** Sums that books and ledger have alike, in atomic units. */
export interface EqualSums {
  readonly rounds: number;
  readonly settledAtomic: bigint;
  readonly paidAtomic: bigint;
  /** Rounds and payments that the books have from the ledger. */
  readonly filled: number;
}

export interface Comparison {
  readonly equal: EqualSums;
  readonly differences: readonly Difference[];
  /** Payments to the treasury that no row explains. */
  readonly other: { readonly payments: number; readonly amountAtomic: bigint };
}

/** Most rows without a transaction of the time whose transaction is read. */
const MOST_LOOKUPS = 10_000;
/** Differences that are kept; more mean another Gateway account or other books. */
const MOST_DIFFERENCES = 10_000;

/**
 * Compares rows with the ledger. Rows may come from before and behind the time: a round is concluded after it lands, and the ledger's clock is not
 * that of the books. They explain transactions, and are not sought themselves. Throws ReconcileError.
 */
export async function compareBooks(
  rows: AsyncIterable<ConcludedRow | LedgerLine>,
  input: CompareInput,
  deps: CompareDeps,
): Promise<Comparison> {
  const comparison = new ComparisonUnderWay(input, deps);
  for await (const row of rows) await comparison.take(row);
  return comparison.end();
}

class ComparisonUnderWay {
  private readonly differences: Difference[] = [];
  private readonly rounds: ReadonlyMap<string, LedgerRound>;
  private readonly payments: ReadonlyMap<string, TreasuryPayment>;
  /** Ids of rounds and signatures of payments that a row explains. */
  private readonly explained = new Set<string>();
  /** Numbers of the rows by which rounds were earned. */
  private readonly earned = new Map<string, bigint>();
  private readonly withoutPayment: ConcludedRow[] = [];
  private lookups = 0;
  private equal: EqualSums = { rounds: 0, settledAtomic: 0n, paidAtomic: 0n, filled: 0 };

  constructor(
    private readonly input: CompareInput,
    private readonly deps: CompareDeps,
  ) {
    this.rounds = new Map(input.side.rounds.map((round) => [round.roundId, round]));
    this.payments = new Map(input.side.payments.map((payment) => [payment.signature, payment]));
  }

  async take(row: ConcludedRow | LedgerLine): Promise<void> {
    switch (row.kind) {
      case 'round':
      case 'payment':
        this.fill(row);
        return;
      case 'purchase':
        return;
      case 'final':
        return this.earn(row, () => this.settled(row));
      case 'paid':
      case 'overturned':
        return this.earn(row, () => this.paid(row));
      case 'lapsed':
        if (!this.rounds.has(row.round)) return;
        this.explained.add(row.round);
        this.tell({ kind: 'lapsed, and settled on the ledger', row });
        return;
      case 'rolled-back':
        return;
    }
  }

  end(): Comparison {
    const unexplained = [...this.payments.values()].filter(({ signature }) => !this.explained.has(signature));
    const left = new Set(unexplained);
    for (const row of this.withoutPayment) {
      const same = [...left].find((payment) => payment.amountAtomic === row.amount && isPayer(payment, row));
      if (same === undefined) this.tell({ kind: 'row without transaction', row });
      else {
        left.delete(same);
        this.tell({ kind: 'another transaction', row, signature: same.signature });
      }
    }
    for (const round of this.rounds.values()) if (!this.explained.has(round.roundId)) this.tell({ kind: 'transaction without row', round });
    if (this.input.alone) for (const payment of left) this.tell({ kind: 'payment without row', payment });
    const amountAtomic = [...left].reduce((sum, payment) => sum + payment.amountAtomic, 0n);
    return { equal: this.equal, differences: this.differences, other: { payments: left.size, amountAtomic } };
  }

  private fill({ round, signature }: LedgerLine): void {
    const key = round ?? signature;
    if ((!this.rounds.has(key) && !this.payments.has(key)) || this.explained.has(key)) return;
    this.explained.add(key);
    this.equal = { ...this.equal, filled: this.equal.filled + 1 };
  }

  private async earn(row: ConcludedRow, judge: () => Promise<void>): Promise<void> {
    const firstSeq = this.earned.get(row.round);
    if (firstSeq !== undefined) {
      this.tell({ kind: 'doubled row', row, firstSeq });
      return;
    }
    this.earned.set(row.round, row.seq);
    await judge();
  }

  private async settled(row: ConcludedRow): Promise<void> {
    const round = this.rounds.get(row.round);
    if (round !== undefined) {
      this.explained.add(row.round);
      this.judgeRound(row, round);
      return;
    }
    const facts = await this.lookUp(row);
    if (facts === 'outside') return;
    const earlier = facts?.rounds.find(({ roundId }) => roundId === row.round);
    if (earlier === undefined) this.tell({ kind: 'row without transaction', row });
    else this.judgeRound(row, earlier);
  }

  private async paid(row: ConcludedRow): Promise<void> {
    const payment = row.signature === null ? undefined : this.payments.get(row.signature);
    if (payment !== undefined && !this.explained.has(payment.signature)) {
      this.explained.add(payment.signature);
      this.judgePayment(row, payment);
      return;
    }
    const facts = await this.lookUp(row);
    if (facts === 'outside') return;
    const earlier = facts?.payment ?? null;
    if (earlier === null || this.explained.has(earlier.signature)) this.withoutPayment.push(row);
    else this.judgePayment(row, earlier);
  }

  /** `outside`: the row is before or behind the time, and so may be its transaction. */
  private async lookUp({ atMs, signature }: ConcludedRow): Promise<TransactionFacts | 'outside' | null> {
    if (atMs < this.input.range.fromMs || atMs > this.input.range.toMs) return 'outside';
    if (signature === null) return null;
    this.lookups += 1;
    if (this.lookups > MOST_LOOKUPS) throw new ReconcileError('too many rows have transactions from before --from; begin earlier');
    return this.deps.transaction(signature);
  }

  private judgeRound(row: ConcludedRow, round: LedgerRound): void {
    const faults: Difference[] = [];
    if (row.signature !== round.signature) faults.push({ kind: 'another transaction', row, signature: round.signature });
    if (row.amount !== round.amountAtomic) faults.push({ kind: 'another amount', row, ledgerAtomic: round.amountAtomic });
    if (row.units !== BigInt(round.units)) faults.push({ kind: 'other units', row, ledgerUnits: round.units });
    if (!isParty(round.party, row, this.input.programId)) faults.push({ kind: 'another party', row });
    this.conclude(faults, { settledAtomic: round.amountAtomic, paidAtomic: 0n });
  }

  private judgePayment(row: ConcludedRow, payment: TreasuryPayment): void {
    const faults: Difference[] = [];
    if (row.amount !== payment.amountAtomic) faults.push({ kind: 'another amount', row, ledgerAtomic: payment.amountAtomic });
    if (!isPayer(payment, row)) faults.push({ kind: 'another party', row });
    this.conclude(faults, { settledAtomic: 0n, paidAtomic: payment.amountAtomic });
  }

  private conclude(faults: readonly Difference[], { settledAtomic, paidAtomic }: Pick<EqualSums, 'settledAtomic' | 'paidAtomic'>): void {
    faults.forEach((fault) => this.tell(fault));
    if (faults.length > 0) return;
    const { equal } = this;
    this.equal = {
      ...equal,
      rounds: equal.rounds + 1,
      settledAtomic: equal.settledAtomic + settledAtomic,
      paidAtomic: equal.paidAtomic + paidAtomic,
    };
  }

  private tell(difference: Difference): void {
    if (this.differences.length >= MOST_DIFFERENCES)
      throw new ReconcileError(
        `more than ${MOST_DIFFERENCES} differences: the books are of another gateway, or --from and --to of another time`,
      );
    this.differences.push(difference);
  }
}

function isPayer({ payer }: TreasuryPayment, { owner }: ConcludedRow): boolean {
  return payer !== null && equalBytes(payer, owner);
}

/** The ledger has addresses that derive from the parties of a subscription, and the payer of an escrow itself. */
function isParty(party: LedgerParty, { owner, delegate }: ConcludedRow, programId: Address): boolean {
  switch (party.kind) {
    case 'payer':
      return delegate === null && equalBytes(party.payer, owner);
    case 'subscription': {
      const expected = delegate === null ? null : rememberedAddresses.delegate(programId, owner, delegate);
      return equalBytes(party.subscription, rememberedAddresses.subscription(programId, owner)) && isSame(party.delegate, expected);
    }
  }
}

function isSame(one: Address | null, other: Address | null): boolean {
  return one === null || other === null ? one === other : formatAddress(one) === formatAddress(other);
}

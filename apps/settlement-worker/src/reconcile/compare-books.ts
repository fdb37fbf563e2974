import type { ConcludedRow } from '@oracle-gateway/outbox';
import { type Address, formatAddress } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { rememberedAddresses } from '@oracle-gateway/protocol/instructions';
import { type LedgerLine, ledgerLineJson } from '../statement/ledger-line.js';
import type { Difference, WrongLine } from './difference.js';
import type { LedgerParty, LedgerRound, LedgerSide, TreasuryPayment } from './ledger-side.js';
import { ReconcileError, type TimeRange } from './named-transactions.js';
import { lineOfPayment, lineOfPurchase, lineOfRound } from './told-lines.js';

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
  readonly side: Pick<LedgerSide, 'rounds' | 'payments' | 'purchases'>;
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
  /** Lines that the books may have from the ledger, by what they tell of. */
  private readonly told: ReadonlyMap<string, LedgerLine>;
  /** Lines that they have. */
  private readonly filled = new Map<string, LedgerLine>();
  /** Numbers of the rows by which rounds were earned. */
  private readonly earned = new Map<string, bigint>();
  private readonly withoutPayment: ConcludedRow[] = [];
  private lookups = 0;
  private equal: Omit<EqualSums, 'filled'> = { rounds: 0, settledAtomic: 0n, paidAtomic: 0n };

  constructor(
    private readonly input: CompareInput,
    private readonly deps: CompareDeps,
  ) {
    this.rounds = new Map(input.side.rounds.map((round) => [round.roundId, round]));
    this.payments = new Map(input.side.payments.map((payment) => [payment.signature, payment]));
    const { rounds, payments, purchases } = input.side;
    const lines = [...rounds.map(lineOfRound), ...payments.map(lineOfPayment), ...purchases.map(lineOfPurchase)];
    this.told = new Map(lines.map((line) => [subjectOf(line), line]));
  }

  async take(row: ConcludedRow | LedgerLine): Promise<void> {
    switch (row.kind) {
      case 'round':
      case 'payment':
      case 'purchase':
        this.fill(row);
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
    const filled = this.endFilled();
    const left = new Set([...this.payments.values()].filter(({ signature }) => !this.explained.has(signature)));
    const alike = new Map<string, TreasuryPayment[]>();
    for (const payment of left) {
      const key = likenessOf(payment.payer, payment.amountAtomic);
      alike.set(key, [...(alike.get(key) ?? []), payment]);
    }
    for (const row of this.withoutPayment) {
      const same = alike.get(likenessOf(row.owner, row.amount))?.shift();
      if (same === undefined) this.tell({ kind: 'row without transaction', row });
      else {
        left.delete(same);
        this.tell({ kind: 'another transaction', row, signature: same.signature });
      }
    }
    for (const round of this.rounds.values()) if (!this.explained.has(round.roundId)) this.tell({ kind: 'transaction without row', round });
    if (this.input.alone) for (const payment of left) this.tell({ kind: 'payment without row', payment });
    const amountAtomic = [...left].reduce((sum, payment) => sum + payment.amountAtomic, 0n);
    return { equal: { ...this.equal, filled }, differences: this.differences, other: { payments: left.size, amountAtomic } };
  }

  /** A line is dated by the ledger's clock, so it is of the time or it is not. */
  private fill(line: LedgerLine): void {
    if (line.atMs < this.input.range.fromMs || line.atMs > this.input.range.toMs) return;
    const subject = subjectOf(line);
    const told = this.told.get(subject);
    if (told === undefined) this.tellWrong(line, 'the ledger has no such transaction');
    else if (ledgerLineJson(told) !== ledgerLineJson(line)) this.tellWrong(line, 'the ledger has other values');
    else if (this.filled.has(subject)) this.tellWrong(line, 'it stands twice');
    else this.filled.set(subject, line);
  }

  /** The rounds and payments that only a line from the ledger explains. */
  private endFilled(): number {
    let filled = 0;
    for (const line of this.filled.values()) {
      if (line.kind === 'purchase') continue;
      const key = line.round ?? line.signature;
      if (this.explained.has(key)) this.tellWrong(line, 'the books have its row');
      else filled += 1;
      this.explained.add(key);
    }
    return filled;
  }

  private tellWrong(line: LedgerLine, reason: WrongLine): void {
    this.tell({ kind: 'wrong line from the ledger', line, reason });
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
    if (earlier === null || this.explained.has(earlier.signature)) {
      this.withoutPayment.push(row);
      return;
    }
    this.explained.add(earlier.signature);
    this.judgePayment(row, earlier);
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

/** One name for a line and what it tells of. */
function subjectOf({ kind, round, signature }: Pick<LedgerLine, 'kind' | 'round' | 'signature'>): string {
  return `${kind} ${round ?? signature}`;
}

function likenessOf(payer: Address | null, amountAtomic: bigint): string {
  return `${payer === null ? '' : formatAddress(payer)} ${amountAtomic}`;
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

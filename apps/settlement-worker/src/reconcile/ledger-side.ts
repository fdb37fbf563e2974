import {
  type ExecutedTransaction,
  type MoneyInstruction,
  readBlockTime,
  readExecutedTransaction,
  readMoney,
  type RpcCall,
  type TransactionHistory,
} from '@oracle-gateway/ledger';
import { type Address, formatAddress, type RoundId, roundIdOf } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { type NamedAt, type NamedInTime, namedTransactions, ReconcileError, type TimeRange } from './named-transactions.js';
import { treasuryChain, type TreasuryChain, type TreasuryChange } from './treasury-chain.js';

export type LedgerParty =
  | { readonly kind: 'subscription'; readonly subscription: Address; readonly delegate: Address | null }
  | { readonly kind: 'payer'; readonly payer: Address };

/** A round that the program settled for this gateway. */
export interface LedgerRound extends NamedAt {
  readonly roundId: RoundId;
  readonly units: number;
  /** The amount that it moved to the treasury; 0 for a subscription. */
  readonly amountAtomic: bigint;
  readonly party: LedgerParty;
}

/** An amount that a transaction brought to the treasury beside what the program moved there. */
export interface TreasuryPayment extends NamedAt {
  /** Owner of the token account that paid; null: several paid, or none is known. */
  readonly payer: Address | null;
  readonly amountAtomic: bigint;
}

type Purchase = Extract<MoneyInstruction, { kind: 'purchase' }>['purchase'];

/** A subscription that was opened, renewed or raised, at any gateway of the deployment. */
export interface LedgerPurchase extends NamedAt {
  readonly purchase: Purchase;
  readonly owner: Address;
  readonly amountAtomic: bigint;
}

/** Money of the escrows of this gateway that settled a round in the time. */
export interface EscrowMoney {
  readonly escrows: number;
  readonly deposited: bigint;
  readonly withdrawn: bigint;
}

/** The money of a time, as the ledger has it. */
export interface LedgerSide extends TreasuryChain {
  readonly rounds: readonly LedgerRound[];
  readonly payments: readonly TreasuryPayment[];
  readonly purchases: readonly LedgerPurchase[];
  readonly withdrawnAtomic: bigint;
  /** The amount that escrow rounds of other gateways moved to the treasury. */
  readonly othersAtomic: bigint;
  readonly escrows: EscrowMoney;
  /** The first slot that the server has. */
  readonly firstSlot: number;
}

export interface LedgerSideDeps {
  readonly rpc: RpcCall;
  readonly history: Pick<TransactionHistory, 'naming' | 'firstSlot'>;
}

/** The accounts whose money is compared. */
export interface BookAccounts {
  readonly programId: Address;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly treasury: Address;
}

/** Transactions that are read at once; the client paces them. */
const READ_AT_ONCE = 16;
/** Most escrows whose deposits are read. */
const MOST_ESCROWS = 1_000;

/** Reads it. Throws ReconcileError and LedgerUnavailableError. */
export async function readLedgerSide(accounts: BookAccounts, range: TimeRange, deps: LedgerSideDeps): Promise<LedgerSide> {
  await requireHistory(range, deps);
  const ofTreasury = await namedTransactions(accounts.treasury, range, deps);
  const ofGateway = await namedTransactions(accounts.gateway, range, deps);
  const known = new Set(ofTreasury.within.map(({ signature }) => signature));
  const side = new SideUnderWay(accounts);
  await eachTransaction(ofTreasury.within, deps, (named, executed) => side.take(named, executed));
  const others = ofGateway.within.filter(({ signature }) => !known.has(signature));
  await eachTransaction(others, deps, (named, executed) => side.take(named, executed));
  await readNeighbours(ofTreasury, deps, (named, executed) => side.takeNeighbour(named, executed));
  return {
    ...side.result(),
    escrows: await readEscrows(side.escrowTokens, { range, programId: accounts.programId }, deps),
    // A server may have forgotten blocks meanwhile.
    firstSlot: await requireHistory(range, deps),
  };
}

/** The first slot that the server has. Throws ReconcileError where the time begins before its block. */
async function requireHistory({ fromMs }: TimeRange, { rpc, history }: LedgerSideDeps): Promise<number> {
  const slot = await history.firstSlot();
  // The cluster's own beginning.
  if (slot === 0) return slot;
  const seconds = await readBlockTime({ rpc }, slot);
  if (seconds === null || seconds * 1_000 > fromMs) {
    const since = seconds === null ? 'a time that it does not tell' : new Date(seconds * 1_000).toISOString();
    throw new ReconcileError(
      `the RPC server has the ledger from slot ${slot} on, since ${since}; begin later with --from, or name an archive in ORACLE_GATEWAY_RPC_URL`,
    );
  }
  return slot;
}

/** The rounds of this gateway in a transaction. */
export function roundsOf(
  named: NamedAt,
  executed: ExecutedTransaction,
  { programId, gateway }: Omit<BookAccounts, 'treasury'>,
): readonly LedgerRound[] {
  if (!executed.succeeded) return [];
  return moneyOf(executed, programId).flatMap((money): readonly LedgerRound[] => {
    switch (money.kind) {
      case 'settled-subscription':
        if (!equalBytes(money.gateway, gateway)) return [];
        return [
          {
            ...named,
            roundId: roundIdOf(money.round),
            units: money.units,
            amountAtomic: 0n,
            party: { ...money, kind: 'subscription' as const },
          },
        ];
      case 'settled-escrow':
        if (!equalBytes(money.gateway, gateway)) return [];
        return [
          {
            ...named,
            roundId: roundIdOf(money.round),
            units: money.units,
            amountAtomic: money.amountAtomic,
            party: { ...money, kind: 'payer' as const },
          },
        ];
      case 'purchase':
      case 'treasury-withdrawal':
      case 'escrow-withdrawal':
        return [];
    }
  });
}

/** The payment of a transaction to the treasury, beside what the program moved; null: there is no payment. */
export function paymentOf(
  named: NamedAt,
  executed: ExecutedTransaction,
  { programId, treasury }: Omit<BookAccounts, 'gateway'>,
): TreasuryPayment | null {
  const money = executed.succeeded ? moneyOf(executed, programId) : [];
  const amountAtomic = restOf(executed, money, treasury);
  if (amountAtomic === 0n || money.some(({ kind }) => kind === 'purchase')) return null;
  const paid = executed.tokens.filter(({ beforeAtomic, afterAtomic }) => afterAtomic < beforeAtomic);
  return { ...named, amountAtomic, payer: paid.length === 1 ? (paid[0]?.owner ?? null) : null };
}

function moneyOf({ instructions }: ExecutedTransaction, programId: Address): readonly MoneyInstruction[] {
  return instructions.flatMap((instruction) => readMoney(instruction, programId) ?? []);
}

/** The change of the treasury without settlements and withdrawals. */
function restOf({ tokens }: ExecutedTransaction, money: readonly MoneyInstruction[], treasury: Address): bigint {
  const held = tokens.find(({ account }) => equalBytes(account, treasury));
  const change = held === undefined ? 0n : held.afterAtomic - held.beforeAtomic;
  return money.reduce((rest, instruction) => {
    switch (instruction.kind) {
      case 'settled-escrow':
        return rest - instruction.amountAtomic;
      case 'treasury-withdrawal':
        return rest + instruction.amountAtomic;
      case 'settled-subscription':
      case 'purchase':
      case 'escrow-withdrawal':
        return rest;
    }
  }, change);
}

/** The side as far as it is read. */
class SideUnderWay {
  readonly escrowTokens = new Map<string, Address>();
  private readonly rounds: LedgerRound[] = [];
  private readonly payments: TreasuryPayment[] = [];
  private readonly purchases: LedgerPurchase[] = [];
  private readonly changes: TreasuryChange[] = [];
  private readonly neighbours: TreasuryChange[] = [];
  private withdrawnAtomic = 0n;
  private othersAtomic = 0n;

  constructor(private readonly accounts: BookAccounts) {}

  take(named: NamedAt, executed: ExecutedTransaction): void {
    this.changes.push(...this.changeOf(named, executed));
    if (!executed.succeeded) return;
    const money = moneyOf(executed, this.accounts.programId);
    this.rounds.push(...roundsOf(named, executed, this.accounts));
    for (const instruction of money) this.note(instruction);
    const payment = paymentOf(named, executed, this.accounts);
    if (payment !== null) this.payments.push(payment);
    const [bought] = money.filter((instruction) => instruction.kind === 'purchase');
    if (bought === undefined) return;
    const { purchase, owner } = bought;
    this.purchases.push({ ...named, purchase, owner, amountAtomic: restOf(executed, money, this.accounts.treasury) });
  }

  result(): Omit<LedgerSide, 'escrows' | 'firstSlot'> {
    const { rounds, payments, purchases, withdrawnAtomic, othersAtomic, changes, neighbours } = this;
    const { treasury } = treasuryChain(changes);
    const { holes } = treasuryChain([...neighbours, ...changes]);
    return { rounds, payments, purchases, withdrawnAtomic, othersAtomic, treasury, holes };
  }

  /** A transaction just outside of the time: a hole at an end of the time would else show nowhere. */
  takeNeighbour(named: NamedAt, executed: ExecutedTransaction): void {
    this.neighbours.push(...this.changeOf(named, executed));
  }

  private note(instruction: MoneyInstruction): void {
    if (instruction.kind === 'treasury-withdrawal') this.withdrawnAtomic += instruction.amountAtomic;
    if (instruction.kind !== 'settled-escrow') return;
    if (equalBytes(instruction.gateway, this.accounts.gateway))
      this.escrowTokens.set(formatAddress(instruction.escrowTokens), instruction.escrowTokens);
    else this.othersAtomic += instruction.amountAtomic;
  }

  private changeOf({ slot }: NamedAt, { tokens }: ExecutedTransaction): readonly TreasuryChange[] {
    const held = tokens.find(({ account }) => equalBytes(account, this.accounts.treasury));
    return held === undefined ? [] : [{ slot, beforeAtomic: held.beforeAtomic, afterAtomic: held.afterAtomic }];
  }
}

/** Reads some at once and hands them over in their order. */
async function eachTransaction(
  names: readonly NamedAt[],
  { rpc }: Pick<LedgerSideDeps, 'rpc'>,
  take: (named: NamedAt, executed: ExecutedTransaction) => void,
): Promise<void> {
  for (let start = 0; start < names.length; start += READ_AT_ONCE) {
    const some = names.slice(start, start + READ_AT_ONCE);
    const executed = await Promise.all(some.map(({ signature }) => readExecutedTransaction({ rpc }, signature)));
    some.forEach((named, index) => take(named, finalOf(named, executed[index] ?? null)));
  }
}

/** A neighbour that is not final, or not kept, shows nothing. */
async function readNeighbours(
  { before, after }: NamedInTime,
  { rpc }: Pick<LedgerSideDeps, 'rpc'>,
  take: (named: NamedAt, executed: ExecutedTransaction) => void,
): Promise<void> {
  for (const named of [before, after]) {
    const executed = named === null ? null : await readExecutedTransaction({ rpc }, named.signature);
    if (named !== null && executed !== null) take(named, executed);
  }
}

function finalOf({ signature, slot }: NamedAt, executed: ExecutedTransaction | null): ExecutedTransaction {
  if (executed?.slot === slot) return executed;
  if (executed !== null)
    throw new ReconcileError(`the RPC server names the transaction ${signature} in two slots; name an archive in ORACLE_GATEWAY_RPC_URL`);
  throw new ReconcileError(
    `the RPC server names the transaction ${signature} of slot ${slot} and does not have it at finalized; end earlier with --to, or name an archive`,
  );
}

async function readEscrows(
  escrowTokens: ReadonlyMap<string, Address>,
  { range, programId }: { readonly range: TimeRange; readonly programId: Address },
  deps: LedgerSideDeps,
): Promise<EscrowMoney> {
  if (escrowTokens.size > MOST_ESCROWS) throw new ReconcileError(`more than ${MOST_ESCROWS} escrows settled rounds; take fewer days`);
  let [deposited, withdrawn] = [0n, 0n];
  for (const account of escrowTokens.values()) {
    const { within } = await namedTransactions(account, range, deps);
    await eachTransaction(within, deps, (_named, executed) => {
      const held = executed.tokens.find((token) => equalBytes(token.account, account));
      let rest = held === undefined ? 0n : held.afterAtomic - held.beforeAtomic;
      for (const money of executed.succeeded ? moneyOf(executed, programId) : []) {
        if (!('escrowTokens' in money) || !equalBytes(money.escrowTokens, account)) continue;
        rest += money.amountAtomic;
        if (money.kind === 'escrow-withdrawal') withdrawn += money.amountAtomic;
      }
      deposited += rest;
    });
  }
  return { escrows: escrowTokens.size, deposited, withdrawn };
}

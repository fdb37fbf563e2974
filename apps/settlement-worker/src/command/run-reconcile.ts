import {
  createTransactionHistory,
  type LedgerConfigReader,
  LedgerUnavailableError,
  readExecutedTransaction,
  type RpcCall,
  treasuryAddress,
} from '@oracle-gateway/ledger';
import type { ConcludedRow } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import { compareBooks, type TransactionFacts } from '../reconcile/compare-books.js';
import { fillBooks } from '../reconcile/fill-books.js';
import { type BookAccounts, paymentOf, readLedgerSide, roundsOf } from '../reconcile/ledger-side.js';
import { ReconcileError } from '../reconcile/named-transactions.js';
import { countOf, reportText } from '../reconcile/report.js';
import { type BookFault, type BookItem, readBookDays } from '../statement/book-days.js';
import type { LedgerLine } from '../statement/ledger-line.js';
import { bookDayOf } from '../books/book-day.js';
import { beginOf, DAY_MS, daysOf, type BookFlags, textFlag } from './days.js';
import { OperateError } from './operate-error.js';

export interface ReconcileCommandDeps {
  readonly rpc: RpcCall;
  readonly reader: LedgerConfigReader;
  readonly programId: Address;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly write: (text: string) => void;
}

/** Rounds of the last day are concluded so many days later at most; later ones count as missing. */
const DAYS_BEHIND = 2;
/** The clock of the ledger may be ahead of the one that dates a row. */
const DAYS_BEFORE = 1;

/** `operate reconcile`. Throws CommandLineError, and OperateError where books and ledger differ or cannot be compared. */
export async function runReconcile(flags: BookFlags, deps: ReconcileCommandDeps): Promise<void> {
  const folder = textFlag(flags, 'books', 'the folder of `operate books pull`');
  const { fromDay, toDay } = daysOf(flags);
  const range = { fromMs: beginOf(fromDay), toMs: beginOf(toDay) + DAY_MS - 1 };
  try {
    const accounts = await accountsOf(deps);
    const side = await readLedgerSide(accounts, range, { rpc: deps.rpc, history: createTransactionHistory(deps) });
    const faults: BookFault[] = [];
    const days = { fromDay: bookDayOf(range.fromMs - DAYS_BEFORE * DAY_MS), toDay: bookDayOf(range.toMs + DAYS_BEHIND * DAY_MS) };
    const items = readBookDays(folder, days);
    const input = { programId: accounts.programId, side, range, alone: flags.has('alone') };
    const transaction = (signature: string): Promise<TransactionFacts | null> => readFacts(signature, accounts, deps);
    const comparison = await compareBooks(rowsOf(items, faults), input, { transaction });
    const findings = { side, comparison, faults };
    deps.write(reportText(findings));
    if (flags.has('fill')) {
      const written = await fillBooks(folder, { differences: comparison.differences, purchases: side.purchases });
      deps.write(`${written} lines from the ledger are new in the books\n`);
    }
    const count = countOf(findings);
    if (count > 0) throw new OperateError(`books and ledger differ: ${count} differences`);
  } catch (error) {
    if (error instanceof ReconcileError) throw new OperateError(`reconcile: ${error.message}`, { cause: error });
    if (error instanceof LedgerUnavailableError)
      throw new OperateError(`${error.messageForOperator}. This command needs an archive: name one in ORACLE_GATEWAY_RPC_URL`, {
        cause: error,
      });
    throw error;
  }
}

async function accountsOf({ reader, programId, gateway }: ReconcileCommandDeps): Promise<BookAccounts> {
  const { mint } = await reader.config();
  return { programId, gateway, treasury: treasuryAddress(programId, mint) };
}

async function* rowsOf(items: AsyncIterable<BookItem>, faults: BookFault[]): AsyncGenerator<ConcludedRow | LedgerLine> {
  for await (const item of items) {
    switch (item.kind) {
      case 'row':
        yield item.row;
        break;
      case 'from the ledger':
        yield item.line;
        break;
      case 'fault':
        faults.push(item.fault);
        break;
      case 'day over':
        break;
    }
  }
}

async function readFacts(
  signature: string,
  accounts: BookAccounts,
  { rpc }: Pick<ReconcileCommandDeps, 'rpc'>,
): Promise<TransactionFacts | null> {
  const executed = await readExecutedTransaction({ rpc }, signature);
  if (executed === null) return null;
  const named = { signature, slot: executed.slot, atMs: (executed.blockTimeSeconds ?? 0) * 1_000 };
  return { rounds: roundsOf(named, executed, accounts), payment: paymentOf(named, executed, accounts) };
}

import type { ConcludedRow } from '@oracle-gateway/outbox';
import { formatMoney } from '@oracle-gateway/protocol/internal';
import { PROBLEMS_FILE } from '../books/book-folder.js';
import type { BookFault, BookItem } from './book-days.js';
import type { ListedProblems } from './listed-problems.js';
import { NodeShares, type SignaturePrices } from './node-shares.js';
import { Summary, type SummaryLine } from './summary.js';

export interface StatementInput {
  /** Base58; null: every party. */
  readonly owner: string | null;
  readonly csv: boolean;
  /** null: no table of the nodes. */
  readonly prices: SignaturePrices | null;
  readonly problems: ListedProblems;
}

export interface StatementDeps {
  readonly items: AsyncIterable<BookItem>;
  readonly write: (text: string) => void;
}

export const CSV_HEADER = 'day,kind,path,party,rounds,units,amount_atomic,unpaid_atomic\n';
const EARNED: ReadonlySet<ConcludedRow['kind']> = new Set<ConcludedRow['kind']>(['final', 'paid', 'overturned']);

/** Writes a statement a day at a time, and returns the faults of the books, which it has written too. */
export async function writeStatement(
  { owner, csv, prices, problems }: StatementInput,
  { items, write }: StatementDeps,
): Promise<readonly BookFault[]> {
  const summary = new Summary(owner);
  const shares = new NodeShares();
  const faults: BookFault[] = [];
  let closedDays = 0;
  let openDays = 0;
  if (!csv && problems.size > 0) write(problemsText(problems));
  write(csv ? CSV_HEADER : heading());
  for await (const item of items) {
    switch (item.kind) {
      case 'row':
        if (summary.takeRow(item.row) && prices !== null && EARNED.has(item.row.kind)) shares.take(item.row);
        break;
      case 'from the ledger':
        summary.takeLedgerLine(item.line);
        break;
      case 'day over':
        if (item.closed) closedDays += 1;
        else openDays += 1;
        for (const line of summary.takeLines()) write(csv ? csvLine(line) : textLine(line));
        break;
      case 'fault':
        faults.push(item.fault);
        break;
    }
  }
  if (csv) return faults;
  for (const [kind, total] of summary.totals()) write(textLine({ day: 'all', kind, path: '', party: '', ...total }));
  if (prices !== null) write(sharesTable(shares, prices));
  write(`\n${closedDays} closed days whose hashes hold, ${openDays} open days\n`);
  for (const fault of faults) write(`${describeFault(fault)}\n`);
  return faults;
}

/** One line that names it. */
export function describeFault(fault: BookFault): string {
  switch (fault.kind) {
    case 'missing rows':
      return `missing rows: ${fault.marker}/${fault.first} to ${fault.marker}/${fault.last}`;
    case 'number used twice':
      return `number used twice: row ${fault.marker}/${fault.seq}`;
    case 'gap':
      return `gap: ${fault.day}, ${fault.row.count} conclusions from ${timeOf(fault.row.sinceMs)} to ${timeOf(fault.row.atMs)} were not kept, row ${fault.row.marker}/${fault.row.seq}`;
    case 'broken day':
      return `broken day: ${fault.day}, ${fault.reason}`;
    case 'missing day':
      return `missing day: a closed day before ${fault.day} is not in the folder`;
    case 'unreadable line':
      return `unreadable line: ${fault.day}, line ${fault.line}: ${fault.reason}`;
  }
}

function problemsText(problems: ListedProblems): string {
  const counts = [...problems].map(([name, count]) => `${count} ${name}`);
  return `pulls have listed problems in ${PROBLEMS_FILE}: ${counts.join(', ')}\n\n`;
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

const WIDTHS = { day: 10, kind: 22, path: 14, party: 44, rounds: 10, units: 10, amount: 14 } as const;

function heading(): string {
  return columns({
    day: 'day',
    kind: 'conclusion',
    path: 'path',
    party: 'party',
    rounds: 'rounds',
    units: 'units',
    amount: 'amount',
    unpaid: 'unpaid',
  });
}

function textLine({ rounds, units, amountAtomic, unpaidAtomic, ...line }: SummaryLine): string {
  const unpaid = unpaidAtomic === 0n ? '' : formatMoney(unpaidAtomic);
  return columns({ ...line, rounds: String(rounds), units: units.toString(), amount: formatMoney(amountAtomic), unpaid });
}

type Columns = Record<keyof typeof WIDTHS, string> & { readonly unpaid: string };

function columns({ day, kind, path, party, rounds, units, amount, unpaid }: Columns): string {
  const words = [day.padEnd(WIDTHS.day), kind.padEnd(WIDTHS.kind), path.padEnd(WIDTHS.path), party.padEnd(WIDTHS.party)];
  const numbers = [rounds.padStart(WIDTHS.rounds), units.padStart(WIDTHS.units), amount.padStart(WIDTHS.amount), unpaid];
  return `${[...words, ...numbers].join(' ').trimEnd()}\n`;
}

function csvLine({ day, kind, path, party, rounds, units, amountAtomic, unpaidAtomic }: SummaryLine): string {
  return `${[day, kind, path, party, rounds, units, amountAtomic, unpaidAtomic].join(',')}\n`;
}

function sharesTable(shares: NodeShares, prices: SignaturePrices): string {
  const lines = shares.lines().map(({ registryVersion, slot, path, rounds, units }) => {
    const price = prices.get(path);
    const share = price === undefined ? 'no price' : formatMoney(price * units);
    return `${String(registryVersion).padEnd(8)} ${String(slot).padEnd(5)} ${path.padEnd(14)} ${String(rounds).padStart(10)} ${units.toString().padStart(10)} ${share.padStart(14)}\n`;
  });
  return `\nregistry node  path               rounds      units          share\n${lines.join('')}`;
}

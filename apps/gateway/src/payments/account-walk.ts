import { LedgerUnavailableError, MAX_NAMED_TRANSACTIONS, type NamedTransaction } from '@oracle-gateway/ledger';
import type { LandedTransactions } from './landed-transactions.js';
import { mayBeOfPayment, isDecided, isLanded, type PaymentFinding, type SoughtPayment } from './payment-finding.js';
import { CheckEndedError, type CheckBudget } from './check-budget.js';
import type { SearchHistory } from '../ledger/with-history.js';

/**
 * Point that a walk through the transactions of an account has reached. The page that goes on is asked for `before` the last but one, so
 * that it begins with the last one: a server that does not know that would answer as if nothing came before it.
 */
interface Place {
  readonly before: string | null;
  /** null: nothing was passed yet. */
  readonly passed: string | null;
}

/** A walk in progress. Transactions with the payment's memo are read first, then transactions without a memo from the server. */
export interface AccountWalk {
  /** Beginning of the walk: what is newer landed when the payment could not any more. */
  start: Place;
  place: Place;
  stage: 'memo' | 'no-memo';
  seesNoMemo: boolean;
  /** Finding about a transaction that may be the payment and could not be read. */
  unread: PaymentFinding | null;
  pageLimit: number;
}

export interface AccountWalkDeps {
  readonly history: SearchHistory;
  readonly landed: LandedTransactions;
  readonly budget: CheckBudget;
}

/** One page as it is needed, without the memos: they may be large. */
interface Page {
  readonly entries: readonly Entry[];
  /** The transaction before its first; null for the first of all. */
  readonly after: string | null;
  readonly isLast: boolean;
}

interface Entry {
  readonly signature: string;
  /** newer: landed when the payment could not any more; other: carries another memo. */
  readonly kind: 'newer' | 'memo' | 'no-memo' | 'other';
}

const AT_ONCE = 10;
const NEWEST: Place = { before: null, passed: null };

/** A walk from the newest transaction on, or from where an earlier one of the same payment began. */
export function beginWalk(start: Place = NEWEST): AccountWalk {
  return { start, place: start, stage: 'memo', seesNoMemo: false, unread: null, pageLimit: MAX_NAMED_TRANSACTIONS };
}

/**
 * Walks on through the transactions of the payer's token account, from the newest back to the payment's admission. Reads each one that may
 * be the payment. Null when the payment is not among them; otherwise the payment, or what could not be read. Every read updates the walk,
 * so it continues after an error. Throws CheckEndedError, LedgerUnavailableError, or LostPlaceError, after which it must begin anew.
 *
 * @param lastSlot the payment is in no later one; null: it may land yet
 */
export async function walkAccount(
  walk: AccountWalk,
  sought: SoughtPayment,
  lastSlot: number | null,
  deps: AccountWalkDeps,
): Promise<PaymentFinding | null> {
  const pages = new Map<string | null, Page>();
  const visited = new Set<string | null>();
  for (;;) {
    const { passed } = walk.place;
    // A server that repeats itself would lead in a circle.
    if (visited.has(passed)) throw new LostPlaceError();
    visited.add(passed);
    const page = pages.get(passed) ?? (await nextPage(walk, sought, lastSlot, deps));
    pages.set(passed, page);
    const newer = page.entries.findLastIndex(({ kind }) => kind === 'newer');
    if (newer !== -1) walk.start = walk.place = placeAt(page, newer);
    walk.seesNoMemo ||= page.entries.some(({ kind }) => kind === 'no-memo');
    const found = await readEntries(walk, page, newer + 1, sought, deps);
    if (found !== null) return found;
    if (!page.isLast) continue;
    if (walk.stage === 'no-memo' || !walk.seesNoMemo) return walk.unread;
    walk.stage = 'no-memo';
    walk.place = walk.start;
    // The last page may have been short because nothing came before it.
    walk.pageLimit = MAX_NAMED_TRANSACTIONS;
    visited.clear();
  }
}

/** The server does not know where the walk has come to, or another one was asked. */
export class LostPlaceError extends LedgerUnavailableError {
  override readonly name = 'LostPlaceError';
  constructor() {
    super('getSignaturesForAddress', 'the server does not know a transaction that was listed before');
  }
}

async function nextPage(walk: AccountWalk, sought: SoughtPayment, lastSlot: number | null, deps: AccountWalkDeps): Promise<Page> {
  const { before, passed } = walk.place;
  const list = (from: string | null): Promise<readonly NamedTransaction[]> =>
    deps.history.naming(sought.payment.payerTokenAccount, {
      limit: walk.pageLimit,
      ...(from === null ? {} : { before: from }),
      ...(lastSlot === null ? {} : { minContextSlot: lastSlot }),
    });
  const limit = walk.pageLimit;
  const listed = await list(before);
  // A page that was too large comes back smaller: the next ones are asked for like that. Two are needed to go on.
  walk.pageLimit = Math.max(2, Math.min(limit, listed.length));
  const behind = (some: readonly NamedTransaction[]): number => some.findIndex(({ signature }) => signature === passed);
  const at = behind(listed);
  if (passed !== null && at === -1) throw new LostPlaceError();
  // Only the known one: the end, or an answer that has no room for two.
  const isBare = limit === 2 && listed.length === at + 1;
  const bare = isBare ? await list(passed) : listed;
  const further = bare.slice(behind(bare) + 1);
  const inTime = further.filter((entry) => mayBeOfPayment(entry, sought));
  return {
    entries: inTime.map((entry) => ({ signature: entry.signature, kind: kindOf(entry, sought, lastSlot) })),
    after: passed,
    isLast: inTime.length < further.length || further.length === 0,
  };
}

/** The place behind the entry. */
function placeAt({ entries, after }: Page, index: number): Place {
  return { before: entries[index - 1]?.signature ?? after, passed: entries[index]?.signature ?? null };
}

/** Reads what the walk's stage wants of the page; the walk is then behind what was read. */
async function readEntries(
  walk: AccountWalk,
  page: Page,
  from: number,
  sought: SoughtPayment,
  { landed, history, budget }: AccountWalkDeps,
): Promise<PaymentFinding | null> {
  const { payment } = sought;
  let next = from;
  while (next < page.entries.length) {
    const some: Entry[] = [];
    for (; next < page.entries.length && some.length < AT_ONCE; next += 1) {
      const entry = page.entries[next];
      if (entry?.kind !== walk.stage || landed.isAnother(entry.signature, payment)) continue;
      if (some.length === budget.left) break;
      some.push(entry);
    }
    if (some.length === 0 && next < page.entries.length) throw new CheckEndedError();
    const findings = await Promise.all(some.map(({ signature }) => landed.read(signature, sought, history)));
    const decided = findings.find((finding) => isDecided(finding) || isLanded(finding));
    if (decided !== undefined) return decided;
    walk.unread ??= findings.find((finding) => finding !== null) ?? null;
    walk.place = placeAt(page, next - 1);
  }
  return null;
}

function kindOf({ memo, slot }: NamedTransaction, { payment }: SoughtPayment, lastSlot: number | null): Entry['kind'] {
  if (lastSlot !== null && slot > lastSlot) return 'newer';
  if (memo === null) return 'no-memo';
  return memo.includes(payment.memo) ? 'memo' : 'other';
}

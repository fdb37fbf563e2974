import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { MOST_RESTORED, type ReceiptIndex } from '../reclaim/receipt-index.js';
import { scanReceipts, type FoundReceipt, type ScanDeps } from '../reclaim/scan-receipts.js';
import { OperateError } from './operate-error.js';

export interface ReclaimRentDeps {
  readonly scan: ScanDeps;
  readonly receipts: Pick<ReceiptIndex, 'restore' | 'beginRecount' | 'endRecount'>;
}

interface Total {
  readonly found: number;
  readonly lamports: bigint;
  readonly added: number;
  readonly held: number;
  readonly outside: number;
}

/**
 * Finds the gateway's receipts on the ledger and adds the missing ones to the index; workers close them when they are due. Returns the text
 * to print. Throws OperateError when the RPC server does not answer.
 */
export async function reclaimRent({ scan, receipts }: ReclaimRentDeps): Promise<string> {
  const recount = await receipts.beginRecount();
  let total: Total = { found: 0, lamports: 0n, added: 0, held: 0, outside: 0 };
  try {
    for await (const page of scanReceipts(scan)) total = await restorePage(receipts, page, total);
  } catch (error) {
    if (!(error instanceof LedgerUnavailableError)) throw error;
    throw new OperateError(refusal(error, total), { cause: error });
  }
  await receipts.endRecount(recount, total.outside);
  return report(total);
}

async function restorePage(receipts: ReclaimRentDeps['receipts'], page: readonly FoundReceipt[], before: Total): Promise<Total> {
  let total = before;
  for (let from = 0; from < page.length; from += MOST_RESTORED) {
    const some = page.slice(from, from + MOST_RESTORED);
    const { added, held, outside } = await receipts.restore(some);
    total = {
      found: total.found + some.length,
      lamports: some.reduce((sum, { lamports }) => sum + lamports, total.lamports),
      added: total.added + added,
      held: total.held + held,
      outside: total.outside + outside,
    };
  }
  return total;
}

function refusal({ messageForOperator: message }: LedgerUnavailableError, { found, added }: Total): string {
  return (
    `${message}. This command needs an RPC server that answers getProgramAccounts for the oracle program: ` +
    `name one in ORACLE_GATEWAY_RPC_URL and run the command again. ` +
    `Before the failure ${found} receipts were found, and ${added} of them were added to the index`
  );
}

function report({ found, lamports, added, held, outside }: Total): string {
  const lines = [
    `${found} receipts are open and hold ${lamports} lamports`,
    `${held} were in the index, ${added} were added to it, ${outside} found no room`,
    ...(outside === 0 ? [] : ['the index is full: run the command again when workers have closed receipts']),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

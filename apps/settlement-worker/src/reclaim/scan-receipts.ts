import { LedgerBusyError, LedgerUnavailableError, type LedgerCluster, type OwnedAccount } from '@oracle-gateway/ledger';
import { roundIdOf, type Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { AccountDecodeError } from '@oracle-gateway/protocol/accounts';
import type { ReceiptForm } from '../charges/charge-form.js';
import { RECEIPT_FORMS } from '../charges/charge-forms.js';
import type { OpenReceipt } from './receipt-index.js';

/** A receipt as the ledger holds it. */
export interface FoundReceipt extends OpenReceipt {
  readonly lamports: bigint;
}

export interface ScanDeps {
  readonly cluster: Pick<LedgerCluster, 'programAccounts'>;
  readonly programId: Address;
  /** The Gateway account that settled the rounds. */
  readonly gateway: Address;
}

/** Offset of the gateway's key in every kind of receipt (protocol, "Accounts of the program"). */
const GATEWAY_OFFSET = 40;
/** The message follows the discriminator and is a hash, so its first byte splits the receipts evenly. */
const PARTS = 256;

/**
 * Every receipt of a gateway on the ledger. Each kind is one answer. Where one is too large for the server or the client, it is 256
 * answers, by the first byte of the message. Each kind takes at most 257 calls. Throws LedgerUnavailableError.
 */
export async function* scanReceipts(deps: ScanDeps): AsyncGenerator<readonly FoundReceipt[], void, void> {
  for (const kind of RECEIPT_FORMS) {
    const whole = await askForWhole(deps, kind);
    if (whole !== null) {
      yield whole;
      continue;
    }
    for (let first = 0; first < PARTS; first += 1) yield await ask(deps, kind, [first]);
  }
}

/** null: the server does not give all in one answer. Any other trouble shows in the first part. */
async function askForWhole(deps: ScanDeps, kind: ReceiptForm): Promise<readonly FoundReceipt[] | null> {
  try {
    return await ask(deps, kind, []);
  } catch (error) {
    if (!(error instanceof LedgerUnavailableError) || error instanceof LedgerBusyError) throw error;
    return null;
  }
}

async function ask(
  { cluster, programId, gateway }: ScanDeps,
  kind: ReceiptForm,
  message: readonly number[],
): Promise<readonly FoundReceipt[]> {
  const accounts = await cluster.programAccounts({
    programId,
    startsWith: Uint8Array.of(...new TextEncoder().encode(kind.discriminator), ...message),
    holds: { offset: GATEWAY_OFFSET, bytes: gateway },
    dataBytes: kind.bytes,
  });
  return accounts.flatMap((account) => readReceipt(account, kind, { programId, gateway }));
}

/** Ignores accounts that were not asked for. */
function readReceipt(
  { address, owner, data, lamports }: OwnedAccount,
  { decode }: ReceiptForm,
  { programId, gateway }: Pick<ScanDeps, 'programId' | 'gateway'>,
): readonly FoundReceipt[] {
  if (!equalBytes(owner, programId)) return [];
  try {
    const receipt = decode(data);
    if (!equalBytes(receipt.gateway, gateway)) return [];
    return [{ roundId: roundIdOf(address), timestampSeconds: Number(receipt.timestamp), lamports }];
  } catch (error) {
    if (error instanceof AccountDecodeError) return [];
    throw error;
  }
}

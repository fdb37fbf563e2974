import { LedgerBusyError, LedgerUnavailableError, type LedgerCluster, type OwnedAccount } from '@oracle-gateway/ledger';
import { equalBytes, roundIdOf, type Address } from '@oracle-gateway/protocol';
import {
  ACCOUNT_BYTES,
  ACCOUNT_DISCRIMINATORS,
  AccountDecodeError,
  decodeAgentRound,
  decodeRoundReceipt,
  type RoundReceiptAccount,
} from '@oracle-gateway/protocol/accounts';
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

interface Kind {
  readonly discriminator: string;
  readonly bytes: number;
  readonly decode: (data: Uint8Array) => RoundReceiptAccount;
}

/** Both have the same offsets (protocol, "Accounts of the program"). */
const KINDS: readonly Kind[] = [
  { discriminator: ACCOUNT_DISCRIMINATORS.roundReceipt, bytes: ACCOUNT_BYTES.roundReceipt, decode: decodeRoundReceipt },
  { discriminator: ACCOUNT_DISCRIMINATORS.agentRound, bytes: ACCOUNT_BYTES.agentRound, decode: decodeAgentRound },
];
const GATEWAY_OFFSET = 40;
/** The message follows the discriminator and is a hash: each of its first bytes begins as many receipts. */
const PARTS = 256;

/**
 * Every receipt of a gateway on the ledger: each kind in one answer, or in 256 by the first byte of its message where the server does not
 * give one, so that no answer is larger than the client takes. At most 514 calls. Throws LedgerUnavailableError.
 */
export async function* scanReceipts(deps: ScanDeps): AsyncGenerator<readonly FoundReceipt[], void, void> {
  for (const kind of KINDS) {
    const whole = await askForWhole(deps, kind);
    if (whole !== null) {
      yield whole;
      continue;
    }
    for (let first = 0; first < PARTS; first += 1) yield await ask(deps, kind, [first]);
  }
}

/** null: the server does not give it at once. What else keeps it from answering shows in the first part. */
async function askForWhole(deps: ScanDeps, kind: Kind): Promise<readonly FoundReceipt[] | null> {
  try {
    return await ask(deps, kind, []);
  } catch (error) {
    if (!(error instanceof LedgerUnavailableError) || error instanceof LedgerBusyError) throw error;
    return null;
  }
}

async function ask({ cluster, programId, gateway }: ScanDeps, kind: Kind, message: readonly number[]): Promise<readonly FoundReceipt[]> {
  const accounts = await cluster.programAccounts({
    programId,
    startsWith: Uint8Array.of(...new TextEncoder().encode(kind.discriminator), ...message),
    holds: { offset: GATEWAY_OFFSET, bytes: gateway },
    dataBytes: kind.bytes,
  });
  return accounts.flatMap((account) => readReceipt(account, kind, { programId, gateway }));
}

/** What a server sends though it was not asked for is passed over. */
function readReceipt(
  { address, owner, data, lamports }: OwnedAccount,
  { decode }: Kind,
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

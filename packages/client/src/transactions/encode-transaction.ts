import { type Address, formatAddress } from '@oracle-gateway/protocol';
import type { LedgerAccountMeta, LedgerInstruction } from '@oracle-gateway/protocol/instructions';

export interface TransactionToEncode {
  readonly feePayer: Address;
  /** 32 bytes of a blockhash that the ledger has made lately. */
  readonly blockhash: Uint8Array;
  readonly instructions: readonly LedgerInstruction[];
}

const SIGNATURE_BYTES = 64;
/** The first byte of a message of version 0. */
const VERSION_0 = 0x80;
const MAX_COMPACT = 0x3fff;
const LOW_7_BITS = 0x7f;

/**
 * A transaction of Solana with a message of version 0 and no lookup tables, as RPC servers and wallets take it: the signatures of all signers
 * are zero, to be filled in. The libraries of Solana do the same in more than half of what a page may load; a test reads these bytes with them.
 *
 * @throws RangeError for more accounts, instructions or bytes than a transaction may have
 */
export function encodeTransaction({ feePayer, blockhash, instructions }: TransactionToEncode): Uint8Array {
  const accounts = accountsOf(feePayer, instructions);
  const placeOf = new Map(accounts.map(({ address }, place) => [formatAddress(address), place]));
  const place = (address: Address): number => placeOf.get(formatAddress(address)) ?? -1;
  const signers = accounts.filter(({ signer }) => signer);
  const readonlyOf = (isSigner: boolean): number => accounts.filter(({ signer, writable }) => signer === isSigner && !writable).length;
  return Uint8Array.from([
    ...list(signers.map(() => new Uint8Array(SIGNATURE_BYTES))),
    VERSION_0,
    signers.length,
    readonlyOf(true),
    readonlyOf(false),
    ...list(accounts.map(({ address }) => address)),
    ...blockhash,
    ...list(
      instructions.map(({ programId, accounts: used, data }) => [
        place(programId),
        ...list(used.map(({ address }) => [place(address)])),
        ...compact(data.length),
        ...data,
      ]),
    ),
    ...list([]),
  ]);
}

/** Each account once, with all its rights: signers first, and writable ones before the others. The fee payer is the very first. */
function accountsOf(feePayer: Address, instructions: readonly LedgerInstruction[]): readonly LedgerAccountMeta[] {
  const found = new Map<string, LedgerAccountMeta>();
  const use = ({ address, signer, writable }: LedgerAccountMeta): void => {
    const name = formatAddress(address);
    const known = found.get(name);
    found.set(name, { address, signer: signer || known?.signer === true, writable: writable || known?.writable === true });
  };
  use({ address: feePayer, signer: true, writable: true });
  for (const { accounts } of instructions) for (const account of accounts) use(account);
  for (const { programId } of instructions) use({ address: programId, signer: false, writable: false });
  const rank = ({ signer, writable }: LedgerAccountMeta): number => (signer ? 0 : 2) + (writable ? 0 : 1);
  return [...found.values()].sort((a, b) => rank(a) - rank(b));
}

function list(entries: readonly (readonly number[] | Uint8Array)[]): number[] {
  return [...compact(entries.length), ...entries.flatMap((entry) => [...entry])];
}

/** A length, seven bits a byte. */
function compact(length: number): number[] {
  if (length > MAX_COMPACT) throw new RangeError(`a transaction holds no list of ${length} entries`);
  return length <= LOW_7_BITS ? [length] : [(length & LOW_7_BITS) | VERSION_0, length >> 7];
}

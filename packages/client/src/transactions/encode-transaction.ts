import { type Address, formatAddress } from '@oracle-gateway/protocol';

/** An account that an instruction uses. */
export interface AccountUse {
  readonly address: Address;
  readonly isSigner?: boolean;
  readonly isWritable?: boolean;
}

export interface Instruction {
  readonly program: Address;
  readonly accounts: readonly AccountUse[];
  readonly data: Uint8Array;
}

export interface TransactionToEncode {
  readonly feePayer: Address;
  /** 32 bytes of a blockhash that the ledger has made lately. */
  readonly blockhash: Uint8Array;
  readonly instructions: readonly Instruction[];
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
  const signers = accounts.filter(({ isSigner }) => isSigner);
  const readonlyOf = (isSigner: boolean): number =>
    accounts.filter((account) => account.isSigner === isSigner && !account.isWritable).length;
  return Uint8Array.from([
    ...list(signers.map(() => new Uint8Array(SIGNATURE_BYTES))),
    VERSION_0,
    signers.length,
    readonlyOf(true),
    readonlyOf(false),
    ...list(accounts.map(({ address }) => address)),
    ...blockhash,
    ...list(
      instructions.map(({ program, accounts: used, data }) => [
        place(program),
        ...list(used.map(({ address }) => [place(address)])),
        ...compact(data.length),
        ...data,
      ]),
    ),
    ...list([]),
  ]);
}

/** Each account once, with all its rights: signers first, and writable ones before the others. The fee payer is the very first. */
function accountsOf(feePayer: Address, instructions: readonly Instruction[]): readonly Required<AccountUse>[] {
  const found = new Map<string, Required<AccountUse>>();
  const use = ({ address, isSigner = false, isWritable = false }: AccountUse): void => {
    const name = formatAddress(address);
    const known = found.get(name);
    found.set(name, { address, isSigner: isSigner || known?.isSigner === true, isWritable: isWritable || known?.isWritable === true });
  };
  use({ address: feePayer, isSigner: true, isWritable: true });
  for (const { accounts } of instructions) for (const account of accounts) use(account);
  for (const { program } of instructions) use({ address: program });
  const rank = ({ isSigner, isWritable }: Required<AccountUse>): number => (isSigner ? 0 : 2) + (isWritable ? 0 : 1);
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

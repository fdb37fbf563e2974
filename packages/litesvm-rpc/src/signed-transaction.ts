import { base58 } from '@scure/base';
import { formatAddress, sameAddress, toAddress, type Address, type AddressInput } from './address.js';
import { signMessage, type SecretKey } from './sign-message.js';

/** An account of an instruction. */
export interface AccountUse {
  readonly address: AddressInput;
  readonly signer: boolean;
  readonly writable: boolean;
}

/** One call of a program, as `LocalLedger.send` takes it. */
export interface Instruction {
  readonly programId: AddressInput;
  readonly accounts: readonly AccountUse[];
  readonly data: Uint8Array;
}

/**
 * The address of a secret key.
 *
 * @throws {AddressError} unless the key has 64 bytes
 */
export function addressOf(key: SecretKey): Address {
  return toAddress(key.slice(32));
}

/**
 * Builds and signs a legacy transaction; the first key pays the fee.
 *
 * @param blockhash base58
 * @throws {RangeError} when an account must sign and its key is not among `keys`
 */
export function signedTransaction(keys: readonly SecretKey[], instructions: readonly Instruction[], blockhash: string): Uint8Array {
  const message = compileMessage(keys.map(addressOf), instructions, blockhash);
  const signatures = keys.map((key) => signMessage(message, key));
  return concat([compactU16(signatures.length), ...signatures, message]);
}

/** Writable signers, read-only signers, writable accounts, read-only accounts: the order of the header's counts. */
function compileMessage(signers: readonly Address[], instructions: readonly Instruction[], blockhash: string): Uint8Array {
  const uses = new Map<string, { address: Address; signer: boolean; writable: boolean }>();
  const note = (use: AccountUse): void => {
    const { signer, writable } = use;
    const address = toAddress(use.address);
    const known = uses.get(formatAddress(address));
    uses.set(formatAddress(address), {
      address,
      signer: signer || (known?.signer ?? false),
      writable: writable || (known?.writable ?? false),
    });
  };
  // Every signing key is a writable signer here, so that the signatures have the order of the keys.
  for (const address of signers) note({ address, signer: true, writable: true });
  for (const { programId, accounts } of instructions) {
    for (const use of accounts) note(use);
    note({ address: programId, signer: false, writable: false });
  }
  const all = [...uses.values()];
  const unsigned = all.find((use) => use.signer && !signers.some((signer) => sameAddress(signer, use.address)));
  if (unsigned !== undefined) throw new RangeError(`no key for the signer ${formatAddress(unsigned.address)}`);
  const ordered = [
    ...all.filter((use) => use.signer),
    ...all.filter((use) => !use.signer && use.writable),
    ...all.filter((use) => !use.signer && !use.writable),
  ];
  const indexes = new Map(ordered.map((use, index) => [formatAddress(use.address), index]));
  const indexOf = (address: AddressInput): number => indexes.get(formatAddress(toAddress(address))) ?? 0;
  return concat([
    Uint8Array.of(signers.length, 0, ordered.filter((use) => !use.signer && !use.writable).length),
    compactU16(ordered.length),
    ...ordered.map((use) => use.address),
    base58.decode(blockhash),
    compactU16(instructions.length),
    ...instructions.flatMap(({ programId, accounts, data }) => [
      Uint8Array.of(indexOf(programId)),
      compactU16(accounts.length),
      Uint8Array.from(accounts, (use) => indexOf(use.address)),
      compactU16(data.length),
      data,
    ]),
  ]);
}

function compactU16(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Uint8Array.from([...bytes, rest]);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

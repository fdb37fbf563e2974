import { AuthorizationError } from './authorization-error.js';

/** A legacy or version 0 transaction. Its parts are views of the bytes that were read. */
export interface WireTransaction {
  /** 64 bytes each, of the first accounts, in their order; zeros where one is missing. */
  readonly signatures: readonly Uint8Array[];
  /** The signed bytes. */
  readonly message: Uint8Array;
  /** Keys of 32 bytes. The first one pays the fee. */
  readonly accounts: readonly Uint8Array[];
  /** 32 bytes. */
  readonly blockhash: Uint8Array;
  readonly instructions: readonly WireInstruction[];
  /** Whether it takes more accounts from lookup tables. */
  readonly hasLookups: boolean;
}

export interface WireInstruction {
  /** Key of the program; null where the transaction has no such account. */
  readonly program: Uint8Array | null;
  /** Places in the list of accounts. */
  readonly accounts: Uint8Array;
  readonly data: Uint8Array;
}

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
/** This bit of the first byte separates a version from the number of signers of a legacy message. */
const VERSIONED = 0x80;
const VERSION_0 = VERSIONED;
const MAX_LENGTH = 0xffff;

/**
 * Reads the bytes of a transaction as the ledger does: each length in its shortest form, and nothing behind the end. So two byte strings are
 * never one transaction.
 *
 * @throws AuthorizationError `undecodable` or `not-canonical`
 */
export function readWireTransaction(bytes: Uint8Array): WireTransaction {
  const reader = new WireReader(bytes);
  const signatures = reader.list(() => reader.take(SIGNATURE_BYTES));
  const message = reader.rest();
  const isVersioned = ((message[0] ?? 0) & VERSIONED) !== 0;
  if (isVersioned && reader.byte() !== VERSION_0) throw new AuthorizationError('undecodable');
  const signers = reader.byte();
  // The numbers of read-only accounts among the signers and among the others.
  reader.take(2);
  const accounts = reader.list(() => reader.take(KEY_BYTES));
  if (signatures.length !== signers || signers > accounts.length) throw new AuthorizationError('undecodable');
  const blockhash = reader.take(KEY_BYTES);
  const instructions = reader.list(() => {
    const program = accounts[reader.byte()] ?? null;
    return { program, accounts: reader.counted(), data: reader.counted() };
  });
  const lookups = isVersioned ? reader.list(() => [reader.take(KEY_BYTES), reader.counted(), reader.counted()]) : [];
  if (reader.rest().length > 0) throw new AuthorizationError('not-canonical');
  return { signatures, message, accounts, blockhash, instructions, hasLookups: lookups.length > 0 };
}

class WireReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new AuthorizationError('undecodable');
    this.at += 1;
    return byte;
  }

  take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) throw new AuthorizationError('undecodable');
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  rest(): Uint8Array {
    return this.bytes.subarray(this.at);
  }

  /** Bytes behind their number. */
  counted(): Uint8Array {
    return this.take(this.length());
  }

  /** Items behind their number. Each takes a byte at least, so the bytes bound it. */
  list<Item>(readItem: () => Item): Item[] {
    return Array.from({ length: this.length() }, readItem);
  }

  /** compact-u16: seven bits in each byte, the lowest first. */
  private length(): number {
    let length = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte();
      if (byte === 0 && shift > 0) throw new AuthorizationError('not-canonical');
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80 && length <= MAX_LENGTH) return length;
    }
    throw new AuthorizationError('undecodable');
  }
}

/** The bytes end early, or a length is not in the ledger's form. */
export class ByteReaderError extends Error {
  override readonly name = 'ByteReaderError';
}

/** Reads Solana's wire forms; never reads past the end. */
export class ByteReader {
  #offset = 0;

  constructor(readonly bytes: Uint8Array) {}

  get offset(): number {
    return this.#offset;
  }

  get atEnd(): boolean {
    return this.#offset === this.bytes.length;
  }

  u8(): number {
    const value = this.bytes[this.#offset];
    if (value === undefined) throw new ByteReaderError(`ends at byte ${this.#offset}`);
    this.#offset += 1;
    return value;
  }

  take(length: number): Uint8Array {
    const end = this.#offset + length;
    if (end > this.bytes.length) throw new ByteReaderError(`ends at byte ${this.bytes.length}, needs ${end}`);
    const part = this.bytes.subarray(this.#offset, end);
    this.#offset = end;
    return part;
  }

  /** Solana's compact-u16 ("short vec"): seven bits in each byte, little-endian, only the shortest form, at most 65,535. */
  compactU16(): number {
    let value = 0;
    for (let shift = 0; shift <= 14; shift += 7) {
      const byte = this.u8();
      value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) !== 0) continue;
      if (byte === 0 && shift > 0) throw new ByteReaderError(`length at byte ${this.#offset - 1} is not in its shortest form`);
      if (value > 0xffff) break;
      return value;
    }
    throw new ByteReaderError(`length at byte ${this.#offset} is over 65,535`);
  }
}

const MAX_U64 = 2n ** 64n - 1n;
const MAX_I64 = 2n ** 63n - 1n;

/** Builds the data of an instruction: little-endian integers and byte fields of fixed width, in the order written. */
export class InstructionData {
  readonly #parts: Uint8Array[] = [];

  constructor(tag: number) {
    this.u8('tag', tag);
  }

  u8(name: string, value: number): this {
    if (!Number.isInteger(value) || value < 0 || value > 255) throw new RangeError(`${name}: must be an integer 0..255`);
    this.#parts.push(Uint8Array.of(value));
    return this;
  }

  u16(name: string, value: number): this {
    if (!Number.isInteger(value) || value < 0 || value > 65_535) throw new RangeError(`${name}: must be an integer 0..65535`);
    this.#parts.push(Uint8Array.of(value & 0xff, value >> 8));
    return this;
  }

  u64(name: string, value: bigint): this {
    if (value < 0n || value > MAX_U64) throw new RangeError(`${name}: must be 0..2^64-1`);
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, value, true);
    this.#parts.push(bytes);
    return this;
  }

  /** A time: i64, of which only the non-negative half has a meaning. */
  time(name: string, seconds: bigint): this {
    if (seconds < 0n || seconds > MAX_I64) throw new RangeError(`${name}: must be 0..2^63-1`);
    return this.u64(name, seconds);
  }

  bytes(name: string, value: Uint8Array, width: number): this {
    if (value.length !== width) throw new RangeError(`${name}: must be ${width} bytes`);
    this.#parts.push(value);
    return this;
  }

  finish(): Uint8Array {
    const data = new Uint8Array(this.#parts.reduce((length, part) => length + part.length, 0));
    let offset = 0;
    for (const part of this.#parts) {
      data.set(part, offset);
      offset += part.length;
    }
    return data;
  }
}

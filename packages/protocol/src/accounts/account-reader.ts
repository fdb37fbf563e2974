import { type Address, toAddress } from '../address.js';

/** The bytes are not the account they were taken for, or break a rule of its table (protocol, "Accounts of the program"). */
export class AccountDecodeError extends Error {
  override readonly name = 'AccountDecodeError';
  constructor(
    readonly account: string,
    readonly rule: string,
  ) {
    super(`${account} account ${rule}`);
  }
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

/**
 * Fields of one account by their offsets, so that a decoder reads like its table. Reserved bytes are not looked at: a later version of
 * the program may give them a meaning.
 */
export class AccountReader {
  private readonly view: DataView;

  private constructor(
    private readonly account: string,
    private readonly data: Uint8Array,
  ) {
    this.view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }

  /** @throws AccountDecodeError unless the data starts with the discriminator; @throws TypeError unless they are a Uint8Array. */
  static open(account: string, data: Uint8Array, discriminator: string): AccountReader {
    if (!(data instanceof Uint8Array)) throw new TypeError('account data must be a Uint8Array');
    const found = String.fromCharCode(...data.subarray(0, discriminator.length));
    if (found !== discriminator) throw new AccountDecodeError(account, `must start with ${discriminator}`);
    return new AccountReader(account, data);
  }

  requireLength(length: number): void {
    this.require(this.data.length === length, `must have ${length} bytes`);
  }

  requireLengthAtLeast(length: number): void {
    this.require(this.data.length >= length, `must have at least ${length} bytes`);
  }

  require(condition: boolean, rule: string): void {
    if (!condition) throw new AccountDecodeError(this.account, rule);
  }

  u8(offset: number): number {
    return this.view.getUint8(offset);
  }

  u64(offset: number): bigint {
    return this.view.getBigUint64(offset, true);
  }

  i64(offset: number): bigint {
    return this.view.getBigInt64(offset, true);
  }

  /** A copy: the account data may be a view into a larger buffer that is reused. */
  bytes(offset: number, length: number): Uint8Array {
    return Uint8Array.from(this.data.subarray(offset, offset + length));
  }

  /** Like `bytes`, but null where zeros stand for *none*. */
  optionalBytes(offset: number, length: number): Uint8Array | null {
    const bytes = this.bytes(offset, length);
    return isZero(bytes) ? null : bytes;
  }

  address(offset: number): Address {
    return toAddress(this.bytes(offset, 32));
  }

  optionalAddress(offset: number): Address | null {
    const bytes = this.optionalBytes(offset, 32);
    return bytes === null ? null : toAddress(bytes);
  }
}

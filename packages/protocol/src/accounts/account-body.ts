import { toAddress, type Address } from '../address.js';
import { decodeStruct, structLength, type BorshStruct, type BorshValues } from '../borsh-struct.js';

/** The bytes are not the named account, or break a rule of its table (protocol, "Accounts of the program"). */
export class AccountDecodeError extends Error {
  override readonly name = 'AccountDecodeError';
  constructor(
    readonly account: string,
    readonly rule: string,
  ) {
    super(`${account} account ${rule}`);
  }
}

/** @throws AccountDecodeError unless the account follows the rule */
export function requireRule(account: string, condition: boolean, rule: string): void {
  if (!condition) throw new AccountDecodeError(account, rule);
}

/** Form of an account: its discriminator and its fields, which include the discriminator. */
export interface AccountForm<S extends BorshStruct> {
  readonly account: string;
  readonly discriminator: string;
  readonly schema: S;
  /** Bytes of each item behind the fields, where the account ends with a list of any length. */
  readonly itemBytes?: number;
}

/**
 * The fields of an account. Reserved bytes are not checked: a later version of the program may give them a meaning.
 *
 * @throws AccountDecodeError for another discriminator or length; @throws TypeError unless the data are a Uint8Array
 */
export function openAccount<const S extends BorshStruct>(form: AccountForm<S>, data: Uint8Array): BorshValues<S> {
  if (!(data instanceof Uint8Array)) throw new TypeError('account data must be a Uint8Array');
  const { account, discriminator, schema, itemBytes } = form;
  const found = String.fromCharCode(...data.subarray(0, discriminator.length));
  requireRule(account, found === discriminator, `must start with ${discriminator}`);
  const length = structLength(schema);
  if (itemBytes === undefined) {
    requireRule(account, data.length === length, `must have ${length} bytes`);
    return decodeStruct(schema, data);
  }
  requireRule(account, data.length >= length, `must have at least ${length} bytes`);
  requireRule(account, (data.length - length) % itemBytes === 0, `must have ${length} bytes and ${itemBytes} for each item`);
  return decodeStruct(schema, data.subarray(0, length));
}

/** Copies of the items behind the fields: the account data may be a view into a larger buffer that is reused. */
export function itemsBehind(form: AccountForm<BorshStruct> & { readonly itemBytes: number }, data: Uint8Array): Uint8Array[] {
  const start = structLength(form.schema);
  const count = Math.floor((data.length - start) / form.itemBytes);
  return Array.from({ length: count }, (_, index) => {
    const offset = start + form.itemBytes * index;
    return Uint8Array.from(data.subarray(offset, offset + form.itemBytes));
  });
}

/** A copy of the bytes behind the fields. */
export function bytesBehind(form: AccountForm<BorshStruct>, data: Uint8Array): Uint8Array {
  return Uint8Array.from(data.subarray(structLength(form.schema)));
}

/** null where zeros stand for *none*. */
export function optionalBytes(bytes: Uint8Array): Uint8Array | null {
  return bytes.every((byte) => byte === 0) ? null : bytes;
}

/** null where zeros stand for *none*. */
export function optionalAddress(bytes: Uint8Array): Address | null {
  const present = optionalBytes(bytes);
  return present === null ? null : toAddress(present);
}

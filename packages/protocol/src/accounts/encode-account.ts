import { type BorshStruct, type BorshValues, structLength } from '../borsh-struct.js';
import { encodeStruct } from '../encode-struct.js';
import { ACCOUNT_FORMS } from './accounts.generated.js';

type Forms = typeof ACCOUNT_FORMS;

/** Name of an account of the program, such as `registry`. */
export type WrittenAccount = keyof Forms;

/** Fields of an account by their names in its table; a field that is left out is zero. */
export type AccountFields<Name extends WrittenAccount> = Partial<Omit<BorshValues<Forms[Name]['schema']>, 'discriminator'>>;

/**
 * Account data as the program writes them, for tests: every decoder of this entry's sibling `./accounts` reads them back.
 *
 * @param behind bytes behind the fields, of an account that has some: the keys of a registry, 64 bytes each
 * @throws RangeError that names the field that does not fit; TypeError for bytes that are not a Uint8Array
 * @example
 * const data = encodeAccount('registry', { count: 3, active: 3, minSigners: 2, version: 1n, acceptUntil: 2n ** 63n - 1n }, keys);
 */
export function encodeAccount<const Name extends WrittenAccount>(
  name: Name,
  fields: AccountFields<Name>,
  behind: readonly Uint8Array[] = [],
): Uint8Array {
  const { discriminator, schema }: { readonly discriminator: string; readonly schema: BorshStruct } = ACCOUNT_FORMS[name];
  const given = { ...fields, discriminator: new TextEncoder().encode(discriminator) };
  const body = encodeStruct(schema, { ...zerosOf(schema), ...given });
  const data = new Uint8Array(body.length + behind.reduce((length, one) => length + one.length, 0));
  data.set(body);
  let end = body.length;
  for (const one of behind) {
    data.set(one, end);
    end += one.length;
  }
  return data;
}

function zerosOf(schema: BorshStruct): BorshValues<BorshStruct> {
  const zeros = Object.entries(schema.struct).map(([name, field]) => {
    if (typeof field !== 'string') return [name, new Uint8Array(structLength({ struct: { field } }))];
    return [name, field === 'u64' || field === 'i64' ? 0n : 0];
  });
  // Each field has the zero of its own type.
  return Object.fromEntries(zeros) as BorshValues<BorshStruct>;
}

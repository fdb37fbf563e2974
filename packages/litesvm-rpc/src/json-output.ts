/** A value of an answer. A `bigint` becomes a JSON number with all its digits; `undefined` members are left out. */
export type JsonOutput =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonOutput[]
  | { readonly [member: string]: JsonOutput | undefined };

/** Solana's RPC writes u64 values as JSON numbers. `JSON.stringify` cannot do so above 2^53. */
export function writeJson(value: JsonOutput): string {
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`;
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${JSON.stringify(name)}:${writeJson(member)}`],
  );
  return `{${members.join(',')}}`;
}

/** `Array.isArray` does not narrow read-only arrays. */
function isList(value: object): value is readonly JsonOutput[] {
  return Array.isArray(value);
}

import { ContractError, createParser, type Parser } from '@oracle-gateway/contract';
import { isAddress } from '@oracle-gateway/protocol';
import type { Static, TSchema } from '@sinclair/typebox';

/** A parser of a body on this contract, with the rules between members that a schema cannot say. It throws ContractError. */
export function createBodyParser<const Schema extends TSchema>(
  schema: Schema,
  check?: (body: Static<Schema>) => void,
): Parser<Static<Schema>> {
  const parse = createParser(schema, { root: 'body', formats: { address: isAddress } });
  return (plain) => {
    const body = parse(plain);
    check?.(body);
    return body;
  };
}

/** Indices must rise strictly: one order for one set, and no repeats. */
export function requireAscending(field: string, indices: readonly number[]): void {
  for (let at = 1; at < indices.length; at += 1) {
    if (Number(indices[at]) <= Number(indices[at - 1])) {
      throw new ContractError(`${field}[${at}]`, 'indices must be strictly ascending');
    }
  }
}

import { ContractError, createParser, type Parser } from '@oracle-gateway/contract';
import { isAddress } from '@oracle-gateway/protocol';
import type { Static, TSchema } from '@sinclair/typebox';

/** A parser of bodies. `check` holds the rules between members, which a schema cannot express. The parser throws ContractError. */
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

/** Requires strictly ascending indices: a set has one order and no repeats. Throws ContractError. */
export function requireAscendingIndices(field: string, indices: readonly number[]): void {
  for (let at = 1; at < indices.length; at += 1) {
    if (Number(indices[at]) <= Number(indices[at - 1])) {
      throw new ContractError(`${field}[${at}]`, 'indices must be strictly ascending');
    }
  }
}

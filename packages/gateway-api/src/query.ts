import { ContractError, createParser, type Parser } from '@oracle-gateway/contract';
import { type TSchema, Type } from '@sinclair/typebox';
import { closed } from './fields.js';
import type { OperationSpec, QueryOf } from './operation.js';

const INTEGER = /^(0|[1-9][0-9]{0,15})$/;

/** The query of a request, `?` left out, as an operation declares it. Throws `ContractError` naming the parameter and the rule. */
export type QueryReader<T extends OperationSpec> = (query: string) => QueryOf<T>;

/** Reads strictly: a parameter that is not declared, or is there twice, is refused. An operation without parameters takes any query. */
export function createQueryReader<const T extends OperationSpec>(operation: T): QueryReader<T> {
  const { queryParameters } = operation;
  if (queryParameters === undefined) return () => ({}) as QueryOf<T>;
  const members = Object.entries(queryParameters).map(([name, schema]): [string, TSchema] => [name, Type.Optional(schema)]);
  const parse = createParser(Type.Object(Object.fromEntries(members), closed), { root: 'query' }) as Parser<QueryOf<T>>;
  return (query) => {
    const values = new Map<string, unknown>();
    for (const [name, text] of new URLSearchParams(query)) {
      const schema = Object.hasOwn(queryParameters, name) ? queryParameters[name] : undefined;
      if (schema !== undefined && values.has(name)) throw new ContractError(name, 'must be sent once at most');
      values.set(name, schema === undefined ? text : readValue(text, schema));
    }
    return parse(Object.fromEntries(values));
  };
}

/** `?` and the parameters that have a value, percent-encoded; empty without any. */
export function writeQuery(query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

/** A text that is no integer stays a text, which the schema of an integer refuses. */
function readValue(text: string, schema: TSchema): unknown {
  return schema['type'] === 'integer' && INTEGER.test(text) ? Number(text) : text;
}

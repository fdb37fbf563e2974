import type { TSchema } from '@sinclair/typebox';
import type { OperationSpec } from './operation.js';
import { operations } from './operations.js';
import { querySchema } from './query-schema.js';

/** A schema that this contract reads values by. */
export interface ContractSchema {
  /** Name of its compiled check. */
  readonly name: string;
  readonly schema: TSchema;
  /** What a reader has in hand: the schema itself or, of a query, the declared parameters. */
  readonly key: object;
}

/** What a gateway reads: bodies and queries. */
export function requestSchemas(): readonly ContractSchema[] {
  return Object.values<OperationSpec>(operations).flatMap(({ name, request, queryParameters }) => [
    ...(request === undefined ? [] : [{ name: `${name}Request`, schema: request, key: request }]),
    ...(queryParameters === undefined ? [] : [{ name: `${name}Query`, schema: querySchema(queryParameters), key: queryParameters }]),
  ]);
}

/** What a caller reads. */
export function answerSchemas(): readonly ContractSchema[] {
  return Object.values<OperationSpec>(operations).flatMap(({ name, responses }) =>
    Object.entries(responses).map(([status, { body }]) => ({ name: `${name}${status}`, schema: body, key: body })),
  );
}

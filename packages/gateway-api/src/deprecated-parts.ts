import type { TSchema } from '@sinclair/typebox';
import { deprecationText } from './deprecation.js';
import type { OperationSpec } from './operation.js';

/** A part of the contract that goes. */
export interface DeprecatedPart {
  /** Method and path, such as `GET /v1/info`. */
  readonly operation: string;
  /** Place of a member, such as `answer 200: data.version`; absent where the whole operation goes. */
  readonly member?: string;
  /** The announcement, and for a member its description before. */
  readonly text: string;
}

/** Every part of these operations that is deprecated, in their order. */
export function deprecatedParts(operations: readonly OperationSpec[]): readonly DeprecatedPart[] {
  return operations.flatMap((spec) => {
    const operation = `${spec.method} ${spec.path}`;
    const whole = spec.deprecated === undefined ? [] : [{ operation, text: deprecationText(spec.deprecated) }];
    const places: [string, TSchema][] = [
      ...Object.entries({ ...spec.pathParameters, ...spec.queryParameters, ...spec.headerParameters }),
      ...(spec.request === undefined ? [] : [['body', spec.request] as [string, TSchema]]),
      ...Object.entries(spec.responses).map(([status, { body }]): [string, TSchema] => [`answer ${status}`, body]),
    ];
    const members = places.flatMap(([place, schema]) => deprecatedIn(schema, { at: place, names: [] }));
    return [...whole, ...members.map(({ member, text }) => ({ operation, member, text }))];
  });
}

interface Place {
  /** A parameter, the body or an answer. */
  readonly at: string;
  /** Names of the members on the way. */
  readonly names: readonly string[];
}

function deprecatedIn(schema: unknown, { at, names }: Place): { readonly member: string; readonly text: string }[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { deprecated, description } = schema as { readonly deprecated?: unknown; readonly description?: unknown };
  const member = names.length === 0 ? at : `${at}: ${names.join('.')}`;
  if (deprecated === true) return [{ member, text: String(description) }];
  return Object.entries(schema).flatMap(([keyword, value]: [string, unknown]) => {
    if (keyword !== 'properties') return deprecatedIn(value, { at, names });
    return Object.entries(value as object).flatMap(([name, inner]) => deprecatedIn(inner, { at, names: [...names, name] }));
  });
}

import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { closed } from './fields.js';

/** Query parameters as the members of one object, all optional. */
export function querySchema(queryParameters: Readonly<Record<string, TSchema>>): TObject {
  return Type.Object(Object.fromEntries(Object.entries(queryParameters).map(([name, schema]) => [name, Type.Optional(schema)])), closed);
}

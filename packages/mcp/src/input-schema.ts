import { fromJsonSchema, type JsonSchemaType, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { nearestName } from '@oracle-gateway/protocol/internal';
import { type TObject, type TSchema, TypeGuard } from '@sinclair/typebox';

import { foreignText } from './foreign-text.js';

const MAX_NAME_CHARS = 64;
/** Names of the same members over HTTP. */
const NAMES_OVER_HTTP: Readonly<Record<string, string>> = { apiConfig: 'source', apiConfigs: 'sources', signaturesRequired: 'quorum' };

/** The schema without the symbols of TypeBox. `never`: each tool reads the type of its own schema, by which the input was checked. */
export function schemaOf(schema: TObject): StandardSchemaWithJSON<never, never> {
  return fromJsonSchema<never>(structuredClone(schema) as JsonSchemaType);
}

/** The schema of an input, whose refusal names the members that no tool has: a validator of JSON schemas says that there are some. */
export function inputSchemaOf(schema: TObject): StandardSchemaWithJSON<never, never> {
  const { '~standard': standard } = schemaOf(schema);
  return {
    '~standard': {
      ...standard,
      async validate(value) {
        const result = await standard.validate(value);
        const unknown = 'issues' in result ? unknownMembers(value, schema, '') : [];
        return unknown.length === 0 ? result : { issues: unknown.map((message) => ({ message })) };
      },
    },
  };
}

/** One sentence for each member that a closed object does not have, with the nearest that it has. */
function unknownMembers(value: unknown, schema: TSchema, field: string): readonly string[] {
  if (TypeGuard.IsArray(schema) && Array.isArray(value))
    return value.flatMap((one: unknown, place) => unknownMembers(one, schema.items, `${field}[${place}]`));
  if (!TypeGuard.IsObject(schema) || typeof value !== 'object' || value === null) return [];
  const names = Object.keys(schema.properties);
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const known = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const path = `${field === '' ? '' : `${field}.`}${foreignText(name, MAX_NAME_CHARS)}`;
    if (known !== undefined) return unknownMembers(member, known, path);
    if (schema.additionalProperties !== false) return [];
    const nearest = names.find((one) => one === NAMES_OVER_HTTP[name]) ?? nearestName(name, names);
    return [`${path}: is not a known member; ${nearest === undefined ? `known are ${names.join(', ')}` : `did you mean ${nearest}?`}`];
  });
}

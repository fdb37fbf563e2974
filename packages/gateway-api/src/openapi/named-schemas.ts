import type { TSchema } from '@sinclair/typebox';
import { ErrorBody } from '../error-body.js';
import type { OperationSpec } from '../operation.js';
import { capitalized, isObject, type JsonObject, plainObject } from './json.js';
import { sharedSchemas } from './schema-names.js';

export interface NamedSchemas {
  /** A schema of the contract, as a reference where it has a name. */
  readonly of: (schema: TSchema) => JsonObject;
  /** Content of `components.schemas`: every schema with a name that the document refers to. */
  readonly components: () => JsonObject;
}

/** Names for the schemas of some operations. Equal schemas have one name; another description of the same schema stands beside the reference. */
export function nameSchemas(operations: readonly OperationSpec[]): NamedSchemas {
  const byKey = new Map<string, { readonly name: string; readonly description: unknown }>();
  const schemas = new Map<string, JsonObject>();
  for (const [name, schema] of namesOf(operations)) {
    const plain = plainObject(schema);
    const key = keyOf(plain);
    if (byKey.has(key)) continue;
    if (schemas.has(name)) throw new Error(`two schemas are called ${name}: give one of them another name`);
    byKey.set(key, { name, description: plain['description'] });
    schemas.set(name, plain);
  }

  const written = new Map<string, JsonObject>();
  const write = (schema: JsonObject): JsonObject => {
    const named = byKey.get(keyOf(schema));
    if (named === undefined) return writeUnnamed(schema);
    const { name } = named;
    if (!written.has(name)) {
      // The name comes before its members, which may refer to it.
      written.set(name, {});
      written.set(name, writeUnnamed(schemas.get(name) ?? {}));
    }
    const { description } = schema;
    return { $ref: `#/components/schemas/${name}`, ...(description === named.description ? {} : { description }) };
  };
  const writeUnnamed = (schema: JsonObject): JsonObject => {
    const present = withoutNull(schema);
    return present !== undefined && byKey.has(keyOf(present)) ? orNull(write(present)) : writeMembers(schema);
  };
  const writeMembers = (schema: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(inFormOfDocument(schema)).map(([member, value]) => [member, writeValue(value)]));
  const writeValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(writeValue);
    return isObject(value) ? write(value) : value;
  };
  return {
    of: (schema) => write(plainObject(schema)),
    components: () => Object.fromEntries([...written].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

function namesOf(operations: readonly OperationSpec[]): [name: string, schema: TSchema][] {
  return [
    ...Object.entries(sharedSchemas),
    ...operations.flatMap(({ name, request, responses }): [string, TSchema][] => {
      const subject = capitalized(name.replace(/^get(?=[A-Z])/, ''));
      const answer = responses[200];
      return [
        ...(request === undefined ? [] : [[`${subject}Request`, request] as [string, TSchema]]),
        ...(answer === undefined
          ? []
          : [[answer.form === 'events' ? `${subject}Item` : `${subject}Answer`, answer.body] as [string, TSchema]]),
      ];
    }),
  ];
}

/** The schema of a value that may also be null, without null. */
function withoutNull(schema: JsonObject): JsonObject | undefined {
  const { type } = schema;
  return Array.isArray(type) && type.length === 2 && type[1] === 'null' ? { ...schema, type: type[0] as unknown } : undefined;
}

function orNull({ description, ...reference }: JsonObject): JsonObject {
  return { anyOf: [reference, { type: 'null' }], ...(description === undefined ? {} : { description }) };
}

function keyOf(schema: JsonObject): string {
  const { description: _description, ...rules } = schema;
  return JSON.stringify(rules);
}

/** A choice of texts is an `enum`, and members of any name are `additionalProperties`: generators understand these better. */
function inFormOfDocument(schema: JsonObject): JsonObject {
  const { anyOf, patternProperties, ...others } = schema;
  const texts = Array.isArray(anyOf) ? anyOf.map((branch: unknown) => (isObject(branch) ? branch['const'] : undefined)) : [];
  if (texts.length > 0 && texts.every((text) => typeof text === 'string')) return { type: 'string', enum: texts, ...others };
  if (isObject(patternProperties) && '^(.*)$' in patternProperties) {
    return { ...others, additionalProperties: patternProperties['^(.*)$'] };
  }
  return asExtendedError(schema) ?? (isLongInteger(schema) ? { ...schema, format: 'int64' } : schema);
}

/** Generators take an integer without a format for one of 32 bits, in which no time in milliseconds fits. */
const LARGEST_INT32 = 2_147_483_647;

function isLongInteger({ type, maximum }: JsonObject): boolean {
  const isInteger = type === 'integer' || (Array.isArray(type) && type.includes('integer'));
  return isInteger && !(typeof maximum === 'number' && maximum <= LARGEST_INT32);
}

const { properties: ERROR_MEMBERS, required: REQUIRED_OF_ERROR } = ErrorBody;

/** A body that has every member of an error, and more, as an extension of the error. */
function asExtendedError({ properties, required, ...others }: JsonObject): JsonObject | undefined {
  if (!isObject(properties)) return undefined;
  const more = Object.entries(properties).filter(([name]) => !(name in ERROR_MEMBERS));
  if (more.length === 0 || Object.keys(ERROR_MEMBERS).some((name) => !(name in properties))) return undefined;
  const asked: readonly unknown[] = Array.isArray(required) ? required : [];
  const requiredBesides = asked.filter((name) => !REQUIRED_OF_ERROR.some((one) => one === name));
  return { allOf: [plainObject(ErrorBody), { ...others, properties: Object.fromEntries(more), required: requiredBesides }] };
}

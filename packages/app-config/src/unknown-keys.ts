import { memberName } from '@oracle-gateway/contract';
import { nearestName } from '@oracle-gateway/protocol/internal';
import type { TSchema } from '@sinclair/typebox';
import type { ConfigFault } from './config-error.js';
import { isTable, memberSchema } from './members.js';

const MAX_PLACES = 3;
const MAX_KNOWN = 24;

/** Takes unknown keys out of a parsed file. The fault of each says where the key belongs, or which name is near. */
export function takeUnknownKeys(schema: TSchema, file: unknown): readonly ConfigFault[] {
  const known = namesIn(schema, '');
  return takeFrom(schema, file, '');

  function takeFrom(tableSchema: TSchema, table: unknown, name: string): readonly ConfigFault[] {
    if (!isTable(table)) return [];
    return Object.keys(table).flatMap((key) => {
      const member = memberName(name, key);
      const inner = memberSchema(tableSchema, key);
      if (inner !== undefined) return takeFrom(inner, table[key], member);
      if (tableSchema['additionalProperties'] !== false) return [];
      Reflect.deleteProperty(table, key);
      return [{ key: member, rule: `is not a known member${hintOf(tableSchema, name, key)}` }];
    });
  }

  function hintOf(tableSchema: TSchema, name: string, key: string): string {
    const isRecord = tableSchema['properties'] === undefined;
    if (isRecord) return `; must be ${String(tableSchema['title'])}`;
    const elsewhere = known.filter(({ last }) => last === key).map(({ full }) => full);
    if (elsewhere.length > 0) return ` here; it belongs to ${elsewhere.slice(0, MAX_PLACES).join(' or ')}`;
    const own = Object.keys(tableSchema['properties'] as object);
    const near = nearestName(key, own) ?? own.find((name) => isPart(key, name) || isPart(name, key));
    if (near !== undefined) return `; did you mean ${memberName(name, near)}?`;
    const far = nearestName(
      key,
      known.map(({ last }) => last),
    );
    const place = known.find(({ last }) => last === far);
    if (place !== undefined) return `; did you mean ${place.full}?`;
    return own.length <= MAX_KNOWN ? `; known are ${own.join(', ')}` : '';
  }
}

/** A name without its unit, such as `timeout` of `timeout_ms`. */
function isPart(part: string, name: string): boolean {
  return name.startsWith(`${part}_`);
}

interface KnownName {
  readonly full: string;
  readonly last: string;
}

/** Every key that a schema names, tables too; of a table with names of the operator's own choice, `<name>` stands for the name. */
export function namesIn(schema: TSchema | undefined, name: string): readonly KnownName[] {
  if (schema === undefined) return [];
  const { properties = {}, patternProperties = {} } = schema as Readonly<Record<string, Readonly<Record<string, TSchema>> | undefined>>;
  return [
    ...Object.entries(properties).flatMap(([key, member]) => {
      const full = memberName(name, key);
      return [{ full, last: key }, ...namesIn(member, full)];
    }),
    ...Object.values(patternProperties).flatMap((member) => namesIn(member, memberName(name, '<name>'))),
  ];
}

import type { TSchema } from '@sinclair/typebox';

/** A table of a parsed file. A date of TOML is no table. */
export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** The schema of a member of a table: by its name, or by the form of names of the operator's own choice. */
export function memberSchema({ properties, patternProperties }: TSchema, key: string): TSchema | undefined {
  const named = schemasIn(properties);
  if (Object.hasOwn(named, key)) return named[key];
  return Object.entries(schemasIn(patternProperties)).find(([pattern]) => new RegExp(pattern).test(key))?.[1];
}

/** The members that a schema gives by name, or the forms of names. */
export function schemasIn(members: unknown): Readonly<Record<string, TSchema>> {
  return isTable(members) ? (members as Record<string, TSchema>) : {};
}

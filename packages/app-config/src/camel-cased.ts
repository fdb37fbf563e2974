import type { Static, TObject, TSchema } from '@sinclair/typebox';

/** The name of a member inside an app: `max_age_seconds` → `maxAgeSeconds`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

/** A value of a configuration file with the names of its members in camelCase. The keys of a record are the operator's and stay. */
export type CamelCased<T> = T extends readonly unknown[]
  ? readonly T[number][]
  : T extends object
    ? string extends keyof T
      ? T
      : { readonly [Name in keyof T as Name extends string ? CamelCase<Name> : never]: CamelCased<T[Name]> }
    : T;

/** Names the members of a file as apps name them; values stay. */
export function camelCased<const S extends TObject>(schema: S, file: Static<S>): CamelCased<Static<S>> {
  // The schema says which members there are, and `renamed` names each as the type does.
  return renamed(schema, file) as CamelCased<Static<S>>;
}

function renamed(schema: TSchema | undefined, value: unknown): unknown {
  if (!hasMembers(schema) || typeof value !== 'object' || value === null) return value;
  const { properties } = schema;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [camelCase(name), renamed(properties[name], member)]));
}

function hasMembers(schema: TSchema | undefined): schema is TObject {
  return schema !== undefined && 'properties' in schema;
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

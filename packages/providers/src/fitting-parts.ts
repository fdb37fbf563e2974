/** A value of a shape that may lack any part. */
export type Parts<T> = T extends readonly (infer Entry)[]
  ? readonly (Parts<Entry> | undefined)[]
  : T extends object
    ? { readonly [Member in keyof T]?: Parts<T[Member]> | undefined }
    : T;

/** A member, an entry and a quoted member, as errors name them: `flows[0].feeds`, `headers["x-key"]`. */
const STEP = /([A-Za-z_$][A-Za-z0-9_$-]*)|\[([0-9]+)\]|\["((?:[^"\\]|\\.)*)"\]/g;

/** The members on the way to a field, from the outermost. */
export function stepsTo(field: string): readonly string[] {
  return [...field.matchAll(STEP)].map(([, name, position, quoted]) => name ?? position ?? quoted ?? '');
}

/** The member to which steps lead; undefined where it is missing. */
export function memberAt(root: unknown, steps: readonly string[]): unknown {
  let member: unknown = root;
  for (const step of steps) member = isObject(member) && Object.hasOwn(member, step) ? member[step] : undefined;
  return member;
}

/** Puts a value where steps lead, or takes out what is there. An entry that is taken out leaves its place empty. */
export function putAt(root: unknown, steps: readonly string[], value: unknown): void {
  const holder = memberAt(root, steps.slice(0, -1));
  const last = steps.at(-1);
  if (!isObject(holder) || last === undefined) return;
  if (value === undefined && !Array.isArray(holder)) Reflect.deleteProperty(holder, last);
  else holder[last] = value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The members of a JSON object; undefined for anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of a JSON object; undefined without such a member, or without an object. */
export function memberOf(value: unknown, name: string): unknown {
  const members = membersOf(value);
  return members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A non-negative integer that a JSON number holds exactly. */
export function integerOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

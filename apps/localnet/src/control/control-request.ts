/** An invalid control request. The message names the member and the rule. */
export class ControlRequestError extends Error {
  override readonly name = 'ControlRequestError';

  constructor(
    message: string,
    readonly status: 400 | 413 = 400,
  ) {
    super(message);
  }
}

export type RequestMembers = Readonly<Record<string, unknown>>;

/** An object of these members and no others. */
export function requireMembers(body: unknown, names: readonly string[]): RequestMembers {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ControlRequestError('body: must be an object');
  const unknown = Object.keys(body).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new ControlRequestError(`${unknown}: no such member; use ${names.join(', ')}`);
  return body as RequestMembers;
}

export function requireOneOf<const T extends string>(body: RequestMembers, name: string, values: readonly T[]): T {
  const found = values.find((value) => value === body[name]);
  if (found === undefined) throw new ControlRequestError(`${name}: must be one of ${values.join(', ')}`);
  return found;
}

export function requireInteger(body: RequestMembers, name: string, minimum: number, maximum: number): number {
  const value = body[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < minimum || value > maximum) {
    throw new ControlRequestError(`${name}: must be an integer ${minimum}..${maximum}`);
  }
  return value;
}

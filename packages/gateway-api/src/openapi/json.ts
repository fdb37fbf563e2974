/** A JSON object of the OpenAPI document. */
export type JsonObject = { readonly [member: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** TypeBox marks its schemas with symbols; a document consists of what JSON keeps. */
export function plainObject(value: object): JsonObject {
  const plain: unknown = JSON.parse(JSON.stringify(value));
  if (!isObject(plain)) throw new TypeError('must be an object');
  return plain;
}

/** `executeRound` → `ExecuteRound`. */
export function capitalized(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

const OPENING = '{{';
const PLACEHOLDER = /\{\{secret\.([A-Za-z0-9_-]{1,64})\}\}/g;

/**
 * Names in the `{{secret.<name>}}` placeholders of a text, in order. Undefined when `{{` begins anything else: a mistyped placeholder
 * would be sent to the source unchanged.
 */
export function secretsIn(value: string): string[] | undefined {
  const rest = value.replace(PLACEHOLDER, ' ');
  if (rest.includes(OPENING)) return undefined;
  return [...value.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/** Replaces each placeholder of a text by the result of `secretOf`. Placeholders in that result are not replaced. */
export function replacePlaceholders(value: string, secretOf: (name: string) => string): string {
  return value.replace(PLACEHOLDER, (_placeholder, name: string) => secretOf(name));
}

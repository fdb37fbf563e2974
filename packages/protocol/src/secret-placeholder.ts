const OPENING = '{{';
const PLACEHOLDER = /\{\{secret\.([A-Za-z0-9_-]{1,64})\}\}/g;

/**
 * Names in the `{{secret.<name>}}` placeholders of a header value, in order, or undefined when `{{` begins anything else: a mistyped
 * placeholder would be sent to the source as it stands.
 */
export function secretsIn(value: string): string[] | undefined {
  const rest = value.replace(PLACEHOLDER, ' ');
  if (rest.includes(OPENING)) return undefined;
  return [...value.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/** The value with each of its placeholders replaced by what `secretOf` gives for its name; what that gives is not looked at again. */
export function replacePlaceholders(value: string, secretOf: (name: string) => string): string {
  return value.replace(PLACEHOLDER, (_placeholder, name: string) => secretOf(name));
}

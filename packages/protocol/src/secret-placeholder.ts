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

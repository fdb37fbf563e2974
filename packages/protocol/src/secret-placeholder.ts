const OPENING = '{{';
/** The rule that a text breaks for which `secretsIn` is undefined. */
export const PLACEHOLDER_RULE = 'must write a secret as {{secret.<name>}}';
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

/** Forms that no honest value has: `${NAME}`, and `$NAME` by itself where the name ends like that of a secret. */
const VARIABLE = /\$\{[A-Za-z_][A-Za-z0-9_.]*\}|(?:^|[ =/])\$[A-Z][A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD)(?:$|[&/ ])/;

/** The rule that a header or a url breaks by how it writes secrets: a source would be sent a variable as it stands. */
export function placeholderRule(value: string): string | undefined {
  return secretsIn(value) === undefined || VARIABLE.test(value) ? PLACEHOLDER_RULE : undefined;
}

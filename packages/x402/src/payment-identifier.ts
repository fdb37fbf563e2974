/** Key of the x402 extension for the payer's identifier of a purchase: asking again with it does not pay again. */
export const PAYMENT_IDENTIFIER = 'payment-identifier';

const MIN_CHARACTERS = 16;
const MAX_CHARACTERS = 128;
const CHARACTERS = '[a-zA-Z0-9_-]';
const IDENTIFIER = new RegExp(`^${CHARACTERS}{${MIN_CHARACTERS},${MAX_CHARACTERS}}$`);

/** The rule of an identifier, for error texts. */
export const PAYMENT_IDENTIFIER_RULE = `must be ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters of A-Z, a-z, 0-9, _ and -`;

/** The extension in a `402`: an identifier is optional, and its form. */
export const paymentIdentifierExtension: Readonly<Record<string, unknown>> = {
  info: { required: false },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      required: { type: 'boolean' },
      id: { type: 'string', minLength: MIN_CHARACTERS, maxLength: MAX_CHARACTERS, pattern: `^${CHARACTERS}+$` },
    },
    required: ['required'],
  },
};

/**
 * The identifier among a payment's extensions. A client that repeats the extension of the `402` unchanged sends none.
 *
 * @returns `undefined` without an identifier, `null` for one that breaks {@link PAYMENT_IDENTIFIER_RULE}
 */
export function identifierAmong(extensions: Readonly<Record<string, unknown>>): string | null | undefined {
  const info = memberOf(extensions[PAYMENT_IDENTIFIER], 'info');
  const id = memberOf(info, 'id');
  if (id === undefined) return undefined;
  return typeof id === 'string' && IDENTIFIER.test(id) ? id : null;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

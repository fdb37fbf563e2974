/** A JSON object of unknown members; undefined for any other value. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function wholeNumberIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

/** The value of a JSON text, or the reason why the text has no value. */
export function parseJsonText(
  text: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly rule: string } {
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, rule: error instanceof Error ? error.message : 'must be JSON' };
  }
}

import { UsageError } from './usage-error.js';

export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own member; undefined where it is absent. */
export function own(value: unknown, name: string): unknown {
  return isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Throws UsageError named `field`. The error of JSON.parse would quote the text. */
export function parseJson(field: string, text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new UsageError(field, 'must be JSON');
  }
}

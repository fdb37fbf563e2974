import { ApiConfigError } from '@oracle-gateway/protocol';
import { memberAt, putAt, stepsTo } from './fitting-parts.js';

/** More rules than a value has. */
const MAX_FAULTS = 64;

/**
 * Every rule that a value breaks, where `parse` throws the first. Each broken member is taken out, or a good one put in its place. Then the rest is
 * judged again.
 *
 * @param good members to put in place, where the value has them
 * @returns `mended`: what is parsed in the end; undefined where a fault cannot be mended
 */
export function everyFault<V extends object, T>(
  plain: V,
  good: object,
  parse: (value: V) => T,
): { readonly mended: T | undefined; readonly errors: readonly ApiConfigError[] } {
  const value = structuredClone(plain);
  const errors: ApiConfigError[] = [];
  while (errors.length < MAX_FAULTS) {
    try {
      return { mended: parse(value), errors };
    } catch (error) {
      if (!(error instanceof ApiConfigError)) throw error;
      if (errors.some(({ field }) => field === error.field)) break;
      errors.push(error);
      const steps = stepsTo(error.field);
      putAt(value, steps, structuredClone(memberAt(good, steps)));
    }
  }
  return { mended: undefined, errors };
}

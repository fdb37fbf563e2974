import { JsonError } from './json.js';
import { evaluate } from './jsonpath/evaluate.js';
import { limitSteps, readSourceJson, SelectionError, type Selector } from './select.js';

/**
 * The beginning of a selector's own text up to the last segment that matches something in the body; null where that cannot be told: the body is
 * no JSON, or checking costs more steps than one selection may take. It holds nothing of the body.
 */
export function matchedPath(body: Uint8Array, { expression, segments }: Selector): string | null {
  try {
    const document = readSourceJson(body);
    const spend = limitSteps(document);
    const matches = (count: number): boolean => {
      let isFound = false;
      evaluate(document.root, segments.slice(0, count), spend, () => {
        isFound = true;
        return false;
      });
      return isFound;
    };
    let matched = 0;
    while (matched < segments.length && matches(matched + 1)) matched += 1;
    return expression.slice(0, segments[matched - 1]?.end ?? 1).trimEnd();
  } catch (error) {
    if (error instanceof JsonError || error instanceof SelectionError) return null;
    throw error;
  }
}

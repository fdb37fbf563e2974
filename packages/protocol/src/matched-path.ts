import { SelectionError, type Selector } from './select.js';
import { SourceReading } from './source-reading.js';

/**
 * The beginning of a selector's own text up to the last segment that matches something in the body; null where that cannot be told: the body is
 * no JSON, or checking costs more steps than one selection may take. It holds nothing of the body.
 */
export function matchedPath(body: Uint8Array, { expression, segments }: Selector): string | null {
  try {
    const reading = new SourceReading(body);
    const root = reading.document();
    let matched = 0;
    while (matched < segments.length && reading.matches(root, segments.slice(0, matched + 1))) matched += 1;
    return expression.slice(0, segments[matched - 1]?.end ?? 1).trimEnd();
  } catch (error) {
    if (error instanceof SelectionError) return null;
    throw error;
  }
}

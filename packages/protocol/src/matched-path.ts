import type { ApiConfig } from './api-config-outline.js';
import { compileSelector, SelectionError } from './select.js';
import { SourceReading } from './source-reading.js';
import { sourceBytes } from './source-size.js';

/**
 * The beginning of a `responseParser`, up to the last segment that matches something in the body; null where that cannot be told: the body is
 * no JSON, checking costs more steps than one selection may take, or there is no path. It holds nothing of the body.
 */
export function matchedPath(body: Uint8Array, source: Pick<ApiConfig, 'responseParser' | 'maxBytes'>): string | null {
  if (source.responseParser === undefined) return null;
  const { expression, segments } = compileSelector(source.responseParser);
  try {
    const reading = new SourceReading(body, sourceBytes(source));
    const root = reading.document();
    let matched = 0;
    while (matched < segments.length && reading.matches(root, segments.slice(0, matched + 1))) matched += 1;
    return expression.slice(0, segments[matched - 1]?.end ?? 1).trimEnd();
  } catch (error) {
    if (error instanceof SelectionError) return null;
    throw error;
  }
}

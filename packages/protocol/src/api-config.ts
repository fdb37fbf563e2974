import { type ApiConfig, parseApiConfigOutline } from './api-config-outline.js';
import { compileSelector, SelectorError } from './select.js';

export {
  type Aggregation,
  type ApiConfig,
  ApiConfigError,
  type HttpMethod,
  parseApiConfigOutline,
  secretNames,
} from './api-config-outline.js';

/**
 * Checks a configuration against all of protocol §1 and returns a copy that holds nothing else. Members are closed; `null` is no way to
 * write an absent member.
 * @throws ApiConfigError
 */
export function parseApiConfig(input: unknown): ApiConfig {
  return parseApiConfigOutline(input, selectorRule);
}

function selectorRule(expression: string): string | undefined {
  try {
    compileSelector(expression);
    return undefined;
  } catch (error) {
    if (error instanceof SelectorError) return error.rule;
    throw error;
  }
}

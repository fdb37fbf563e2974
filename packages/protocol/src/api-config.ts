import { type ApiConfig, type BrokenText, parseApiConfigOutline, type TextRules } from './api-config-outline.js';
import { keepConfig, keptConfig, keptForm } from './api-config-cache.js';
import { requireSendable } from './secret-places.js';
import { SelectorError } from './jsonpath/selector-error.js';
import { compileSelector } from './select.js';
import { requireTransform } from './transform/parse-transform.js';
import { TransformError } from './transform/transform-error.js';

export {
  type Aggregation,
  type ApiConfig,
  ApiConfigError,
  type HttpMethod,
  parseApiConfigOutline,
  secretNames,
} from './api-config-outline.js';

/**
 * Checks a configuration against all of docs/protocol.md#apiconfig and returns a copy that holds nothing else. Members are closed; `null` is no way to
 * write an absent member. A configuration that was judged lately is not judged again: the same copy is returned, frozen, unless it has headers.
 * @param root the member that holds the configuration, for errors
 * @throws ApiConfigError
 * @example
 * const apiConfig = parseApiConfig({ url: 'https://api.example.com/price', method: 'GET', responseParser: '$.price' });
 */
export function parseApiConfig(input: unknown, root = 'apiConfig'): ApiConfig {
  const form = keptForm(input);
  const known = form === null ? undefined : keptConfig(form);
  if (known !== undefined) return known;
  const config = parseApiConfigOutline(form === null ? input : form.members, TEXT_RULES, root);
  requireSendable(config, root);
  if (form !== null) keepConfig(form, config);
  return config;
}

function brokenBy(judge: () => unknown): BrokenText | undefined {
  try {
    judge();
    return undefined;
  } catch (error) {
    if (error instanceof SelectorError || error instanceof TransformError) return error;
    throw error;
  }
}

const TEXT_RULES: TextRules = {
  responseParser: (expression) => brokenBy(() => compileSelector(expression)),
  valueTransform: (steps, beside) => brokenBy(() => requireTransform(steps, beside)),
};

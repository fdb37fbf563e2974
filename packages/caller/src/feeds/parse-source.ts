import { type ApiConfig, ApiConfigError, parseApiConfig } from '@oracle-gateway/protocol';

import { UsageError } from '../usage-error.js';

/** Throws UsageError with the member at fault. */
export function parseSource(field: string, config: unknown): ApiConfig {
  try {
    return parseApiConfig(config);
  } catch (error) {
    if (error instanceof ApiConfigError) throw new UsageError(`${field}: ${error.field}`, error.rule);
    throw error;
  }
}

import { type ApiConfig, ApiConfigError, canonicalSource, parseApiConfig } from '@oracle-gateway/protocol';

import { UsageError } from '../usage-error.js';

/** The source as it is asked for: see `canonicalSource`. Throws UsageError with the member at fault. */
export function parseSource(field: string, config: unknown): ApiConfig {
  try {
    return canonicalSource(parseApiConfig(config));
  } catch (error) {
    if (error instanceof ApiConfigError) throw new UsageError(`${field}: ${error.field}`, error.rule);
    throw error;
  }
}

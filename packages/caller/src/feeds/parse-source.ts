import { type ApiConfig, ApiConfigError, canonicalSource, parseApiConfig } from '@oracle-gateway/protocol';

import { UsageError } from '../usage-error.js';

/** The source as it is asked for: see `canonicalSource`. Throws UsageError with the member at fault. */
export function parseSource(field: string, config: unknown): ApiConfig {
  try {
    const source = canonicalSource(parseApiConfig(config));
    if (source.method === 'HEAD')
      throw new UsageError(`${field}: apiConfig.method`, 'must not be HEAD: its answer has no body to take a value from');
    return source;
  } catch (error) {
    if (error instanceof ApiConfigError) throw new UsageError(`${field}: ${error.field}`, error.rule);
    throw error;
  }
}

import { type ApiConfig, ApiConfigError, parseApiConfig } from '@oracle-gateway/protocol';
import { canonicalSource, subjectMembers, parseSubjectWith } from '@oracle-gateway/protocol/internal';

import { UsageError } from '../usage-error.js';
import type { SourceOrIndex } from './named-source.js';

/** A source or an index as it is asked for: see `canonicalSource`. Throws UsageError with the member at fault. */
export function parseSource(field: string, config: unknown): SourceOrIndex {
  try {
    const { apiConfigs, combine, ...others } = membersIn(config);
    if (apiConfigs === undefined) return parsed(config, 'apiConfig');
    if (!Array.isArray(apiConfigs)) throw new ApiConfigError('apiConfigs', 'must be an array of sources');
    if (combine === undefined)
      throw new ApiConfigError('combine', 'is required beside apiConfigs; a list is asked for by its sources one by one');
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw new ApiConfigError(unknown, 'is not a known member');
    const members = subjectMembers(parseSubjectWith({ apiConfigs, combine }, parsed));
    if (!('combine' in members)) throw new TypeError('a subject with a rule is an index');
    return members;
  } catch (error) {
    if (error instanceof ApiConfigError) throw new UsageError(`${field}: ${error.field}`, error.rule);
    throw error;
  }
}

function membersIn(config: unknown): Readonly<Record<string, unknown>> {
  return typeof config === 'object' && config !== null ? { ...config } : {};
}

function parsed(config: unknown, root: string): ApiConfig {
  const source = canonicalSource(parseApiConfig(config, root));
  if (source.method === 'HEAD') throw new ApiConfigError(`${root}.method`, 'must not be HEAD: its answer has no body to take a value from');
  return source;
}

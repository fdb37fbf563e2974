import type { ApiConfig } from '@oracle-gateway/protocol';
import { exactRule } from './exact-rule.js';
import { createMedianRule } from './median-rule.js';
import type { ValueRule } from './value-rule.js';

/** The rule of a source's mode (interface §2.1). */
export function ruleOfSource({ aggregation }: Pick<ApiConfig, 'aggregation'>, deps: { readonly nowMs: () => number }): ValueRule {
  return aggregation === undefined ? exactRule : createMedianRule(aggregation, deps);
}

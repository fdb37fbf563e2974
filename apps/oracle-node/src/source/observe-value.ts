import {
  applyTransform,
  compileSelector,
  packExact,
  parseTransform,
  selectDecimal,
  SelectionError,
  TransformError,
  ValueError,
  type ApiConfig,
} from '@oracle-gateway/protocol';
import { SourceError } from '../errors.js';
import type { FetchSource } from './safe-fetch.js';

/** What a node saw: the packed value, and when the last byte of it arrived. */
export interface SourceValue {
  readonly value: Uint8Array;
  readonly observedAtMs: number;
}

/** Fetch → select → transform → pack (protocol §2, exact mode). Throws NodeError `forbidden_source`, or SourceError naming the step. */
export type ObserveValue = (config: ApiConfig) => Promise<SourceValue>;

export const createObserveValue =
  (input: { readonly fetchSource: FetchSource; readonly nowMs: () => number }): ObserveValue =>
  async (config) => {
    const body = await input.fetchSource(config);
    const observedAtMs = input.nowMs();
    return { value: packBody(config, body), observedAtMs };
  };

const packBody = (config: ApiConfig, body: Uint8Array): Uint8Array => {
  try {
    const selector = config.responseParser === undefined ? undefined : compileSelector(config.responseParser);
    const selected = selectDecimal(body, selector);
    const transformed = config.valueTransform === undefined ? selected : applyTransform(parseTransform(config.valueTransform), selected);
    return packExact(transformed);
  } catch (error) {
    throw sourceError(error);
  }
};

/** The library's message says what did not fit; it never holds the body. */
const sourceError = (error: unknown): unknown => {
  if (error instanceof SelectionError) {
    return new SourceError('select', 'the answer of the source does not hold one number where responseParser points');
  }
  if (error instanceof TransformError) {
    return new SourceError('transform', 'valueTransform cannot be applied to this value');
  }
  if (error instanceof ValueError) {
    return new SourceError('pack', 'the value is negative or out of range');
  }
  return error;
};

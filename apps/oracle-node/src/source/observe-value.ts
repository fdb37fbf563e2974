import {
  applyTransform,
  compileSelector,
  packValue,
  parseTransform,
  selectDecimal,
  SelectionError,
  TransformError,
  ValueError,
  type ApiConfig,
} from '@oracle-gateway/protocol';
import { SourceError } from '../errors/node-error.js';
import type { Asked, FetchSource } from './safe-fetch.js';
import type { ReadingTurns } from '../sharing/reading-turns.js';

/** What a node saw: the packed value, and when the last byte of it arrived. */
export interface SourceValue {
  readonly value: Uint8Array;
  readonly observedAtMs: number;
}

/**
 * Fetch → select → transform → pack (protocol §2), in the mode of the configuration. Throws NodeError `forbidden_source`, or SourceError naming the step; rejects
 * early when the signal of `asked` is aborted.
 */
export type ObserveValue = (config: ApiConfig, asked: Asked) => Promise<SourceValue>;

export function createObserveValue(deps: {
  readonly fetchSource: FetchSource;
  readonly readingTurns: Pick<ReadingTurns, 'run'>;
  readonly nowMs: () => number;
}): ObserveValue {
  return async (config, asked) => {
    const body = await deps.fetchSource(config, asked);
    const observedAtMs = deps.nowMs();
    const value = await deps.readingTurns.run(asked.by, asked.signal, () => {
      asked.signal.throwIfAborted();
      return packBody(config, body);
    });
    return { value, observedAtMs };
  };
}

function packBody(config: ApiConfig, body: Uint8Array): Uint8Array {
  try {
    const selector = config.responseParser === undefined ? undefined : compileSelector(config.responseParser);
    const selected = selectDecimal(body, selector);
    const transformed = config.valueTransform === undefined ? selected : applyTransform(parseTransform(config.valueTransform), selected);
    return packValue(transformed, config.aggregation);
  } catch (error) {
    throw sourceError(error);
  }
}

/** The library's message says what did not fit; it never holds the body. */
function sourceError(error: unknown): unknown {
  if (error instanceof SelectionError) {
    return new SourceError('select', 'the answer of the source does not hold one number where responseParser points');
  }
  if (error instanceof TransformError) {
    return new SourceError('transform', 'valueTransform cannot be applied to this value');
  }
  if (error instanceof ValueError) {
    return new SourceError('pack', 'the value is out of range, or negative in exact mode');
  }
  return error;
}

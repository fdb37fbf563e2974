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

/** An observed value, packed, and the time at which its last byte arrived. */
export interface SourceValue {
  readonly value: Uint8Array;
  readonly observedAtMs: number;
}

/**
 * Fetch → select → transform → pack (protocol §2), in the mode of the configuration. Throws NodeError `forbidden_source`, or SourceError with
 * the step that failed. Rejects early when the signal of `asked` is aborted.
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

/** Gives each library error its step and a fixed text, which never holds the body. */
function sourceError(error: unknown): unknown {
  if (error instanceof SelectionError) {
    return new SourceError('select', 'responseParser: must select exactly one number in the answer of the source');
  }
  if (error instanceof TransformError) {
    return new SourceError('transform', 'valueTransform: must be applicable to the value of the source');
  }
  if (error instanceof ValueError) {
    return new SourceError('pack', 'the value must be within range, and not negative in exact mode');
  }
  return error;
}

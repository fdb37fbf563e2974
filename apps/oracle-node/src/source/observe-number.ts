import {
  applyTransform,
  compileSelector,
  type Decimal,
  matchedPath,
  parseTransform,
  selectDecimal,
  SelectionError,
  TransformError,
  type ApiConfig,
  type Selector,
  type SourceNumber,
  unixMs,
} from '@oracle-gateway/protocol';
import { inSpan } from '@oracle-gateway/process';
import { type BrokenRule, SourceError } from '../errors/node-error.js';
import type { FetchParticulars, FetchSource } from './safe-fetch.js';
import type { ReadingTurns } from '../sharing/reading-turns.js';

/**
 * Fetch → select → transform of one source (protocol §2). Throws NodeError `forbidden_source` or `share_used`, or SourceError with the step
 * that failed. Rejects early when the signal of `asked` is aborted. Milliseconds that it takes of a thread are charged by `asked`.
 */
export type ObserveNumber = (config: ApiConfig, asked: FetchParticulars) => Promise<SourceNumber>;

export function createObserveNumber(deps: {
  readonly fetchSource: FetchSource;
  readonly readingTurns: ReadingTurns;
  readonly nowMs: () => number;
}): ObserveNumber {
  return async (config, asked) => {
    // Nothing of the trace is sent to a source, and nothing of the source is told to a trace.
    const body = await inSpan('fetch source', () => deps.fetchSource(config, asked));
    const receivedAtMs = unixMs(deps.nowMs());
    const decimal = await deps.readingTurns.run(asked, () => {
      asked.signal.throwIfAborted();
      return readBody(config, body, asked.explains === true);
    });
    return { decimal, receivedAtMs };
  };
}

function readBody(config: ApiConfig, body: Uint8Array, explains: boolean): Decimal {
  const selector = config.responseParser === undefined ? undefined : compileSelector(config.responseParser);
  try {
    const selected = selectDecimal(body, selector);
    return config.valueTransform === undefined ? selected : applyTransform(parseTransform(config.valueTransform), selected);
  } catch (error) {
    throw sourceError(error, explains ? brokenRule(error, body, selector) : undefined);
  }
}

/** Gives each library error its step and a fixed text, which never holds the body. */
function sourceError(error: unknown, broken: BrokenRule | undefined): unknown {
  const failure = (step: SourceError['step'], message: string): SourceError => new SourceError(step, message, undefined, undefined, broken);
  if (error instanceof SelectionError) {
    return failure('select', 'responseParser: must select exactly one number in the answer of the source');
  }
  if (error instanceof TransformError) {
    return failure('transform', 'valueTransform: must be applicable to the value of the source');
  }
  return error;
}

/** Nothing of it is text of the source: a rule has a name of its own, and a path is the caller's. */
function brokenRule(error: unknown, body: Uint8Array, selector: Selector | undefined): BrokenRule | undefined {
  if (error instanceof SelectionError) {
    const matched = selector === undefined ? null : matchedPath(body, selector);
    return { rule: error.reason, ...(matched === null ? {} : { matched }) };
  }
  return error instanceof TransformError && error.reason !== 'syntax' ? { rule: error.reason } : undefined;
}

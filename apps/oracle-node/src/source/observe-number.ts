import { type ApiConfig, type Decimal, readNumber, SelectionError, type SourceNumber, unixMs } from '@oracle-gateway/protocol';
import { matchedPath, StepError } from '@oracle-gateway/protocol/internal';
import { type BrokenRule, SourceError } from '../errors/node-error.js';
import type { FetchParticulars, FetchSource } from './safe-fetch.js';
import type { ReadingTurns } from '../sharing/reading-turns.js';

/**
 * Fetch → select → transform of one source (docs/protocol.md#selection). Throws NodeError `forbidden_source` or `share_used`, or SourceError with the step
 * that failed. Rejects early when the signal of `asked` is aborted. Milliseconds that it takes of a thread are charged by `asked`.
 */
export type ObserveNumber = (config: ApiConfig, asked: FetchParticulars & ReadingTerms) => Promise<SourceNumber>;

export interface ReadingTerms {
  /** Places of the packed value, which guards judge. Default: those of exact mode. */
  readonly decimals?: number | undefined;
}

export function createObserveNumber(deps: {
  readonly fetchSource: FetchSource;
  readonly readingTurns: ReadingTurns;
  readonly nowMs: () => number;
}): ObserveNumber {
  return async (config, asked) => {
    const body = await deps.fetchSource(config, asked);
    const receivedAtMs = unixMs(deps.nowMs());
    const decimal = await deps.readingTurns.run(asked, () => {
      asked.signal.throwIfAborted();
      return readBody(config, body, asked);
    });
    return { decimal, receivedAtMs };
  };
}

function readBody(config: ApiConfig, body: Uint8Array, { decimals }: ReadingTerms): Decimal {
  try {
    return readNumber(body, config, decimals);
  } catch (error) {
    throw sourceError(error, brokenRule(error, body, config));
  }
}

/** Gives each library error its step and a fixed text, which never holds the body. */
function sourceError(error: unknown, broken: BrokenRule | undefined): unknown {
  const failure = (step: SourceError['step'], message: string): SourceError => new SourceError(step, message, undefined, undefined, broken);
  if (error instanceof SelectionError) {
    return failure('select', 'responseParser: must select exactly one number in the answer of the source');
  }
  if (error instanceof StepError) {
    return failure('transform', 'valueTransform: must be applicable to the answer of the source');
  }
  return error;
}

/** Nothing of it is text of the source: a rule has a name of its own, and a path or a step is the caller's. Only a failure costs a second reading. */
function brokenRule(error: unknown, body: Uint8Array, config: ApiConfig): BrokenRule | undefined {
  if (error instanceof SelectionError) {
    const matched = matchedPath(body, config);
    return { rule: error.reason, ...(matched === null ? {} : { matched }) };
  }
  if (!(error instanceof StepError)) return undefined;
  const before = config.valueTransform?.slice(0, error.at) ?? '';
  return { rule: error.rule, ...(before === '' ? {} : { matched: before }) };
}

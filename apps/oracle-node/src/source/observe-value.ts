import {
  applyTransform,
  compileSelector,
  matchedPath,
  packValue,
  parseTransform,
  selectDecimal,
  SelectionError,
  TransformError,
  ValueError,
  type ApiConfig,
  type Selector,
} from '@oracle-gateway/protocol';
import { inSpan } from '@oracle-gateway/process';
import { type BrokenRule, NodeError, readingTimeUsed, SourceError } from '../errors/node-error.js';
import type { FetchParticulars, FetchSource } from './safe-fetch.js';
import type { ReadingTurns } from '../sharing/reading-turns.js';

/** An observed value, packed, and the time at which its last byte arrived. */
export interface SourceValue {
  readonly value: Uint8Array;
  readonly receivedAtMs: number;
}

/**
 * Fetch → select → transform → pack (protocol §2), in the mode of the configuration. Throws NodeError `forbidden_source`, or SourceError with
 * the step that failed. Rejects early when the signal of `asked` is aborted.
 */
export type ObserveValue = (config: ApiConfig, asked: FetchParticulars) => Promise<SourceValue>;

export function createObserveValue(deps: {
  readonly fetchSource: FetchSource;
  readonly readingTurns: Pick<ReadingTurns, 'run' | 'charge'>;
  readonly nowMs: () => number;
  /** Name the rule that an answer breaks, and how far the selection matched: for dry runs. */
  readonly explains?: true;
}): ObserveValue {
  return async (config, asked) => {
    // Nothing of the trace is sent to a source, and nothing of the source is told to a trace.
    const charge = (ms: number): boolean => deps.readingTurns.charge(asked.by, ms);
    const body = await inSpan('fetch source', () => deps.fetchSource(config, { ...asked, charge }));
    const receivedAtMs = deps.nowMs();
    const reading = deps.readingTurns.run(asked.by, asked.signal, () => {
      asked.signal.throwIfAborted();
      return packBody(config, body, deps.explains === true);
    });
    return { value: await reading.catch(refuseReading), receivedAtMs };
  };
}

/** `share_used` says that the source was not asked: it is not told here, where the answers of its sources used the requester's share. */
function refuseReading(error: unknown): never {
  if (!(error instanceof NodeError) || error.code !== 'share_used') throw error;
  throw readingTimeUsed('select');
}

function packBody(config: ApiConfig, body: Uint8Array, explains: boolean): Uint8Array {
  const selector = config.responseParser === undefined ? undefined : compileSelector(config.responseParser);
  try {
    const selected = selectDecimal(body, selector);
    const transformed = config.valueTransform === undefined ? selected : applyTransform(parseTransform(config.valueTransform), selected);
    return packValue(transformed, config.aggregation);
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
  if (error instanceof ValueError) {
    return failure('pack', 'the value must be within range, not negative in exact mode, and not zero unless the source says zero');
  }
  return error;
}

/** Nothing of it is text of the source: a rule has a name of its own, and a path is the caller's. */
function brokenRule(error: unknown, body: Uint8Array, selector: Selector | undefined): BrokenRule | undefined {
  if (error instanceof SelectionError) {
    const matched = selector === undefined ? null : matchedPath(body, selector);
    return { rule: error.reason, ...(matched === null ? {} : { matched }) };
  }
  if (error instanceof TransformError) return error.reason === 'syntax' ? undefined : { rule: error.reason };
  return error instanceof ValueError ? { rule: error.reason } : undefined;
}

import {
  type Aggregation,
  type ApiConfig,
  ApiConfigError,
  type Decimal,
  formatScaled,
  formatValue,
  packValue,
  parseApiConfig,
  readNumber,
  SelectionError,
  ValueError,
} from '@oracle-gateway/protocol';
import { StepError } from '@oracle-gateway/protocol/internal';
import { chainOf, transformText } from './chain.js';
import { BROKEN_BY_SAMPLE } from './judge-words.js';
import { nearestPath } from './nearest-path.js';
import { stepsOfPath } from './path-text.js';
import { type Sample, valueOfPath, writtenText } from './sample.js';

/** The path and the steps of a source, as far as they are written. */
export interface PathDraft {
  readonly responseParser: string | undefined;
  readonly valueTransform: string | undefined;
  readonly aggregation: Aggregation | undefined;
  readonly maxBytes: number | undefined;
}

/** The engine's verdict about a path and its steps. */
export type Judgement =
  /** They are well formed, and there is no sample to try them on. */
  | { readonly state: 'untried' }
  | {
      readonly state: 'good';
      /** The selected value as it is written; undefined where a filter or no path selects it. */
      readonly selected: string | undefined;
      /** The number after each step; undefined for a step that gives a text, and in a large sample. */
      readonly after: readonly (string | undefined)[];
      /** Decimal text that the nodes would sign. */
      readonly signed: string;
    }
  | {
      readonly state: 'wrong';
      /** `text`: no node takes it. `sample`: the nodes may see another answer than the sample. */
      readonly by: 'text' | 'sample';
      readonly field: 'responseParser' | 'valueTransform' | 'value';
      /** A sentence. */
      readonly rule: string;
      /** Place of the step at fault, counted from 0. */
      readonly step?: number;
      /** The right path that the written one stands for. */
      readonly nearest?: string;
    };

/** Any source has a url and a method. The judge reads neither. */
const ANY_SOURCE = { url: 'https://source.example/', method: 'GET' };
/** In a larger sample, the number after each step is left out: each costs one more reading. */
const MAX_PREVIEW_BYTES = 65_536;
const WRITTEN_HINT = /write (\$\S*)$/;

/** Judges path and steps by the engine that the nodes have, on a sample where there is one. */
export function judgePath(draft: PathDraft, sample: Sample | undefined): Judgement {
  const { responseParser, valueTransform, aggregation, maxBytes } = draft;
  const wrong = wrongText(draft, sample);
  if (wrong !== undefined) return wrong;
  if (sample === undefined) return { state: 'untried' };
  if (responseParser === undefined && (sample.root?.kind === 'object' || sample.root?.kind === 'array'))
    return { state: 'wrong', by: 'sample', field: 'responseParser', rule: 'Click the number you want, or write its path.' };
  try {
    const number = readNumber(sample.bytes, written({ responseParser, valueTransform, maxBytes }), aggregation?.numeric.decimals);
    const signed = formatValue(packValue(number, aggregation), aggregation);
    return { state: 'good', selected: selectedText(responseParser, sample), after: numbersAfter(draft, sample), signed };
  } catch (error) {
    if (error instanceof SelectionError)
      return {
        state: 'wrong',
        by: 'sample',
        field: 'responseParser',
        rule: BROKEN_BY_SAMPLE[error.reason],
        ...nearestIn(responseParser, sample),
      };
    if (error instanceof StepError)
      return {
        state: 'wrong',
        by: 'sample',
        field: 'valueTransform',
        rule: BROKEN_BY_SAMPLE[error.rule],
        ...stepAt(valueTransform, error.at),
      };
    if (error instanceof ValueError) return { state: 'wrong', by: 'sample', field: 'value', rule: BROKEN_BY_SAMPLE[error.reason] };
    throw error;
  }
}

/** A text that breaks its grammar. */
function wrongText({ responseParser, valueTransform, aggregation }: PathDraft, sample: Sample | undefined): Judgement | undefined {
  try {
    parseApiConfig({ ...ANY_SOURCE, ...written({ responseParser, valueTransform, aggregation }) });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiConfigError)) throw error;
    const { field, rule, at } = error;
    if (field.endsWith('.responseParser')) {
      const nearest = nearestIn(responseParser, sample);
      const [, hinted] = WRITTEN_HINT.exec(rule) ?? [];
      return {
        state: 'wrong',
        by: 'text',
        field: 'responseParser',
        rule: `The path ${rule}.`,
        ...(hinted === undefined ? {} : { nearest: hinted }),
        ...nearest,
      };
    }
    if (field.endsWith('.valueTransform'))
      return { state: 'wrong', by: 'text', field: 'valueTransform', rule: `The chain ${rule}.`, ...stepAt(valueTransform, at ?? 0) };
    // Another field has its own note.
    return { state: 'untried' };
  }
}

function nearestIn(written: string | undefined, sample: Sample | undefined): { readonly nearest?: string } {
  const nearest = written === undefined || sample?.root === undefined ? undefined : nearestPath(sample.root, written);
  return nearest === undefined ? {} : { nearest };
}

/** The step that a place in the text belongs to. */
function stepAt(transform: string | undefined, at: number): { readonly step?: number } {
  const chain = chainOf(transform ?? '');
  const step = chain.findIndex((_, place) => transformText(chain.slice(0, place + 1)).length >= at);
  return step === -1 ? {} : { step };
}

function selectedText(path: string | undefined, { root }: Sample): string | undefined {
  const steps = path === undefined ? undefined : stepsOfPath(path);
  const value = steps === undefined || root === undefined ? undefined : valueOfPath(root, steps);
  return value === undefined ? undefined : writtenText(value);
}

function numbersAfter({ responseParser, valueTransform, maxBytes }: PathDraft, { bytes }: Sample): readonly (string | undefined)[] {
  const chain = chainOf(valueTransform ?? '');
  if (bytes.length > MAX_PREVIEW_BYTES) return chain.map(() => undefined);
  return chain.map((_, place) => {
    try {
      const beginning = written({ responseParser, valueTransform: transformText(chain.slice(0, place + 1)), maxBytes });
      return decimalText(readNumber(bytes, beginning));
    } catch {
      // A step that gives a text has no number.
      return undefined;
    }
  });
}

function decimalText({ mantissa, exponent }: Decimal): string {
  return exponent >= 0 ? formatScaled(mantissa * 10n ** BigInt(exponent), 0) : formatScaled(mantissa, -exponent);
}

/** The members that have a value. */
function written({
  responseParser,
  valueTransform,
  aggregation,
  maxBytes,
}: Partial<PathDraft>): Partial<Omit<ApiConfig, 'url' | 'method'>> {
  return {
    ...(responseParser === undefined ? {} : { responseParser }),
    ...(valueTransform === undefined ? {} : { valueTransform }),
    ...(aggregation === undefined ? {} : { aggregation }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  };
}

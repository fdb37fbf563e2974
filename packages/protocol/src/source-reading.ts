import { type CountedJson, decodeUtf8, JsonError, type JsonValue, readCountedJson } from './json.js';
import { evaluate } from './jsonpath/evaluate.js';
import type { Segment } from './jsonpath/query.js';
import { SelectionError, type Selector } from './select.js';
import { sizesIn } from './source-size.js';
import { trim } from './trim.js';

const MAX_SOURCE_DEPTH = 64;
/** Values of all documents of a body, for each 256 KiB that it may have. */
const VALUES_PER_SIZE = 100_000;

/**
 * Work that one observation may take, in steps: unions and filters multiply, and a caller chooses both. The limit grows with the
 * documents, so that a small one cannot cost what only a large one should.
 */
const STEPS_PER_VALUE = 10;
const BASE_STEPS = 10_000;
/** So many characters of a body that is no JSON count as a value. */
const CHARACTERS_PER_VALUE = 16;

function toSelectionError(error: unknown, isWithin: boolean): unknown {
  if (!(error instanceof JsonError)) return error;
  if (error.reason === 'not_utf8') return new SelectionError('body_not_utf8', { cause: error });
  return new SelectionError(isWithin && error.reason === 'too_many_values' ? 'too_costly' : 'body_not_json', { cause: error });
}

/** One reading of one body: its documents, and the work that is left for all that is done with them. */
export class SourceReading {
  #stepsLeft = BASE_STEPS;
  #valuesLeft: number;
  readonly #empty: { readonly root: JsonValue; readonly segments: readonly Segment[] }[] = [];

  constructor(
    private readonly body: Uint8Array,
    private readonly maxBytes: number,
  ) {
    this.#valuesLeft = VALUES_PER_SIZE * sizesIn(maxBytes);
  }

  /** @throws SelectionError `too_costly` where no work is left */
  readonly spend = (steps: number): void => {
    this.#stepsLeft -= steps;
    if (this.#stepsLeft < 0) throw new SelectionError('too_costly');
  };

  /** The body as one text, trimmed. @throws SelectionError */
  text(): string {
    const text = trim(this.decoded());
    this.#stepsLeft += STEPS_PER_VALUE * Math.floor(text.length / CHARACTERS_PER_VALUE);
    return text;
  }

  /** The document that the body is. @throws SelectionError */
  document(): JsonValue {
    return this.read(this.decoded(), false);
  }

  /** The document that a text within the body is. @throws SelectionError */
  documentWithin(text: string): JsonValue {
    return this.read(text.startsWith('\ufeff') ? text.slice(1) : text, true);
  }

  /**
   * The nodes of a document that a query selects.
   * @param limit ends the search at the first node beyond it, which is the last of the answer
   * @throws SelectionError
   */
  nodes(root: JsonValue, { segments }: Selector, limit: number): readonly JsonValue[] {
    const found: JsonValue[] = [];
    evaluate(root, segments, this.spend, (node) => found.push(node) <= limit);
    if (found.length === 0) this.#empty.push({ root, segments });
    return found;
  }

  /** Whether the segments select something. @throws SelectionError */
  matches(root: JsonValue, segments: readonly Segment[]): boolean {
    let isFound = false;
    evaluate(root, segments, this.spend, () => {
      isFound = true;
      return false;
    });
    return isFound;
  }

  /** Whether each query that selected nothing selects something without its last segment. @throws SelectionError */
  isAbsenceKnown(): boolean {
    return this.#empty.every(({ root, segments }) => this.matches(root, segments.slice(0, -1)));
  }

  private decoded(): string {
    if (this.body.length > this.maxBytes) throw new SelectionError('body_too_large');
    try {
      return decodeUtf8(this.body, 'skip');
    } catch (error) {
      throw toSelectionError(error, false);
    }
  }

  private read(text: string, isWithin: boolean): JsonValue {
    const { root, values } = this.counted(text, isWithin);
    this.#valuesLeft -= values;
    this.#stepsLeft += STEPS_PER_VALUE * values;
    return root;
  }

  private counted(text: string, isWithin: boolean): CountedJson {
    try {
      return readCountedJson(text, {
        maxDepth: MAX_SOURCE_DEPTH,
        maxNodes: this.#valuesLeft,
        duplicateMembers: 'last-wins',
        loneSurrogates: 'keep',
      });
    } catch (error) {
      throw toSelectionError(error, isWithin);
    }
  }
}

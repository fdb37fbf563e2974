import type { ApiConfig } from '../api-config-outline.js';
import { type Decimal, LostDigitsError, scaleDecimal } from '../decimal.js';
import type { JsonValue } from '../json.js';
import { textCost } from '../jsonpath/compare.js';
import { compileSelector, numberOf, SelectionError } from '../select.js';
import { SourceReading } from '../source-reading.js';
import { sourceBytes } from '../source-size.js';
import { EXACT_DECIMALS } from '../value.js';
import { type PlacedStep, parseTransform, type Transform } from './parse-transform.js';
import { type Reading, StepError } from './step.js';

/** Items that a choosing step may take. */
const MAX_ITEMS = 10_000;

const NO_STEPS: Transform = { reads: [], choice: undefined, arithmetic: [], guards: [], readingText: '' };

/** Runs a step, and gives its failure its place. */
function within<T>({ at }: Pick<PlacedStep, 'at'>, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof StepError) throw new StepError(error.rule, at);
    if (error instanceof SelectionError) throw new StepError(error.reason, at, { cause: error });
    if (error instanceof LostDigitsError) throw new StepError('loses_all_digits', at);
    throw error;
  }
}

/** One item where no step chooses among several. */
function requireItems(items: readonly JsonValue[], limit: number): readonly JsonValue[] {
  if (items.length > limit) throw new SelectionError(limit === 1 ? 'several_selected' : 'too_many_selected');
  if (items.length === 0 && limit === 1) throw new SelectionError('nothing_selected');
  return items;
}

function unitsOf(item: JsonValue): number {
  if (item.kind === 'string') return item.value.length;
  return item.kind === 'number' ? item.text.length : 0;
}

function firstItems(source: SourceReading, responseParser: string | undefined, limit: number): readonly JsonValue[] {
  if (responseParser === undefined) return [{ kind: 'string', value: source.text() }];
  return requireItems(source.nodes(source.document(), compileSelector(responseParser), limit), limit);
}

/**
 * The number that a source's body holds, exactly as written there: never by way of an IEEE double (docs/protocol.md#selection). Without `responseParser`
 * the whole body, trimmed of space, tab, CR and LF, is the one item that the steps begin with; with it, each node that it selects.
 *
 * @param decimals the places of the packed value, which guards judge
 * @throws SelectionError, or StepError with the place of the step that failed
 */
export function readNumber(
  body: Uint8Array,
  config: Pick<ApiConfig, 'responseParser' | 'valueTransform' | 'maxBytes'>,
  decimals = EXACT_DECIMALS,
): Decimal {
  const { responseParser, valueTransform } = config;
  const { reads, choice, arithmetic, guards } = valueTransform === undefined ? NO_STEPS : parseTransform(valueTransform);
  const source = new SourceReading(body, sourceBytes(config));
  const limit = choice === undefined ? 1 : MAX_ITEMS;
  const reading: Reading = {
    spend: source.spend,
    select: (text, selector) => source.nodes(source.documentWithin(text), selector, limit),
    isAbsenceKnown: () => source.isAbsenceKnown(),
  };

  let items = firstItems(source, responseParser, limit);
  for (const placed of reads) {
    const readOne = (item: JsonValue): JsonValue | readonly JsonValue[] => {
      const read = placed.action.read(item, reading);
      source.spend(textCost(unitsOf(item)));
      return read;
    };
    const before = items;
    items = within(placed, () => requireItems(before.flatMap(readOne), limit));
  }
  const chosen = choose(items, { reads, choice }, reading);
  const value = arithmetic.reduce((number, placed) => within(placed, () => placed.action.apply(number)), chosen);
  const packed = { mantissa: scaleDecimal(value, decimals), exponent: -decimals };
  for (const placed of guards) within(placed, () => placed.action.judge(packed));
  return value;
}

function choose(items: readonly JsonValue[], { reads, choice }: Pick<Transform, 'reads' | 'choice'>, reading: Reading): Decimal {
  if (choice !== undefined) return within(choice, () => choice.action.choose(items, reading));
  const [only] = items;
  const toNumber = (): Decimal => {
    if (only === undefined) throw new SelectionError('nothing_selected');
    return numberOf(only);
  };
  const last = reads.at(-1);
  return last === undefined ? toNumber() : within(last, toNumber);
}

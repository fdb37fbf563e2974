import { commonScale, type Decimal, divideDecimals } from '../decimal.js';
import type { JsonValue } from '../json.js';
import { textCost } from '../jsonpath/compare.js';
import { numberOf } from '../select.js';
import { type Reading, type TransformStep, StepError } from './step.js';

/** Rules that no number, or one beyond the bounds, breaks at any of these steps. */
const FAILS: TransformStep['fails'] = ['nothing_selected', 'not_a_number', 'too_long', 'exponent'];

function requireSome(item: JsonValue | undefined): JsonValue {
  if (item === undefined) throw new StepError('nothing_selected');
  return item;
}

/** Each number is paid for twice: it is read, and then added or compared. */
function numbersOf(items: readonly JsonValue[], { spend }: Reading): readonly Decimal[] {
  requireSome(items[0]);
  return items.map((item) => {
    spend(2 * textCost(item.kind === 'number' ? item.text.length : item.kind === 'string' ? item.value.length : 0));
    return numberOf(item);
  });
}

function sumOf(numbers: readonly Decimal[]): Decimal {
  const { mantissas, exponent } = commonScale(numbers);
  return { mantissa: mantissas.reduce((sum, mantissa) => sum + mantissa, 0n), exponent };
}

/** The number at a place of the sorted ones. */
function ranked(numbers: readonly Decimal[], place: (count: number) => number): Decimal {
  const { mantissas, exponent } = commonScale(numbers);
  const sorted = mantissas.toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  return { mantissa: sorted[place(sorted.length)] ?? 0n, exponent };
}

function numberStep(
  name: string,
  meaning: string,
  choose: (numbers: readonly Decimal[]) => Decimal,
  fails: TransformStep['fails'] = [],
): TransformStep {
  return {
    name,
    kind: 'choose',
    operand: null,
    takes: 'numbers',
    gives: 'number',
    meaning,
    fails: [...FAILS, ...fails],
    bind: () => ({ kind: 'choose', choose: (items, reading) => choose(numbersOf(items, reading)) }),
  };
}

function placeStep(name: string, meaning: string, place: 0 | -1): TransformStep {
  return {
    name,
    kind: 'choose',
    operand: null,
    takes: 'items',
    gives: 'number',
    meaning,
    fails: FAILS,
    bind: () => ({ kind: 'choose', choose: (items) => numberOf(requireSome(items.at(place))) }),
  };
}

export const CHOOSING_STEPS: readonly TransformStep[] = [
  placeStep('first', 'The first of the items', 0),
  placeStep('last', 'The last of the items', -1),
  numberStep('least', 'The least of the numbers', (numbers) => ranked(numbers, () => 0)),
  numberStep('greatest', 'The greatest of the numbers', (numbers) => ranked(numbers, (count) => count - 1)),
  numberStep('sum', 'The sum of the numbers', sumOf),
  numberStep(
    'mean',
    'The sum of the numbers, divided by their count; truncated toward zero at 36 fractional digits',
    (numbers) => divideDecimals(sumOf(numbers), { mantissa: BigInt(numbers.length), exponent: 0 }),
    ['loses_all_digits'],
  ),
  numberStep('median', 'The number at place ⌊(k − 1) ÷ 2⌋ of the k sorted ones, counted from 0', (numbers) =>
    ranked(numbers, (count) => Math.floor((count - 1) / 2)),
  ),
  {
    name: 'count',
    kind: 'choose',
    operand: null,
    takes: 'items',
    gives: 'number',
    meaning: 'How many items there are; 0 only where the query without its last segment selects something',
    fails: ['nothing_selected'],
    bind: () => ({
      kind: 'choose',
      choose: (items, reading) => {
        if (items.length === 0 && !reading.isAbsenceKnown()) throw new StepError('nothing_selected');
        return { mantissa: BigInt(items.length), exponent: 0 };
      },
    }),
  },
];

import type { ValueError } from '@oracle-gateway/protocol';
import type { StepRule } from '@oracle-gateway/protocol/internal';

/** Rules that a sample breaks, and what to do, for the path, its steps and the value. */
export const BROKEN_BY_SAMPLE: Readonly<Record<StepRule | ValueError['reason'], string>> = {
  body_too_large: 'The sample is larger than a node reads. Raise the largest answer, or ask for less.',
  body_not_utf8: 'The sample is not UTF-8.',
  body_not_json: 'The sample is no JSON. Empty the path where the whole answer is the number.',
  too_costly: 'The path takes too many steps. Name the members on the way in place of .. and *.',
  nothing_selected: 'The path selects nothing in the sample.',
  several_selected: 'The path selects more than one value. Name one, or begin the steps with first, median or sum.',
  too_many_selected: 'The path selects more than 10,000 values. Select fewer.',
  not_a_number: 'The selected value is no number. Click a number, or add a step that reads its text.',
  too_long: 'The number has more than 128 characters.',
  exponent: 'The exponent of the number is too large.',
  wrong_kind: 'This step takes another kind of value.',
  not_found: 'The sample does not have the text of this step.',
  several_found: 'The sample has the text of this step more than once.',
  not_csv: 'This step finds no table.',
  not_hex: 'This step finds no hexadecimal number.',
  not_a_date: 'This step finds no date with its zone.',
  not_grouped: 'This step finds no number in groups of three digits.',
  not_mapped: 'This step does not name what the source answers.',
  division_by_zero: 'This step divides by zero.',
  loses_all_digits: 'The number is so small that it would become zero. Multiply it, or keep more decimals.',
  below_min: 'The number is below min.',
  above_max: 'The number is above max.',
  zero: 'The number is zero, which nonzero refuses.',
  negative: 'The number is below zero. A median takes it; “the same number” does not.',
  out_of_range: 'The number is too large. Divide it.',
};

import { ARITHMETIC_STEPS } from './arithmetic.js';
import { CHOOSING_STEPS } from './choose.js';
import { GUARD_STEPS } from './guard.js';
import { CSV_STEP } from './read-csv.js';
import { JSON_STEP } from './read-json.js';
import { SEPARATOR_STEPS } from './read-separators.js';
import { STRIP_STEP, TEXT_STEPS } from './read-text.js';
import { CHOICE_STEPS, DATE_STEP, HEX_STEP, WORD_STEP } from './read-values.js';
import type { TransformStep } from './step.js';

/** Every step of `valueTransform` (docs/protocol.md#steps-of-valuetransform), in the order of the documents. */
export const STEPS: readonly TransformStep[] = [
  ...TEXT_STEPS,
  CSV_STEP,
  JSON_STEP,
  WORD_STEP,
  HEX_STEP,
  DATE_STEP,
  STRIP_STEP,
  ...SEPARATOR_STEPS,
  ...CHOICE_STEPS,
  ...CHOOSING_STEPS,
  ...ARITHMETIC_STEPS,
  ...GUARD_STEPS,
];

import type { Decimal } from '../decimal.js';
import type { JsonValue } from '../json.js';
import type { Spend } from '../jsonpath/compare.js';
import type { SelectionErrorReason, Selector } from '../select.js';

/** Rules that steps have of their own and that an answer can break, beside the rules of selection. */
export const STEP_RULES = [
  'wrong_kind',
  'not_found',
  'several_found',
  'not_csv',
  'not_hex',
  'not_a_date',
  'not_grouped',
  'not_mapped',
  'division_by_zero',
  'loses_all_digits',
  'below_min',
  'above_max',
  'zero',
] as const;
/** The rule that a source's number breaks at a step. */
export type StepRule = (typeof STEP_RULES)[number] | SelectionErrorReason;

/** The source's answer does not fit a step: an upstream failure. Holds nothing of the body. */
export class StepError extends Error {
  override readonly name = 'StepError';
  constructor(
    readonly rule: StepRule,
    /** Place at which the step begins in the text of `valueTransform`; the driver of the steps sets it. */
    readonly at = 0,
    options?: { cause: unknown },
  ) {
    super(`valueTransform failed at ${at}: ${rule}`, options);
  }
}

/** One observation, as far as steps take part in it. */
export interface Reading {
  readonly spend: Spend;
  /** Reads a text as JSON and selects nodes of it. @throws SelectionError */
  readonly select: (text: string, selector: Selector) => readonly JsonValue[];
  /** Whether each query that selected nothing selects something without its last segment. @throws SelectionError */
  readonly isAbsenceKnown: () => boolean;
}

/** Separators of a written number. */
export interface Separators {
  readonly group?: string;
  readonly point?: string;
}

export interface ReadAction {
  readonly kind: 'read';
  /** Makes another item of one, or several. */
  readonly read: (item: JsonValue, reading: Reading) => JsonValue | readonly JsonValue[];
  /** Two such steps beside each other are read as one. */
  readonly separators?: Separators;
  /** A query of its own. */
  readonly isQuery?: true;
}

export interface ChooseAction {
  readonly kind: 'choose';
  readonly choose: (items: readonly JsonValue[], reading: Reading) => Decimal;
}

export interface ArithmeticAction {
  readonly kind: 'arithmetic';
  readonly apply: (value: Decimal) => Decimal;
}

export interface GuardAction {
  readonly kind: 'guard';
  /** Judges the number that is packed. @throws StepError */
  readonly judge: (packed: Decimal) => void;
  readonly bound?: { readonly side: 'min' | 'max'; readonly limit: Decimal };
}

/** A step with its operand. */
export type StepAction = ReadAction | ChooseAction | ArithmeticAction | GuardAction;

/** The kinds of steps, in the order in which a transform may have them. */
export const STEP_KINDS = ['read', 'choose', 'arithmetic', 'guard'] as const satisfies readonly StepAction['kind'][];

/** A step of the language: all that parser, driver and documents know of it. */
export interface TransformStep {
  readonly name: string;
  readonly kind: StepAction['kind'];
  /** Form of the operand, as documents write it; null for a step without one. */
  readonly operand: string | null;
  readonly takes: string;
  readonly gives: 'text' | 'number' | 'items';
  readonly meaning: string;
  readonly fails: readonly StepRule[];
  /** Times that a transform may have it; any by default. */
  readonly most?: number;
  /** The source language level that brought it; 1 by default. */
  readonly since?: number;
  /** A median of its numbers would mean nothing. */
  readonly refusesAggregation?: true;
  /** @throws OperandError, SelectorError */
  readonly bind: (operand: string) => StepAction;
}

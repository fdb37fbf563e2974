import { DecimalError, parseDecimal } from '../decimal.js';
import { OperandError, unescape } from './operand.js';
import { readsText, textItem } from './read-text.js';
import { type ReadAction, type Separators, type TransformStep, StepError } from './step.js';

const CHARACTERS = [',', '.', "'", '\u2019', ' ', '\u00a0', '\u202f'];

/** A written number in groups of three, or with another point. Both separators, if both are given, are read together. */
function formOf({ group, point }: Separators): RegExp {
  // Each character stands for itself within brackets.
  const integer = group === undefined ? '[0-9]+' : `[0-9]{1,3}(?:[${group}][0-9]{3})*`;
  const fraction = group === '.' && point === undefined ? '' : `(?:[${point ?? '.'}]([0-9]+))?`;
  return new RegExp(`^(-?)(${integer})${fraction}$`);
}

/** Reads numbers that are written with these separators */
export function readsSeparators(separators: Separators): ReadAction {
  const { group } = separators;
  const form = formOf(separators);
  const toPlain = (text: string): string => {
    const [, sign, integer, fraction] = form.exec(text) ?? [];
    if (sign === undefined || integer === undefined) throw new StepError('not_grouped');
    const digits = group === undefined ? integer : integer.replaceAll(group, '');
    const plain = `${sign}${digits}${fraction === undefined ? '' : `.${fraction}`}`;
    requireDecimal(plain);
    return plain;
  };
  return { ...readsText((text) => textItem(toPlain(text))), separators };
}

function requireDecimal(plain: string): void {
  try {
    parseDecimal(plain);
  } catch (error) {
    throw error instanceof DecimalError ? new StepError('not_grouped') : error;
  }
}

function separatorOperand(operand: string): string {
  const character = unescape({ text: operand, at: 0 });
  if (!CHARACTERS.includes(character)) throw new OperandError("must be one of , . ' ’ space, U+00A0 and U+202F");
  return character;
}

export const SEPARATOR_STEPS: readonly TransformStep[] = [
  {
    name: 'group',
    kind: 'read',
    operand: '<c>',
    takes: 'text',
    gives: 'text',
    meaning: "Takes `c` out from between groups of three digits. `c` is one of `,` `.` `'` `’` space U+00A0 U+202F",
    fails: ['not_grouped', 'wrong_kind'],
    most: 1,
    bind: (operand) => readsSeparators({ group: separatorOperand(operand) }),
  },
  {
    name: 'point',
    kind: 'read',
    operand: '<c>',
    takes: 'text',
    gives: 'text',
    meaning: 'Writes `.` for the decimal point `c`, of the same characters. Beside `group` the two are read together, and differ',
    fails: ['not_grouped', 'wrong_kind'],
    most: 1,
    bind: (operand) => readsSeparators({ point: separatorOperand(operand) }),
  },
];

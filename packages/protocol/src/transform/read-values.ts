import type { JsonValue } from '../json.js';
import { JSON_NUMBER } from '../decimal.js';
import { textCost } from '../jsonpath/compare.js';
import { compareNumbers } from '../jsonpath/compare-numbers.js';
import { decimalOperand, literalOperand, OperandError, placeIn, splitEscaped } from './operand.js';
import { readDate } from './read-date.js';
import { readsText, textItem } from './read-text.js';
import { type Reading, type TransformStep, StepError } from './step.js';

const HEX = /^(?:0x)?([0-9a-fA-F]{1,64})$/;
const HEX_TEXT = /^(?:0x)?([0-9a-fA-F]+)$/;
/** A word of the EVM's ABI has 32 bytes. */
const DIGITS_PER_WORD = 64;
const MAX_CHOICES = 32;

function numberItem(text: string): JsonValue {
  return { kind: 'number', text };
}

function readHex(text: string): JsonValue {
  const [, digits] = HEX.exec(text) ?? [];
  if (digits === undefined) throw new StepError('not_hex');
  return numberItem(BigInt(`0x${digits}`).toString());
}

/** Refuses a text that is no row of whole words, so that no piece of another answer passes for a word. */
function readWord(text: string, place: number): JsonValue {
  const [, digits = ''] = HEX_TEXT.exec(text) ?? [];
  if (digits.length === 0 || digits.length % DIGITS_PER_WORD !== 0) throw new StepError('not_hex');
  const start = place < 0 ? digits.length + place * DIGITS_PER_WORD : place * DIGITS_PER_WORD;
  if (start < 0 || start >= digits.length) throw new StepError('not_found');
  return textItem(digits.slice(start, start + DIGITS_PER_WORD));
}

/** A text is equal by its code points, a boolean by its word, a number by its value. */
function isEqual(item: JsonValue, text: string, { spend }: Reading): boolean {
  switch (item.kind) {
    case 'string':
      return item.value === text;
    case 'boolean':
      return String(item.value) === text;
    case 'number':
      spend(textCost(item.text.length));
      return JSON_NUMBER.test(text) && compareNumbers(item.text, text) === 0;
    default:
      throw new StepError('wrong_kind');
  }
}

interface Choice {
  readonly text: string;
  readonly number: string;
}

/** @throws OperandError */
function choicesOperand(operand: string): readonly Choice[] {
  const pieces = splitEscaped(operand, ',');
  if (pieces.length > MAX_CHOICES) throw new OperandError(`must have at most ${MAX_CHOICES} pairs`);
  const seen = new Set<string>();
  return pieces.map(({ text: pair, at }) => {
    const [left, right, ...more] = splitEscaped(pair, '=');
    if (left === undefined || right === undefined || more.length > 0)
      throw new OperandError('must be pairs such as yes=1, joined by a comma', at);
    const text = literalOperand({ text: left.text, at: at + left.at }, ',=');
    if (seen.has(text)) throw new OperandError('must not name a text twice', at);
    seen.add(text);
    decimalOperand(right.text, at + right.at);
    return { text, number: right.text };
  });
}

export const WORD_STEP: TransformStep = {
  name: 'word',
  kind: 'read',
  operand: '<place>',
  takes: 'text',
  gives: 'text',
  meaning:
    'One of the words of 64 hexadecimal digits that the text is made of, after `0x` or without it, as the EVM answers several values. Word 0 is the first, −1 the last',
  fails: ['not_hex', 'not_found', 'wrong_kind'],
  bind: (operand) => {
    const place = placeIn(operand);
    if (place === undefined) throw new OperandError('must be the place of a word: 0 is the first, -1 the last');
    return readsText((text) => readWord(text, place));
  },
};

export const HEX_STEP: TransformStep = {
  name: 'hex',
  kind: 'read',
  operand: null,
  takes: 'text',
  gives: 'number',
  meaning: 'Reads 1 to 64 hexadecimal digits of either case, after `0x` or without it, as an unsigned integer',
  fails: ['not_hex', 'wrong_kind'],
  bind: () => readsText(readHex),
};

export const DATE_STEP: TransformStep = {
  name: 'date',
  kind: 'read',
  operand: null,
  takes: 'text',
  gives: 'number',
  meaning:
    'Unix seconds of a date: RFC 3339 with a zone, years 0001 to 9999, at most 9 digits of a second; or the form of HTTP headers (IMF-fixdate). A second 60 is refused',
  fails: ['not_a_date', 'wrong_kind'],
  bind: () => readsText(readDate),
};

export const CHOICE_STEPS: readonly TransformStep[] = [
  {
    name: 'equals',
    kind: 'read',
    operand: '<t>',
    takes: 'text, number, boolean',
    gives: 'number',
    meaning:
      '1 where the item is `t`, otherwise 0. A text is compared by its code points, a boolean as `true` or `false`, a number by its value',
    fails: ['wrong_kind'],
    refusesAggregation: true,
    bind: (operand) => {
      const text = literalOperand({ text: operand, at: 0 });
      return { kind: 'read', read: (item, reading) => numberItem(isEqual(item, text, reading) ? '1' : '0') };
    },
  },
  {
    name: 'map',
    kind: 'read',
    operand: '<t>=<n>,…',
    takes: 'text, number, boolean',
    gives: 'number',
    meaning: 'The `n` of the first of 1 to 32 distinct `t` that the item is, compared as by `equals`',
    fails: ['not_mapped', 'wrong_kind'],
    refusesAggregation: true,
    bind: (operand) => {
      const choices = choicesOperand(operand);
      return {
        kind: 'read',
        read: (item, reading) => {
          const choice = choices.find(({ text }) => isEqual(item, text, reading));
          if (choice === undefined) throw new StepError('not_mapped');
          return numberItem(choice.number);
        },
      };
    },
  },
];

import type { JsonValue } from '../json.js';
import { literalOperand, OperandError } from './operand.js';
import { type ReadAction, type Reading, type TransformStep, StepError } from './step.js';
import { trim } from '../trim.js';

const SIGN_OR_DIGIT = /[0-9+-]/;

export function textItem(value: string): JsonValue {
  return { kind: 'string', value };
}

/** A reading step of texts alone. */
export function readsText(read: (text: string, reading: Reading) => JsonValue | readonly JsonValue[]): ReadAction {
  return {
    kind: 'read',
    read: (item, reading) => {
      if (item.kind !== 'string') throw new StepError('wrong_kind');
      return read(item.value, reading);
    },
  };
}

function placeOf(mark: string, text: string): number {
  const place = text.indexOf(mark);
  if (place === -1) throw new StepError('not_found');
  return place;
}

function cut(text: string, mark: string): string {
  if (text.startsWith(mark)) return text.slice(mark.length);
  if (text.endsWith(mark)) return text.slice(0, -mark.length);
  throw new StepError('not_found');
}

function bindMark(operand: string, read: (text: string, mark: string) => string): ReadAction {
  const mark = literalOperand({ text: operand, at: 0 });
  return readsText((text) => textItem(trim(read(text, mark))));
}

export const TEXT_STEPS: readonly TransformStep[] = [
  {
    name: 'at',
    kind: 'read',
    operand: '<t>',
    takes: 'text',
    gives: 'text',
    meaning: 'What follows `t`, which stands in the text once; trimmed',
    fails: ['not_found', 'several_found', 'wrong_kind'],
    bind: (operand) =>
      bindMark(operand, (text, mark) => {
        const place = placeOf(mark, text);
        if (text.includes(mark, place + 1)) throw new StepError('several_found');
        return text.slice(place + mark.length);
      }),
  },
  {
    name: 'after',
    kind: 'read',
    operand: '<t>',
    takes: 'text',
    gives: 'text',
    meaning: 'What follows the first `t`; trimmed',
    fails: ['not_found', 'wrong_kind'],
    bind: (operand) => bindMark(operand, (text, mark) => text.slice(placeOf(mark, text) + mark.length)),
  },
  {
    name: 'before',
    kind: 'read',
    operand: '<t>',
    takes: 'text',
    gives: 'text',
    meaning: 'What stands before the first `t`; trimmed',
    fails: ['not_found', 'wrong_kind'],
    bind: (operand) => bindMark(operand, (text, mark) => text.slice(0, placeOf(mark, text))),
  },
];

export const STRIP_STEP: TransformStep = {
  name: 'strip',
  kind: 'read',
  operand: '<t>',
  takes: 'text',
  gives: 'text',
  meaning: 'Removes `t` once, at the beginning or else at the end; then trimmed. `t` holds no digit, `+` or `-`',
  fails: ['not_found', 'wrong_kind'],
  bind: (operand) => {
    const place = operand.search(SIGN_OR_DIGIT);
    if (place !== -1) throw new OperandError('must hold no digit and no sign', place);
    return bindMark(operand, cut);
  },
};

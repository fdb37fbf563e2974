import { type Decimal, DecimalError, parseDecimal } from '../decimal.js';

/** An operand breaks a rule. */
export class OperandError extends Error {
  override readonly name = 'OperandError';
  constructor(
    readonly rule: string,
    /** Place, counted from the beginning of the operand. */
    readonly at = 0,
  ) {
    super(`operand ${rule}`);
  }
}

const MAX_LITERAL_CHARS = 128;
const PLACE = /^(?:0|-?[1-9][0-9]{0,5})$/;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['|', '|'],
  ['\\', '\\'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** A piece of a text, and where it begins there. */
export interface Piece {
  readonly text: string;
  readonly at: number;
}

/** Splits at each separator that has no `\` before it. The pieces keep their escapes. */
export function splitEscaped(text: string, separator: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (text.charAt(place) === '\\') place += 1;
    else if (text.charAt(place) === separator) {
      pieces.push({ text: text.slice(start, place), at: start });
      start = place + 1;
    }
  }
  return [...pieces, { text: text.slice(start), at: start }];
}

/** The text that an escaped one stands for. `own` are further characters that the step has escapes for. @throws OperandError */
export function unescape({ text, at }: Piece, own = ''): string {
  let plain = '';
  for (let place = 0; place < text.length; place += 1) {
    const character = text.charAt(place);
    if (character !== '\\') {
      plain += character;
      continue;
    }
    place += 1;
    const next = text.charAt(place);
    const stands = ESCAPES.get(next) ?? (next !== '' && own.includes(next) ? next : undefined);
    if (stands === undefined)
      throw new OperandError(`must have one of | \\ n r t${own === '' ? '' : ` ${own}`} after a backslash`, at + place - 1);
    plain += stands;
  }
  return plain;
}

/** @throws OperandError */
export function literalOperand(piece: Piece, own?: string): string {
  const text = unescape(piece, own);
  if (text === '' || text.length > MAX_LITERAL_CHARS)
    throw new OperandError(`must have from 1 to ${MAX_LITERAL_CHARS} characters`, piece.at);
  return text;
}

/** @throws OperandError */
export function decimalOperand(text: string, at = 0): Decimal {
  try {
    return parseDecimal(text);
  } catch (error) {
    if (error instanceof DecimalError) throw new OperandError(error.rule, at);
    throw error;
  }
}

/** A place among several: 0 is the first, -1 the last. Undefined for another text. */
export function placeIn(text: string): number | undefined {
  return PLACE.test(text) ? Number(text) : undefined;
}

import { readFileSync } from 'node:fs';
import type { Decimal } from '../../src/decimal.js';

/** One case of a `.decTest` file (General Decimal Arithmetic test cases, version 2.44). */
export interface DecimalCase {
  readonly id: string;
  readonly operation: string;
  readonly operands: readonly string[];
  readonly result: string;
  readonly conditions: readonly string[];
  /** Rounding mode that is in force at this case. */
  readonly rounding: string;
}

const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\S+/g;
const DIRECTIVE = /^([A-Za-z]+):\s*(\S+)/;

function unquoted(token: string): string {
  return /^(['"]).*\1$/.test(token) ? token.slice(1, -1) : token;
}

/** The cases of a file of `data/dectest/`, in its order. */
export function decimalCases(file: string): readonly DecimalCase[] {
  const lines = readFileSync(new URL(`data/dectest/${file}.decTest`, import.meta.url), 'utf8').split(/\r?\n/);
  const cases: DecimalCase[] = [];
  let rounding = '';
  for (const line of lines) {
    if (line.startsWith('--')) continue;
    const [, directive, value = ''] = DIRECTIVE.exec(line) ?? [];
    if (directive?.toLowerCase() === 'rounding') rounding = value.toLowerCase();
    const tokens: readonly string[] = line.match(TOKEN) ?? [];
    const arrow = tokens.indexOf('->');
    const [id = '', operation = ''] = tokens;
    if (directive !== undefined || arrow === -1) continue;
    const comment = tokens.findIndex((token, place) => place > arrow && token.startsWith('--'));
    const [result = '', ...conditions] = tokens.slice(arrow + 1, comment === -1 ? undefined : comment);
    const operands = tokens.slice(2, arrow).map(unquoted);
    cases.push({ id, operation: operation.toLowerCase(), operands, result: unquoted(result), conditions, rounding });
  }
  return cases;
}

const NUMBER = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/;

/** The number that a text of the suite writes, in any of its forms; null for NaN, infinities and what is no number. */
export function suiteNumber(text: string): Decimal | null {
  const [, sign, integer = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (sign === undefined || integer + fraction === '' || exponent.length > 12) return null;
  const size = BigInt(integer + fraction);
  return { mantissa: sign === '-' ? -size : size, exponent: Number(exponent) - fraction.length };
}

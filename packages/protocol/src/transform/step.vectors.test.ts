import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/step.json' with { type: 'json' };
import type { Decimal } from '../decimal.js';
import { SelectionError } from '../select.js';
import { readNumber } from './read-number.js';
import { StepError } from './step.js';

/** The rule that an answer breaks, or that the number is numerator ÷ denominator. */
function outcome(read: () => Decimal, { numerator, denominator }: { numerator: string | null; denominator: string | null }): unknown {
  try {
    const { mantissa, exponent } = read();
    const [scaled, by] = exponent < 0 ? [mantissa, 10n ** BigInt(-exponent)] : [mantissa * 10n ** BigInt(exponent), 1n];
    return { isEqual: scaled * BigInt(denominator ?? 0) === BigInt(numerator ?? 0) * by };
  } catch (error) {
    if (error instanceof StepError) return { rule: error.rule };
    if (error instanceof SelectionError) return { rule: error.reason };
    throw error;
  }
}

describe('steps', () => {
  it.each(file.vectors)(
    '$valueTransform of $body at $responseParser',
    ({ body, responseParser, valueTransform, decimals, rule, ...number }) => {
      const source = { ...(responseParser === null ? {} : { responseParser }), valueTransform };
      const read = (): Decimal => readNumber(new TextEncoder().encode(body), source, decimals);
      expect(outcome(read, number)).toEqual(rule === null ? { isEqual: true } : { rule });
    },
  );
});

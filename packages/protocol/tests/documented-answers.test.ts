import { describe, expect, it } from 'vitest';
import { formatScaled, scaleDecimal } from '../src/decimal.js';
import { SelectionError } from '../src/select.js';
import { readNumber } from '../src/transform/read-number.js';
import { StepError } from '../src/transform/step.js';
import answers from './documented-answers.json' with { type: 'json' };

const PLACES = 36;

interface Answer {
  readonly name: string;
  readonly body: string;
  readonly responseParser?: string;
  readonly valueTransform?: string;
  /** The number to 36 places, or the rule by which the answer is refused. */
  readonly value?: string;
  readonly rule?: string;
}

function outcome({ body, responseParser, valueTransform }: Answer): string {
  const source = {
    ...(responseParser === undefined ? {} : { responseParser }),
    ...(valueTransform === undefined ? {} : { valueTransform }),
  };
  try {
    return formatScaled(scaleDecimal(readNumber(new TextEncoder().encode(body), source), PLACES), PLACES);
  } catch (error) {
    if (error instanceof SelectionError) return error.reason;
    if (error instanceof StepError) return error.rule;
    throw error;
  }
}

describe('answers of public APIs, in the forms that their documents show', () => {
  it.each(answers as readonly Answer[])('$name', (answer) => {
    const expected = answer.rule ?? answer.value ?? '';
    const got = outcome(answer);
    // A quotient has more places than its row.
    expect(answer.valueTransform === 'invert' ? got.slice(0, expected.length) : got).toBe(expected);
  });
});

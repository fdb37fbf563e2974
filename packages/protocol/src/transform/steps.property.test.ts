import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatScaled, scaleDecimal } from '../decimal.js';
import { SelectionError } from '../select.js';
import { parseTransform } from './parse-transform.js';
import { TransformError } from './transform-error.js';
import { readNumber } from './read-number.js';
import { StepError } from './step.js';
import { STEPS } from './steps.js';

/** Places that hold every number of these cases whole. */
const PLACES = 300;

/** The number at {@link PLACES}, or the rule that fails. */
function outcome(body: string, valueTransform: string, responseParser?: string): bigint | string {
  try {
    const source = responseParser === undefined ? { valueTransform } : { valueTransform, responseParser };
    return scaleDecimal(readNumber(new TextEncoder().encode(body), source), PLACES);
  } catch (error) {
    if (error instanceof StepError) return error.rule;
    if (error instanceof SelectionError) return error.reason;
    throw error;
  }
}

function scaled(text: string): bigint {
  const [plain = '', exponent = '0'] = text.split('e');
  const [integer = '', fraction = ''] = plain.split('.');
  return BigInt(integer + fraction) * 10n ** BigInt(Number(exponent) - fraction.length + PLACES);
}

function escaped(text: string, own: string): string {
  return Array.from(text)
    .map((character) => (`|\\${own}`.includes(character) ? `\\${character}` : character))
    .join('')
    .replaceAll('\n', String.raw`\n`);
}

function chars(...from: string[]): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...from), { maxLength: 12 }).map((list) => list.join(''));
}

const number = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: -40, max: 40 }))
  .map(([integer, exponent]) => `${integer}e${exponent}`);

describe('texts', () => {
  const text = chars('a', 'b', '=', '|', ' ');
  const mark = text.filter((one) => one !== '');
  const places = (of: string, what: string): number[] => Array.from(of, (_, place) => place).filter((place) => of.startsWith(what, place));

  it.each(['at', 'after', 'before', 'strip'])('%s takes what splitting by hand gives', (name) => {
    fc.assert(
      fc.property(text, mark, (inner, what) => {
        const found = places(inner, what);
        const [first] = found;
        const cut = (): string | undefined => {
          if (name === 'strip') {
            if (first === 0) return inner.slice(what.length);
            return found.some((place) => place + what.length === inner.length) ? inner.slice(0, inner.length - what.length) : undefined;
          }
          return first === undefined ? undefined : name === 'before' ? inner.slice(0, first) : inner.slice(first + what.length);
        };
        const expected = name === 'at' && found.length > 1 ? 'several_found' : cut();
        const rest = expected?.replace(/^ +| +$/g, '');
        const steps = `${name}:${escaped(what, '')}`;
        const body = JSON.stringify(inner);
        if (rest === undefined || rest === 'several_found') expect(outcome(body, steps, '$')).toBe(rest ?? 'not_found');
        else if (rest !== '') expect(outcome(body, `${steps}|equals:${escaped(rest, '')}`, '$')).toBe(10n ** BigInt(PLACES));
      }),
      { numRuns: 200 },
    );
  });

  it('map gives the number of the same text', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          chars('a', ',', '=', '|', '\\').filter((one) => one !== ''),
          { minLength: 2, maxLength: 6 },
        ),
        (texts) => {
          const pairs = texts.slice(1).map((one, place) => `${escaped(one, ',=')}=${place}`);
          texts.forEach((one, place) => {
            expect(outcome(JSON.stringify(one), `map:${pairs.join(',')}`, '$')).toBe(
              place === 0 ? 'not_mapped' : scaled(String(place - 1)),
            );
          });
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a table', () => {
  const cellText = chars('a', '"', ',', ';', '\n', ' ', '7');
  it('gives each cell as it was written', () => {
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) => fc.array(fc.array(cellText, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }));
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';', '\t'), fc.constantFrom('\n', '\r\n'), (rows, separator, end) => {
        const written = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join(end) + end;
        const own = { ',': String.raw`\,`, ';': ';', '\t': String.raw`\t` }[separator];
        rows.forEach((row, rowPlace) =>
          row.forEach((cell, place) => {
            if (cell === '') return;
            const steps = `csv:${rowPlace - rows.length},${place},${own}|equals:${escaped(cell, '')}`;
            expect(outcome(JSON.stringify(written), steps, '$')).toBe(10n ** BigInt(PLACES));
          }),
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe('written numbers', () => {
  it('hex is the sum of its digits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...Array.from('0123456789abcdefABCDEF')), { minLength: 1, maxLength: 64 }),
        fc.boolean(),
        (digits, prefix) => {
          const sum = digits.reduce((total, digit) => total * 16n + BigInt('0123456789abcdef'.indexOf(digit.toLowerCase())), 0n);
          expect(outcome((prefix ? '0x' : '') + digits.join(''), 'hex')).toBe(sum * 10n ** BigInt(PLACES));
        },
      ),
    );
  });

  it('word is the word that splitting by hand gives, and refuses pieces', () => {
    const digits = fc.array(fc.constantFrom(...Array.from('0123456789abcdefABCDEF')), { minLength: 64, maxLength: 64 });
    const word = digits.map((list) => list.join(''));
    const words = fc.array(word, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(words, fc.boolean(), fc.integer({ min: -7, max: 7 }), fc.integer({ min: 1, max: 63 }), (list, prefix, place, less) => {
        const text = (prefix ? '0x' : '') + list.join('');
        const wanted = list.at(place);
        expect(outcome(text, `word:${place}|hex`)).toBe(wanted === undefined ? 'not_found' : BigInt(`0x${wanted}`) * 10n ** BigInt(PLACES));
        expect(outcome(text.slice(0, -less), `word:${place}|hex`)).toBe('not_hex');
      }),
    );
  });

  it('date is what the clock of the platform says', () => {
    const years = { min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(years), fc.integer({ min: -1_439, max: 1_439 }), (moment, zone) => {
        const local = new Date(moment.getTime() + zone * 60_000).toISOString().replace('Z', '');
        const [hours, minutes] = [Math.floor(Math.abs(zone) / 60), Math.abs(zone) % 60].map((part) => String(part).padStart(2, '0'));
        expect(outcome(`${local}${zone < 0 ? '-' : '+'}${hours}:${minutes}`, 'date')).toBe(
          BigInt(moment.getTime()) * 10n ** BigInt(PLACES - 3),
        );
        expect(outcome(moment.toUTCString(), 'date')).toBe(BigInt(Math.floor(moment.getTime() / 1_000)) * 10n ** BigInt(PLACES));
      }),
      { numRuns: 200 },
    );
  });

  it('group and point undo the writing of a number', () => {
    const separators = fc.constantFrom<[string, string][]>(
      ['.', ','],
      [',', '.'],
      ["'", '.'],
      [' ', ','],
      ['\u00a0', ','],
      ['\u202f', ','],
      ['\u2019', '.'],
    );
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.integer({ min: 0, max: 6 }),
        separators,
        fc.boolean(),
        (digits, places, [group, point], first) => {
          const plain = formatScaled(digits, places);
          const [integer = '', fraction] = plain.split('.');
          const grouped = integer.replace(/\B(?=(?:[0-9]{3})+$)/g, group);
          const steps = [`group:${group}`, `point:${point}`];
          const written = fraction === undefined ? grouped : `${grouped}${point}${fraction}`;
          expect(outcome(JSON.stringify(written), (first ? steps : steps.reverse()).join('|'), '$')).toBe(scaled(plain));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('several numbers', () => {
  const cutAt36 = (value: bigint): bigint => (value / 10n ** BigInt(PLACES - 36)) * 10n ** BigInt(PLACES - 36);

  it('are chosen and reckoned as integers at one scale are', () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 9 }), (texts) => {
        const numbers = texts.map(scaled);
        const sorted = numbers.toSorted((a, b) => (a < b ? -1 : 1));
        const sum = numbers.reduce((total, one) => total + one, 0n);
        const mean = cutAt36(sum / BigInt(numbers.length));
        const expected: Record<string, unknown> = {
          first: numbers[0],
          last: numbers.at(-1),
          least: sorted[0],
          greatest: sorted.at(-1),
          sum,
          mean: mean === 0n && sum !== 0n ? 'loses_all_digits' : mean,
          median: sorted[Math.floor((numbers.length - 1) / 2)],
          count: BigInt(numbers.length) * 10n ** BigInt(PLACES),
        };
        for (const [name, value] of Object.entries(expected))
          expect([name, outcome(`[${texts.join(',')}]`, name, '$[*]')]).toEqual([name, value]);
      }),
      { numRuns: 300 },
    );
  });

  it('add and subtract are exact, abs loses the sign alone, guards let pass what is within', () => {
    fc.assert(
      fc.property(number, number, (value, other) => {
        const [a, b] = [scaled(value), scaled(other)];
        expect(outcome(value, `add:${other}`)).toBe(a + b);
        expect(outcome(value, `subtract:${other}`)).toBe(a - b);
        expect(outcome(value, 'abs')).toBe(a < 0n ? -a : a);
        const packed = (a / 10n ** BigInt(PLACES - 18)) * 10n ** BigInt(PLACES - 18);
        expect(outcome(value, `min:${other}`)).toBe(packed < b ? 'below_min' : a);
        expect(outcome(value, `max:${other}`)).toBe(packed > b ? 'above_max' : a);
        expect(outcome(value, 'nonzero')).toBe(packed === 0n ? 'zero' : a);
      }),
      { numRuns: 200 },
    );
  });
});

describe('any text', () => {
  const formsOf = ({ name, operand }: (typeof STEPS)[number]): string[] =>
    operand === null ? [name] : ['', '1', 'a', ',', 'a=1,1=2', '0,0', '$'].map((text) => `${name}:${text}`);
  const body = fc.oneof(fc.json(), fc.string(), number);
  const other = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...STEPS.flatMap(formsOf)) }, fc.string({ maxLength: 6 }));

  it.each(STEPS)('with the step $name is a transform or refused, and any body of a transform a number or a named failure', (step) => {
    const forms = formsOf(step);
    const around = fc.tuple(fc.array(other, { maxLength: 1 }), fc.constantFrom(...forms), fc.array(other, { maxLength: 2 }));
    const alone = forms.map((own): [[string[], string, string[]], string] => [[[], own, []], '1']);
    let ran = 0;
    fc.assert(
      fc.property(around, body, ([before, own, after], text) => {
        const transform = [...before, own, ...after].join('|');
        try {
          parseTransform(transform);
        } catch (error) {
          expect(error).toBeInstanceOf(TransformError);
          return;
        }
        ran += 1;
        expect(['string', 'bigint']).toContain(typeof outcome(text, transform, '$'));
        expect(['string', 'bigint']).toContain(typeof outcome(text, transform));
      }),
      { numRuns: 100, examples: alone },
    );
    expect(ran).toBeGreaterThan(0);
  });
});

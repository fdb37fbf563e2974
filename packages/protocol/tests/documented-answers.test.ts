import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parseApiConfig } from '../src/api-config.js';
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

const page = await readFile(new URL('../../../docs/calls.md', import.meta.url), 'utf8');

/** Cells of the rows of a table of the page, by the first cell of its head. A bar of a cell stands behind a backslash. */
function rowsOf(head: string): readonly (readonly string[])[] {
  const [, table = ''] = page.split(`| ${head} |`);
  const lines = table.slice(0, table.indexOf('\n\n')).split('\n').slice(2);
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|')),
  );
}

/** The code with which a cell begins. */
function codeOf(cell = ''): string | undefined {
  return /^`([^`]+)`/.exec(cell)?.[1];
}

describe('the recipes of docs/calls.md', () => {
  const recipes = rowsOf('what the source answers');

  it('are as many as the page promises', () => {
    expect(recipes.length).toBeGreaterThanOrEqual(25);
  });

  it.each(recipes)('%s with %s and %s is %s', (body, path, steps, number) => {
    const [responseParser, valueTransform] = [codeOf(path), codeOf(steps)];
    const got = outcome({
      name: body,
      body: codeOf(body)?.replaceAll('↵', '\n') ?? '',
      ...(responseParser === undefined ? {} : { responseParser }),
      ...(valueTransform === undefined ? {} : { valueTransform }),
    });
    expect(got).toBe(/^fails: `(.*)`$/.exec(number)?.[1] ?? number);
  });

  const members = rowsOf('what is asked for').flatMap(([, cell]) => codeOf(cell) ?? []);
  it.each(members.filter((text) => text.startsWith('"')))('a source takes %s', (text) => {
    const source: unknown = JSON.parse(`{"url":"https://api.example.com/","method":"GET",${text}}`);
    expect(parseApiConfig(source)).toEqual(source);
  });
});

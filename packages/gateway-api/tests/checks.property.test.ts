import { ContractError, createParser, type Parser } from '@oracle-gateway/contract';
import { type CompiledCheck, compiledParser } from '@oracle-gateway/contract/standalone';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerChecks, requestChecks } from '../src/checks.generated.js';
import { answerSchemas, type ContractSchema, requestSchemas } from '../src/contract-schemas.js';
import { parseSignInPayload, SignInPayload } from '../src/sign-in-payload.js';
import { brokenValuesOf, valuesOf } from './schema-values.js';

/** What a parser says of a value: nothing where it fits, else the field and the rule. */
function saidOf(parse: Parser<unknown>, value: unknown): string | null {
  try {
    parse(value);
    return null;
  } catch (error) {
    if (error instanceof ContractError) return error.message;
    throw error;
  }
}

/** Equal schemas are tried once. */
function distinct(schemas: readonly ContractSchema[]): readonly ContractSchema[] {
  return [...new Map(schemas.map((one) => [JSON.stringify(one.schema), one])).values()];
}

const checks: Readonly<Record<string, CompiledCheck>> = { ...requestChecks, ...answerChecks };
const rows = distinct([...requestSchemas(), ...answerSchemas()]).map(({ name, schema }) => {
  const check = checks[name];
  if (check === undefined) throw new Error(`${name} has no compiled check`);
  return { name, schema, compiled: compiledParser(check, schema, { root: 'body' }), atRunTime: createParser(schema, { root: 'body' }) };
});
rows.push({
  name: 'signInPayload',
  schema: SignInPayload,
  compiled: parseSignInPayload,
  atRunTime: createParser(SignInPayload, { root: 'payload' }),
});

describe('a check that was compiled in advance', () => {
  it.each(rows)('says of every value what the one compiled at run time says: $name', ({ schema, compiled, atRunTime }) => {
    let fitting = 0;
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        const said = saidOf(atRunTime, value);
        expect(saidOf(compiled, value)).toBe(said);
        if (said === null) fitting += 1;
      }),
      { numRuns: 20 },
    );
    expect(fitting).toBeGreaterThan(15);
    let broken = 0;
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: brokenValuesOf(schema) }, fc.anything()), (value) => {
        const said = saidOf(atRunTime, value);
        expect(saidOf(compiled, value)).toBe(said);
        if (said !== null) broken += 1;
      }),
      { numRuns: 200 },
    );
    expect(broken).toBeGreaterThan(50);
  });
});

import type { Static, TSchema } from '@sinclair/typebox';
import { brokenRule, type RuleError } from './broken-rule.js';
import type { Parser, ParserOptions } from './parser.js';

/** An error of a compiled check: `schemaPath` is a JSON pointer to the keyword, as the fragment of a URI. */
export interface CompiledRuleError extends Omit<RuleError, 'parentSchema'> {
  readonly schemaPath: string;
}

/** A check that `compileChecks` has written. Its errors are those of its last call. */
export interface CompiledCheck {
  (plain: unknown): boolean;
  errors?: readonly CompiledRuleError[] | null;
}

/**
 * Makes a parser from a schema and the check that was compiled from it. Nothing is compiled at run time, so it works where a page's policy
 * forbids `eval`. Errors are those of `createParser`.
 */
export function compiledParser<const S extends TSchema>(
  check: CompiledCheck,
  schema: S,
  { root }: Pick<ParserOptions, 'root'>,
): Parser<Static<S>> {
  return (plain) => {
    if (check(plain)) return plain;
    const error = check.errors?.at(-1);
    throw brokenRule(error && { ...error, parentSchema: parentOf(error.schemaPath, schema) }, root);
  };
}

/** The schema that holds the keyword at the end of the path. */
function parentOf(schemaPath: string, schema: unknown): Readonly<Record<string, unknown>> {
  const steps = schemaPath.split('/').slice(1, -1);
  let parent = schema;
  for (const step of steps) parent = isRecord(parent) ? parent[unescapeStep(step)] : undefined;
  return isRecord(parent) ? parent : {};
}

function unescapeStep(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

import type { Static, TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { brokenRule } from './broken-rule.js';
import type { ContractError } from './contract-error.js';

/** Returns the plain JSON value itself, typed. Throws `ContractError` with the first field that breaks a rule. */
export type Parser<T> = (plain: unknown) => T;

/** Names and formats of a parser. */
export interface ParserOptions {
  /** Name of the whole value in errors, such as `body`. */
  readonly root: string;
  /** Checks of strings for the schema's `format` keyword, by name. */
  readonly formats?: Readonly<Record<string, (text: string) => boolean>>;
}

/**
 * Creates a parser from a schema, which becomes code at the first call: not for pages whose policy forbids `eval`. The parser throws on its
 * first call where the schema itself has a keyword, a format or a type that is unknown.
 * @example
 * const parseOrder = createParser(Type.Object({ lots: Type.Array(Type.Integer()) }), { root: 'body' });
 */
export function createParser<const S extends TSchema>(schema: S, options: ParserOptions): Parser<Static<S>> {
  let validate: ValidateFunction<Static<S>> | undefined;
  return (plain) => {
    validate ??= compile(schema, options);
    if (validate(plain)) return plain;
    // Within a union, ajv lists what each branch refused, and the union itself last.
    throw brokenRule(validate.errors?.at(-1), options.root);
  };
}

/**
 * Tells every broken rule of a value, in the order of the schema; none for a value that fits. A union that no branch fits is one broken rule.
 * As a parser, it compiles at the first call.
 */
export function createChecker(schema: TSchema, options: ParserOptions): (plain: unknown) => readonly ContractError[] {
  let validate: ValidateFunction | undefined;
  return (plain) => {
    validate ??= compile(schema, options, { allErrors: true });
    if (validate(plain)) return [];
    return withoutBranches(validate.errors ?? []).map((error) => brokenRule(error, options.root));
  };
}

/** The errors without those within a union that is listed itself: the union says more than its branches. */
function withoutBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ schemaPath }) => `${schemaPath}/`);
  return errors.filter(({ schemaPath }) => !unions.some((union) => schemaPath.startsWith(union)));
}

function compile<S extends TSchema>(
  schema: S,
  { formats = {} }: ParserOptions,
  { allErrors }: { readonly allErrors: boolean } = { allErrors: false },
): ValidateFunction<Static<S>> {
  const ajv = new Ajv({
    allErrors,
    strict: true,
    allowUnionTypes: true,
    verbose: true,
    formats: { ...formats },
    // ajv would compile the schema of schemas first, for each parser anew: two thirds of the time. It refuses unknown keywords, formats and
    // types without it, and keywords whose value has the wrong type.
    validateSchema: false,
    code: { optimize: false },
  });
  return ajv.compile<Static<S>>(schema);
}

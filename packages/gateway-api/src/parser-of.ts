import { type CompiledCheck, compiledParser, type Parser, type ParserOptions } from '@oracle-gateway/contract/standalone';
import type { Static, TSchema } from '@sinclair/typebox';
import { answerChecks, requestChecks } from './checks.generated.js';
import { answerSchemas, type ContractSchema, requestSchemas } from './contract-schemas.js';
import { querySchema } from './query-schema.js';

/** Makes a parser of any schema: `createParser` of `@oracle-gateway/contract`, which compiles it at run time. */
export type CreateParser = <S extends TSchema>(schema: S, options: Pick<ParserOptions, 'root'>) => Parser<Static<S>>;

type Checks = Readonly<Record<string, CompiledCheck>>;
type FindCheck = (key: object) => CompiledCheck | undefined;

const findRequestCheck = /* @__PURE__ */ checkFinder(requestSchemas, requestChecks);
const findAnswerCheck = /* @__PURE__ */ checkFinder(answerSchemas, answerChecks);

/** The parser of an operation's request. It throws a TypeError for an operation of another contract without `createParser`. */
export function requestParserOf<S extends TSchema>(schema: S, createParser?: CreateParser): Parser<Static<S>> {
  return lazily(() => makeParser(schema, { root: 'body' }, findRequestCheck(schema), createParser));
}

/** The same of the query parameters of an operation: an object with the parameters that were sent. */
export function queryParserOf(queryParameters: Readonly<Record<string, TSchema>>, createParser?: CreateParser): Parser<unknown> {
  return lazily(() => makeParser(querySchema(queryParameters), { root: 'query' }, findRequestCheck(queryParameters), createParser));
}

/** The same of an answer. */
export function answerParserOf<S extends TSchema>(schema: S, createParser?: CreateParser): Parser<Static<S>> {
  return lazily(() => makeParser(schema, { root: 'body' }, findAnswerCheck(schema), createParser));
}

/** Waits for the first call, so that importing a contract costs nothing. */
function lazily<T>(make: () => Parser<T>): Parser<T> {
  let parse: Parser<T> | undefined;
  return (plain) => (parse ??= make())(plain);
}

function makeParser<S extends TSchema>(
  schema: S,
  options: Pick<ParserOptions, 'root'>,
  check: CompiledCheck | undefined,
  createParser: CreateParser | undefined,
): Parser<Static<S>> {
  if (check !== undefined) return compiledParser(check, schema, options);
  if (createParser !== undefined) return createParser(schema, options);
  throw new TypeError(`${options.root}: its schema is of no operation of this contract; pass createParser of @oracle-gateway/contract`);
}

function checkFinder(schemas: () => readonly ContractSchema[], checks: Checks): FindCheck {
  let found: ReadonlyMap<object, CompiledCheck> | undefined;
  return (key) => (found ??= new Map(schemas().map((schema) => [schema.key, checkNamed(schema.name, checks)]))).get(key);
}

function checkNamed(name: string, checks: Checks): CompiledCheck {
  const check = checks[name];
  if (check === undefined) throw new TypeError(`${name} has no compiled check: run \`pnpm run docs\``);
  return check;
}

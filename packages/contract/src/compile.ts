import type { TSchema } from '@sinclair/typebox';
import { Ajv, type KeywordErrorDefinition } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { isUnionOfConstants } from './broken-rule.js';

const LENGTH_OF_AJV = 'require("ajv/dist/runtime/ucs2length").default';
/** What no check looks at, where it is a text about the schema rather than a member of that name. */
const ANNOTATIONS = ['title', 'description', 'default'];

/**
 * Writes an ES module with one check for each schema, exported by its name. Equal schemas share a check. The module imports
 * `@oracle-gateway/contract/standalone` alone; `compiledParser` there makes parsers of its checks.
 *
 * @throws Error where ajv's code needs a library
 */
export function compileChecks(schemas: Readonly<Record<string, TSchema>>): string {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, code: { source: true, esm: true, lines: true } });
  sayLess(ajv);
  const names = new Map<string, string>();
  const aliases: [alias: string, name: string][] = [];
  for (const [name, schema] of Object.entries(schemas)) {
    const rules = rulesOf(JSON.parse(JSON.stringify(schema)));
    const text = JSON.stringify(rules);
    const known = names.get(text);
    if (known === undefined) {
      names.set(text, name);
      ajv.addSchema(rules, name);
    } else aliases.push([name, known]);
  }
  const code = standalone
    .default(ajv, Object.fromEntries([...names.values()].map((name) => [name, name])))
    .replace('"use strict";', '')
    .replaceAll(LENGTH_OF_AJV, 'codePointLength')
    .replaceAll('= new RegExp(', '= /* @__PURE__ */ new RegExp(');
  if (code.includes('require(')) throw new Error('the compiled checks need a library of ajv');
  return [
    "import { codePointLength } from '@oracle-gateway/contract/standalone';",
    code,
    ...aliases.map(([alias, name]) => `export const ${alias} = ${name};`),
    '',
  ].join('\n');
}

/** Errors keep what `brokenRule` reads: it takes the rest from the schema. */
function sayLess(ajv: Ajv): void {
  for (const keyword of ['const', 'enum', 'anyOf', 'pattern']) setError(ajv, keyword, { message: '' });
  for (const keyword of ['required', 'additionalProperties']) setError(ajv, keyword, { ...errorOf(ajv, keyword), message: '' });
  for (const keyword of ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']) {
    setError(ajv, keyword, { message: errorOf(ajv, keyword)?.message ?? '' });
  }
}

function errorOf(ajv: Ajv, keyword: string): KeywordErrorDefinition | undefined {
  const rule = ajv.RULES.all[keyword];
  return typeof rule === 'object' ? rule.definition.error : undefined;
}

function setError(ajv: Ajv, keyword: string, error: KeywordErrorDefinition): void {
  const rule = ajv.RULES.all[keyword];
  if (typeof rule === 'object') rule.definition.error = error;
}

/** The schema without its texts. A union of constants becomes a list of values, which takes less code and breaks as the same rule. */
function rulesOf(schema: unknown): object {
  if (!isObject(schema)) throw new TypeError('a schema must be an object');
  if (isUnionOfConstants(schema['anyOf'])) return { enum: schema['anyOf'].map((branch) => branch.const) };
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !ANNOTATIONS.includes(keyword))
      .map(([keyword, value]) => [keyword, ruleOf(keyword, value)]),
  );
}

function ruleOf(keyword: string, value: unknown): unknown {
  switch (keyword) {
    case 'properties':
    case 'patternProperties':
      return Object.fromEntries(Object.entries(isObject(value) ? value : {}).map(([name, schema]) => [name, rulesOf(schema)]));
    case 'anyOf':
      return Array.isArray(value) ? value.map(rulesOf) : value;
    case 'items':
    case 'additionalProperties':
      return isObject(value) ? rulesOf(value) : value;
    default:
      return value;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

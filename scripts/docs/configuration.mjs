import { table } from './generated-blocks.mjs';

/** docs/configuration/: every key of a configuration file with its default, rule and meaning, tables inside tables included. A table of a name of the operator's own is `<name>`. */
export function configurationTable(schema) {
  return table(['key', 'default', 'must be', 'meaning'], rowsOf(schema.properties, ''));
}

function rowsOf(members, prefix) {
  return Object.entries(members).flatMap(([name, schema]) => {
    const key = `${prefix}${name}`;
    if (schema.properties !== undefined) return rowsOf(schema.properties, `${key}.`);
    const named = namedTable(schema);
    if (named !== undefined) return rowsOf(named.properties, `${key}.<name>.`);
    if (!schema.description) throw new Error(`${key} has no description to document`);
    return [[`\`${key}\``, defaultOf(schema), ruleOf(schema, key), schema.description]];
  });
}

function defaultOf(schema) {
  if (schema.default !== undefined) return `\`${JSON.stringify(schema.default)}\``;
  return isOptional(schema) ? 'none' : '**required**';
}

function ruleOf(schema, key) {
  if (schema.title !== undefined) return schema.title;
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'string') return 'a text';
  if (schema.type === 'array') return `a list${schema.maxItems === undefined ? '' : ` of at most ${schema.maxItems}`}`;
  if (Array.isArray(schema.anyOf)) return `one of ${schema.anyOf.map((option) => option.const).join(', ')}`;
  throw new Error(`${key} has no title that says its rule`);
}

/** Reads TypeBox's mark of a member that may be left out. */
function isOptional(schema) {
  return Object.getOwnPropertySymbols(schema).some((symbol) => symbol.description === 'TypeBox.Optional');
}

/** The table that each name of a record has; undefined for anything else. */
function namedTable({ patternProperties = {} }) {
  return Object.values(patternProperties).find(({ properties }) => properties !== undefined);
}

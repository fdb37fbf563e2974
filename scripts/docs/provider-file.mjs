import { table } from './generated-blocks.mjs';

/** docs/providers.md: each member of a provider's file, from the schema that checks it. */
export function providerMembersTable({ ProviderSchema }) {
  const rows = membersOf(ProviderSchema, '').map(({ path, schema, isRequired }) => [
    `\`${path}\``,
    isRequired ? '' : 'optional',
    formOf(schema),
    schema.description ?? '',
  ]);
  return table(['member', '', 'form', 'what it is'], rows);
}

function membersOf({ properties, required = [] }, prefix) {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const inner = schema.type === 'array' ? schema.items : schema;
    const path = `${prefix}${name}${schema.type === 'array' ? '[]' : ''}`;
    const own = inner.properties === undefined ? [] : membersOf(inner, `${path}.`);
    return [{ path, schema, isRequired: required.includes(name) }, ...own];
  });
}

function formOf(schema) {
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.anyOf !== undefined) return schema.anyOf.map(formOf).join(', ');
  if (schema.title !== undefined) return schema.title;
  switch (schema.type) {
    case 'array':
      return `${counted(schema)}${schema.items.properties === undefined && schema.items.title !== undefined ? ` ${schema.items.title}` : ''}`;
    case 'integer':
      return `an integer from ${schema.minimum} to ${schema.maximum}`;
    case 'object':
      return 'an object';
    default:
      return 'JSON';
  }
}

function counted({ minItems = 0, maxItems, uniqueItems = false }) {
  const count = minItems === maxItems ? `${minItems}` : `${minItems} to ${maxItems}`;
  return `${count}${uniqueItems ? ' distinct' : ''}`;
}

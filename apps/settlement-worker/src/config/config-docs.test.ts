import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ConfigFile } from './config-schema.js';
import { createMetrics } from '../telemetry/metrics.js';

const docs = await readFile(new URL('../../../../docs/configuration/settlement-worker.md', import.meta.url), 'utf8');

interface Key {
  readonly type?: string;
  readonly anyOf?: readonly { readonly const: string }[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly description?: string;
}

function typeOf({ type, anyOf, minimum, maximum }: Key): string {
  if (anyOf !== undefined) return anyOf.map((option) => `\`${option.const}\``).join(' or ');
  return type === 'integer' ? `integer ${minimum}..${maximum}` : String(type);
}

const rows = Object.entries(ConfigFile.properties).flatMap(([table, { properties }]) =>
  Object.entries<Key>(properties).map(([name, key]) => {
    const fallback = key.default === undefined ? '' : `\`${JSON.stringify(key.default)}\``;
    return `| \`${table}.${name}\` | ${typeOf(key)} | ${fallback} | ${key.description} |`;
  }),
);

it('the documented table is the schema, row by row', () => {
  const documented = docs
    .split('\n')
    .filter((line) => /^\| `[a-z]+\.[a-z_]+`/.test(line))
    .map((line) => line.replace(/\s*\|\s*/g, ' | ').trim());
  expect(documented).toEqual(rows);
});

it('every metric is documented, and no other', () => {
  const documented = [...docs.matchAll(/^\| `(oracle_[a-z_]+)/gm)].map(([, name]) => name);
  expect(documented).toEqual(
    createMetrics()
      .registry.getMetricsAsArray()
      .map(({ name }) => name),
  );
});

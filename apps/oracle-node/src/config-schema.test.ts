import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigFile } from './config-schema.js';

const documentation = readFileSync(new URL('../../../docs/configuration/oracle-node.md', import.meta.url), 'utf8');

/** One row per setting, as the documentation must hold it. */
const expectedRows = (): string[] =>
  Object.entries(ConfigFile.properties).flatMap(([section, schema]) =>
    Object.entries(schema.properties).map(([key, member]: [string, Record<string, unknown>]) => {
      const fallback =
        'default' in member ? `\`${JSON.stringify(member['default'])}\`` : member['x-optional'] === true ? 'none' : '**required**';
      return `| \`${section}.${key}\` | ${fallback} | ${String(member['description'])} | ${String(member['title'])} |`;
    }),
  );

describe('docs/configuration/oracle-node.md', () => {
  it('documents every setting with its default, rule and meaning, and no other', () => {
    const rows = documentation.split('\n').filter((line) => /^\| `[a-z]+\.[a-z_]+` \|/.test(line));
    expect(rows).toEqual(expectedRows());
  });

  it('every setting has a meaning and a rule to document', () => {
    for (const schema of Object.values(ConfigFile.properties)) {
      for (const [key, member] of Object.entries<Record<string, unknown>>(schema.properties)) {
        expect(member['title'], key).toBeTypeOf('string');
        expect(member['description'], key).toBeTypeOf('string');
      }
    }
  });
});

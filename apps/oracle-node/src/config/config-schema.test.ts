import { readFileSync } from 'node:fs';
import { OptionalKind, type TSchema } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { ConfigFile } from './config-schema.js';

const documentation = readFileSync(new URL('../../../../docs/configuration/oracle-node.md', import.meta.url), 'utf8');

/** One row per setting, as the documentation must hold it. */
function expectedRows(): string[] {
  return Object.entries(ConfigFile.properties).flatMap(([section, schema]) =>
    Object.entries<TSchema>(schema.properties).map(([key, member]) => {
      const fallback = 'default' in member ? `\`${JSON.stringify(member.default)}\`` : OptionalKind in member ? 'none' : '**required**';
      return `| \`${section}.${key}\` | ${fallback} | ${String(member.title)} | ${String(member.description)} |`;
    }),
  );
}

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

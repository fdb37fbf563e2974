import { describe, expect, it } from 'vitest';
import { ConfigFile } from './config-schema.js';

describe('docs/configuration/oracle-node.md', () => {
  it('every setting has a meaning and a rule to document', () => {
    for (const schema of Object.values(ConfigFile.properties)) {
      for (const [key, member] of Object.entries<Record<string, unknown>>(schema.properties)) {
        expect(member['title'], key).toBeTypeOf('string');
        expect(member['description'], key).toBeTypeOf('string');
      }
    }
  });
});

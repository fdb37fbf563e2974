import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { librariesOf } from './libraries.mjs';

/** Names of the values that a module of exports alone has. */
function valuesOf(path) {
  const blocks = readFileSync(path, 'utf8').matchAll(/^export \{([^}]*)\}/gm);
  return [...blocks].flatMap(([, names]) => names.split(',').map((name) => name.trim())).filter((name) => /^\w+$/.test(name));
}

/** Its README is a list of its values, more than 50: each has a place of its own there. Others may show a value in a program. */
const LISTED = '@oracle-gateway/protocol';

describe('the README of a library', () => {
  for (const { name, from } of librariesOf(join(import.meta.dirname, '..'))) {
    it(`names each value of the root of ${name}`, () => {
      const readme = readFileSync(join(from, 'README.md'), 'utf8');
      const isNamed = (value) => (name === LISTED ? readme.includes(`\`${value}\``) : new RegExp(`\\b${value}\\b`).test(readme));
      const atRoot = valuesOf(join(from, 'src', 'index.ts'));
      assert.ok(atRoot.length > (name === LISTED ? 50 : 0));
      assert.deepEqual(
        atRoot.filter((value) => !isNamed(value)),
        [],
        `name them in README.md of ${name}, or export them from its src/internal.ts`,
      );
    });
  }
});

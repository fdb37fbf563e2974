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

describe('the README of a library', () => {
  for (const { name, from } of librariesOf(join(import.meta.dirname, '..'))) {
    it(`names each value of the root of ${name}`, () => {
      const readme = readFileSync(join(from, 'README.md'), 'utf8');
      const atRoot = valuesOf(join(from, 'src', 'index.ts'));
      assert.ok(atRoot.length > 0);
      assert.deepEqual(
        atRoot.filter((value) => !new RegExp(`\\b${value}\\b`).test(readme)),
        [],
        `name them in README.md of ${name}, or export them from its src/internal.ts`,
      );
    });
  }
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const protocol = join(import.meta.dirname, '..', 'packages', 'protocol');

/** Names of the values that a module of exports alone has. */
function valuesOf(path) {
  const blocks = readFileSync(path, 'utf8').matchAll(/^export \{([^}]*)\}/gm);
  return [...blocks].flatMap(([, names]) => names.split(',').map((name) => name.trim())).filter((name) => /^\w+$/.test(name));
}

it("names each value of protocol's root in the README of the package", () => {
  const readme = readFileSync(join(protocol, 'README.md'), 'utf8');
  const isNamed = (name) => readme.includes(`\`${name}\``);
  const atRoot = valuesOf(join(protocol, 'src', 'index.ts'));
  assert.ok(atRoot.length > 50);
  assert.deepEqual(
    atRoot.filter((name) => !isNamed(name)),
    [],
    'name them in packages/protocol/README.md, or export them from src/internal.ts',
  );
});

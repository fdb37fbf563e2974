import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Libraries that take most of the start of a process. */
const HEAVY = /^(?:@solana\/|@x402\/|@modelcontextprotocol\/|undici$)/;

/** Modules from outside that a file loads before its first line runs, through every file of this repository between them. */
function loadedAtStart(file, seen = new Set()) {
  if (seen.has(file) || file.endsWith('.json')) return new Set();
  seen.add(file);
  const { statements } = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const names = statements.filter(isLoaded).map(({ moduleSpecifier }) => moduleSpecifier.text);
  return new Set(
    names.flatMap((name) => {
      if (name.startsWith('.')) return [...loadedAtStart(join(dirname(file), name.replace(/\.js$/, '.ts')), seen)];
      const source = sourceOf(name);
      return source === null ? [name] : [...loadedAtStart(source, seen)];
    }),
  );
}

/** An import or a re-export of more than types. */
function isLoaded(statement) {
  if (statement.moduleSpecifier === undefined) return false;
  if (ts.isExportDeclaration(statement)) return !statement.isTypeOnly && !areTypes(statement.exportClause?.elements);
  return !(statement.importClause?.isTypeOnly ?? false) && !areTypes(statement.importClause?.namedBindings?.elements);
}

function areTypes(elements) {
  return elements !== undefined && elements.length > 0 && elements.every(({ isTypeOnly }) => isTypeOnly);
}

/** The source of a module of this repository; null for one from outside. */
function sourceOf(name) {
  const [, folder, entry] = /^@oracle-gateway\/([^/]+)(\/.+)?$/.exec(name) ?? [];
  if (folder === undefined) return null;
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'packages', folder, 'package.json'), 'utf8'));
  return join(ROOT, 'packages', folder, exports[`.${entry ?? ''}`]['@oracle-gateway/source']);
}

describe('the help of a command', () => {
  for (const name of ['cli', 'admin', 'mcp'])
    it(`of packages/${name} loads no library of Solana, of payments or of a server`, () => {
      const loaded = loadedAtStart(join(ROOT, 'packages', name, 'src/main.ts'));
      assert.ok(loaded.has('commander'), 'the walk reaches the command line');
      assert.deepEqual(
        [...loaded].filter((one) => HEAVY.test(one)),
        [],
      );
    });

  it('would load them where a file imported them at once', () => {
    const loaded = loadedAtStart(join(ROOT, 'packages/admin/src/plans/index.ts'));
    assert.ok([...loaded].some((one) => HEAVY.test(one)));
  });
});

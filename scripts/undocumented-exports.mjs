import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { publishedPackages } from './workspace.mjs';
import { firstProgram } from './readme-blocks.mjs';

const SOURCE_CONDITION = '@oracle-gateway/source';
/** Entries without a promise to third parties. */
const WITHOUT_PROMISE = new Set(['./internal', './testing', './package.json']);

/**
 * Exports of the published libraries that their docstrings leave out, and functions that a README begins with and that have no `@example`.
 *
 * @param {string} root
 * @returns {string[]} one line each
 */
export function undocumentedExports(root) {
  const libraries = publishedPackages(root).filter(({ folder }) => !folder.startsWith('apps/'));
  return libraries.flatMap(({ folder, manifest }) => {
    const entries = Object.entries(manifest.exports ?? {}).filter(
      ([entry, target]) => !WITHOUT_PROMISE.has(entry) && target[SOURCE_CONDITION] !== undefined,
    );
    const shown = importedBy(readFileSync(join(root, folder, 'README.md'), 'utf8'), manifest.name);
    return entries.flatMap(([entry, target]) => {
      const path = join(root, folder, target[SOURCE_CONDITION]);
      const importPath = join(manifest.name, entry);
      return [...exportsOf(path)].flatMap(([name, { file, declarations }]) => {
        const place = `${importPath}: ${name} (${relative(root, file)})`;
        if (!declarations.some(isDocumented)) return [`${place}: has no docstring`];
        const needsExample = shown.has(`${importPath} ${name}`) && declarations.some(ts.isFunctionDeclaration);
        return needsExample && !declarations.some(hasExample) ? [`${place}: the README begins with it, and it has no @example`] : [];
      });
    });
  });
}

/** Names that the first program of a README imports from entries of its package, as `entry name`. */
function importedBy(readme, packageName) {
  const code = firstProgram(readme)?.code ?? '';
  const imports = ts.createSourceFile('program.ts', code, ts.ScriptTarget.Latest).statements.filter(ts.isImportDeclaration);
  return new Set(
    imports
      .filter(({ moduleSpecifier: { text } }) => text === packageName || text.startsWith(`${packageName}/`))
      .flatMap(({ moduleSpecifier, importClause }) =>
        (importClause?.namedBindings?.elements ?? []).map(
          ({ name, propertyName }) => `${moduleSpecifier.text} ${(propertyName ?? name).text}`,
        ),
      ),
  );
}

/**
 * The exports of a module of its own package, however many modules pass them on.
 *
 * @returns {Map<string, { file: string, declarations: ts.Statement[] }>} by name
 */
function exportsOf(path, known = new Map()) {
  if (known.has(path)) return known.get(path);
  const found = new Map();
  known.set(path, found);
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement)) {
      const from = statement.moduleSpecifier === undefined ? path : moduleAt(path, statement.moduleSpecifier.text);
      if (from === undefined) continue;
      const there = from === path ? declaredIn(source, path) : exportsOf(from, known);
      const names = statement.exportClause?.elements?.map(({ name, propertyName }) => [name.text, (propertyName ?? name).text]);
      for (const [name, original] of names ?? [...there.keys()].map((each) => [each, each]))
        if (there.has(original)) found.set(name, there.get(original));
    }
  }
  for (const [name, declared] of declaredIn(source, path)) if (declared.declarations.some(isExported)) found.set(name, declared);
  return found;
}

/** A module of the same package; another package documents its own. */
function moduleAt(path, specifier) {
  if (!specifier.startsWith('.')) return undefined;
  return ['.ts', '.tsx']
    .map((ending) => join(dirname(path), specifier.replace(/\.js$/, ending)))
    .find((candidate) => existsSync(candidate));
}

/** Statements by the names that they declare: overloads, and a schema with its type, share one. */
function declaredIn(source, file) {
  const found = new Map();
  for (const statement of source.statements) {
    const names = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
      : [statement.name?.text].filter((name) => name !== undefined);
    for (const name of names) found.set(name, { file, declarations: [...(found.get(name)?.declarations ?? []), statement] });
  }
  return found;
}

function isExported({ modifiers }) {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

function isDocumented(statement) {
  return ts.getJSDocCommentsAndTags(statement).length > 0;
}

function hasExample(statement) {
  return ts.getJSDocTags(statement).some(({ tagName }) => tagName.text === 'example');
}

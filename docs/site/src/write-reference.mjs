import { writeFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Application } from 'typedoc';
import { REFERENCE_FOLDER, referenceEntries } from './api-reference.mjs';
import { root } from './repository-pages.mjs';

/** Settings of a user of the packages: typedoc reads the declarations as they are published, not the sources. */
const COMPILER_OPTIONS = {
  target: 'ES2022',
  lib: ['ES2023', 'DOM'],
  module: 'NodeNext',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules', '@types')],
  noEmit: true,
};

/**
 * Writes one page of Markdown for each entry point of the published packages. They have to be built.
 *
 * @throws {Error} where typedoc finds an error, or a link of a comment that leads nowhere
 */
export async function writeReference() {
  const entries = referenceEntries();
  rmSync(REFERENCE_FOLDER, { recursive: true, force: true });
  mkdirSync(REFERENCE_FOLDER, { recursive: true });
  const tsconfig = join(REFERENCE_FOLDER, 'tsconfig.json');
  writeFileSync(tsconfig, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: entries.map(({ declarations }) => declarations) }));
  const application = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    tsconfig,
    entryPoints: entries.map(({ declarations }) => declarations),
    out: REFERENCE_FOLDER,
    cleanOutputDir: false,
    // The build has checked them.
    skipErrorChecking: true,
    readme: 'none',
    disableGit: true,
    disableSources: true,
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    logLevel: 'Warn',
    groupOrder: ['Functions', 'Classes', 'Interfaces', 'Type Aliases', 'Variables', '*'],
    outputFileStrategy: 'modules',
    entryFileName: 'index',
    hideBreadcrumbs: true,
    hidePageHeader: true,
    hidePageTitle: true,
    typeDeclarationVisibility: 'compact',
    ...inTables([
      'parameters',
      'interfaceProperties',
      'classProperties',
      'typeAliasProperties',
      'propertyMembers',
      'typeDeclaration',
      'enumMembers',
    ]),
    tableColumnSettings: { hideDefaults: true, hideInherited: true, hideModifiers: true, hideOverrides: true, hideSources: true },
  });
  const names = new Map(entries.map(({ declarations, file }) => [declarations, file]));
  const points = application.getEntryPoints() ?? [];
  const project = application.converter.convert(points.map((point) => ({ ...point, displayName: names.get(point.sourceFile.fileName) })));
  await application.generateOutputs(project);
  if (points.length !== entries.length || application.logger.hasErrors()) throw new Error('the reference of the packages is not whole');
}

function inTables(kinds) {
  return Object.fromEntries(kinds.map((kind) => [`${kind}Format`, 'table']));
}

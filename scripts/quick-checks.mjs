import { relative } from 'node:path';
import { FEWER_COLLECTIONS } from './fewer-collections.mjs';

/** Small libraries: their tests take seconds, and stand for the rest where nothing has changed. */
export const SMALL_LIBRARIES = ['packages/protocol', 'packages/schnorr', 'packages/contract', 'packages/gateway-api', 'packages/node-api'];
/**
 * Types and lint in one pass: both need the types of every project. Each file is checked in the nearest project. The explorer's project also
 * checks the packages that it imports, with the types of a browser.
 */
export const TYPES_AND_LINT = [
  { name: 'types and lint', command: ['oxlint'], env: FEWER_COLLECTIONS },
  { name: 'types in a browser', command: ['node', 'scripts/typecheck.mjs', 'apps/explorer'] },
];
const VITEST = ['vitest', 'run', '--reporter=dot', '--silent=passed-only'];
const BESIDE_SOURCES = ['--exclude', 'tests/**', '--passWithNoTests'];

/**
 * The checks for a changed line: types and rules of everything; the form of the changed files; in each changed package the tests beside its
 * sources that the change reaches; the changed test files.
 *
 * @param {{ changed: readonly string[], deleted: readonly string[] }} files paths from the root
 * @param {{ tested: readonly string[], scriptTests: readonly string[] }} project the workspace's folders that have tests; the tests of the scripts
 */
export function quickChecks({ changed, deleted }, { tested, scriptTests }) {
  const form = changed.filter((path) => /\.(ts|mts|mjs|cjs|js|json|md|yaml|html|css)$/.test(path));
  const packages = tested.flatMap((folder) => testsOfChange(folder, inFolder(folder, changed), inFolder(folder, deleted)));
  return [
    ...TYPES_AND_LINT.map((check) => ({ ...check, weight: 2 })),
    ...(form.length > 0
      ? [{ name: 'format of changed files', command: ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...form] }]
      : []),
    { name: 'import directions', command: ['depcruise', 'packages', 'apps', 'contracts', '--config', '.dependency-cruiser.cjs'] },
    { name: 'documents', command: ['node', 'scripts/check-docs.mjs'] },
    ...(['scripts', 'deploy'].some((folder) => inFolder(folder, changed).length > 0)
      ? [{ name: 'scripts', command: ['node', '--test', ...scriptTests] }]
      : []),
    ...(packages.length > 0 ? packages : tested.filter((folder) => SMALL_LIBRARIES.includes(folder)).map((folder) => unitTests(folder))),
  ];
}

/** Paths within a folder, from that folder. */
function inFolder(folder, paths) {
  return paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => relative(folder, path));
}

function testsOfChange(folder, changed, deleted) {
  const sources = changed.filter((path) => /^(src|tests)\/.*\.ts$/.test(path));
  const others = changed.length > sources.length || deleted.length > 0;
  const longTests = sources.filter((path) => /^tests\/.*\.test\.ts$/.test(path));
  const checks = [];
  // What is no module reaches tests in ways that imports do not tell: data, a manifest, a script for Redis.
  if (others) checks.push(unitTests(folder));
  else if (sources.length > 0)
    checks.push({
      name: `tests beside the sources of ${folder} that the change reaches`,
      command: ['vitest', 'related', '--run', ...VITEST.slice(2), ...BESIDE_SOURCES, ...sources],
      cwd: folder,
    });
  if (longTests.length > 0) checks.push({ name: `changed tests of ${folder}`, command: [...VITEST, ...longTests], cwd: folder });
  return checks;
}

function unitTests(folder) {
  return { name: `tests beside the sources of ${folder}`, command: [...VITEST, ...BESIDE_SOURCES], cwd: folder };
}

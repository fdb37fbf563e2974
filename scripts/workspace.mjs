import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of the workspace's packages, relative to its root, in the order in which `pnpm-workspace.yaml` names them. */
export function workspaceFolders(root) {
  const entries = ['packages', 'apps', 'programs', 'contracts'].flatMap((parent) =>
    existsSync(join(root, parent)) ? readdirSync(join(root, parent)).map((name) => join(parent, name)) : [],
  );
  return [...entries, 'examples', 'bench', 'docs/site'].filter((folder) => existsSync(join(root, folder, 'package.json')));
}

/** Content of a folder's `package.json`. */
export function workspaceManifest(root, folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

/** The packages that a registry gets. */
export function publishedPackages(root) {
  return workspaceFolders(root)
    .filter((folder) => /^(?:packages|apps|contracts)\//.test(folder))
    .map((folder) => ({ folder, manifest: workspaceManifest(root, folder) }))
    .filter(({ manifest }) => manifest.private !== true);
}

/** Text of a suite's configuration that has no settings of its own. */
const ALIKE = /^import \{ packageTests \} from '[./]+vitest\.base\.js';\s+export default packageTests\(\);\s*$/;

/** The folders whose suites are configured alike, so that one run can have all of them. */
export function alikeSuites(root) {
  return workspaceFolders(root).filter((folder) => {
    const path = join(root, folder, 'vitest.config.ts');
    return existsSync(path) && ALIKE.test(readFileSync(path, 'utf8'));
  });
}

/** The tests of the scripts and of what is deployed, relative to the root: a folder means another thing to `node --test` on each version of Node. */
export function scriptTests(root) {
  return ['scripts', 'deploy'].flatMap((folder) => nodeTests(join(root, folder)).map((path) => join(folder, path)));
}

/** The tests of the documentation site, relative to its folder. */
export function siteTests(root) {
  return ['src', 'tests'].flatMap((part) => nodeTests(join(root, 'docs', 'site', part)).map((path) => join(part, path)));
}

function nodeTests(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.test.mjs') && !path.includes('node_modules'));
}

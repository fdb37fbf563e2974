import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages } from '../workspace.mjs';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** The page is not published by itself: the gateway's package has its bundle. */
const PAGE = 'apps/explorer';
/** The page `/docs` is made of it: its files are copied into the gateway's package. */
const COPIED = 'apps/gateway/node_modules/swagger-ui-dist/package.json';

/** The arguments by which pnpm takes what is published alone. */
export function publishedFilters(root) {
  return [...publishedPackages(root).map(({ folder }) => folder), PAGE].flatMap((folder) => ['--filter', `./${folder}`]);
}

/** @returns {import('./licences.mjs').Dependency} */
export function copiedDependency(root) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, COPIED), 'utf8'));
  return { name, version, licence: license };
}

/**
 * Everything that an installation of the published packages brings along, as pnpm has installed it here. Needs pnpm on PATH.
 *
 * @returns {import('./licences.mjs').Dependency[]}
 */
export function productionDependencies(root) {
  const args = [...publishedFilters(root), 'licenses', 'list', '--prod', '--json'];
  const output = execFileSync('pnpm', args, { cwd: root, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
  const installed = Object.values(JSON.parse(output))
    .flat()
    .flatMap(({ name, versions, license }) => versions.map((version) => ({ name, version, licence: license })));
  return [...installed, copiedDependency(root)];
}

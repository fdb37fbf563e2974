import { laidOut } from './laid-out.mjs';
import { lockedGraph } from './locked-graph.mjs';

const LOCK_FILE_VERSION = 3;
const REGISTRY = 'https://registry.npmjs.org';

/**
 * `npm-shrinkwrap.json` of a package of this workspace: npm installs under it what pnpm's lock file has, and nothing else.
 *
 * @param {string} root of the workspace
 * @param {string} folder of the package
 * @returns {object}
 */
export function shrinkwrapOf(root, folder) {
  const { graph, start } = lockedGraph(root, folder);
  const needed = neededKeys(graph, start);
  const [first, ...others] = laidOut(graph, start);
  const { name, version } = graph[start];
  return {
    name,
    version,
    lockfileVersion: LOCK_FILE_VERSION,
    requires: true,
    packages: Object.fromEntries([
      ['', { name, version, ...requirementsOf(graph, first.key) }],
      ...others
        .map(({ path, key }) => [path, entryOf(graph, { key, path, isNeeded: needed.has(key) })])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ]),
  };
}

/** Packages that are not there for optional dependencies alone. */
function neededKeys(graph, start) {
  const needed = new Set([start]);
  for (const key of needed) {
    const { dependencies, optional } = graph[key];
    for (const [asked, found] of Object.entries(dependencies)) if (!optional.has(asked)) needed.add(found);
  }
  return needed;
}

function entryOf(graph, { key, path, isNeeded }) {
  const { name, version, integrity, bin, hasInstallScript } = graph[key];
  const isAlias = !path.endsWith(`node_modules/${name}`);
  return {
    ...(isAlias ? { name } : {}),
    version,
    // npm finds a package without a hash by its version: one of this workspace is packed beside this one, so that its bytes are not known yet.
    ...(integrity === undefined ? {} : { resolved: `${REGISTRY}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`, integrity }),
    // npm needs both to run the script, which uses the build in the package. Otherwise it compiles, and drops the package where there is no compiler.
    ...(hasInstallScript ? { hasInstallScript } : {}),
    ...(bin === undefined ? {} : { bin: typeof bin === 'string' ? { [name.split('/').at(-1)]: bin } : bin }),
    ...(isNeeded ? {} : { optional: true }),
    ...requirementsOf(graph, key),
  };
}

/**
 * The dependencies that a package was tested with, by exact versions. npm takes them from here, so it adds none that an override has removed.
 */
function requirementsOf(graph, key) {
  const { dependencies, optional, limits } = graph[key];
  const required = Object.entries(dependencies).map(([asked, found]) => [asked, specifierOf(asked, graph[found])]);
  return withoutAbsent({
    dependencies: objectOf(required.filter(([asked]) => !optional.has(asked))),
    optionalDependencies: objectOf(required.filter(([asked]) => optional.has(asked))),
    ...limits,
  });
}

function specifierOf(asked, { name, version }) {
  return asked === name ? version : `npm:${name}@${version}`;
}

function objectOf(entries) {
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function withoutAbsent(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

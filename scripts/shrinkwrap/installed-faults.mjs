import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './package-folder.mjs';

/**
 * Differences between an installation and the graph that was tested: a package that finds another version, that lacks one, or that no package of the
 * graph asks for.
 *
 * @param {object} input
 * @param {import('./locked-graph.mjs').LockedGraph} input.graph
 * @param {string} input.start key of the first package
 * @param {string} input.folder where the first package is installed, with all others inside
 * @returns {{ faults: string[], count: number }} `count` packages are as they should be
 */
export function installedFaults({ graph, start, folder }) {
  const faults = [];
  const reached = new Map([[folder, start]]);
  for (const [at, key] of reached) {
    const { name, dependencies, optional } = graph[key];
    for (const [asked, wanted] of Object.entries(dependencies)) {
      const found = packageFolder(at, asked);
      if (found !== null && isSame(found, graph[wanted])) reached.set(found, wanted);
      else if (found !== null || !optional.has(asked))
        faults.push(`${name}: finds ${titleAt(found)} for ${asked}, was tested with ${titleOf(graph[wanted])}`);
    }
  }
  const strangers = packagesBelow(folder).filter((path) => !reached.has(path));
  return { faults: [...faults, ...strangers.map((path) => `${titleAt(path)}: is installed, and was not tested`)], count: reached.size };
}

function isSame(folder, { name, version }) {
  const manifest = manifestAt(folder);
  return manifest.name === name && manifest.version === version;
}

function packagesBelow(folder) {
  const modules = join(folder, 'node_modules');
  if (!existsSync(modules)) return [];
  const names = readdirSync(modules).filter((name) => !name.startsWith('.'));
  const scoped = names.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => join(name, inner)) : [name],
  );
  return scoped.flatMap((name) => {
    const path = realpathSync(join(modules, name));
    return [path, ...packagesBelow(path)];
  });
}

function manifestAt(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function titleAt(folder) {
  return folder === null ? 'nothing' : titleOf(manifestAt(folder));
}

function titleOf({ name, version }) {
  return `${name} ${version}`;
}

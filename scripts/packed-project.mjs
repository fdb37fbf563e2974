// Packages of this repository as a user has them: packed, and laid out in an empty project as npm would, with their declared dependencies alone.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publishedPackages } from './workspace.mjs';

/** Folder of each published package of the repository, by its name. */
function foldersOf(root) {
  return new Map(publishedPackages(root).map(({ folder, manifest }) => [manifest.name, join(root, folder)]));
}

/**
 * Packs packages and what they depend on of this repository, as they are published. It needs a build.
 *
 * @param {string} root
 * @param {{ names: readonly string[], destination: string }} input
 * @returns {(name: string) => string} path of a package's tarball
 */
export function packPackages(root, { names, destination }) {
  mkdirSync(destination, { recursive: true });
  const filters = names.flatMap((name) => ['--filter-prod', `${name}...`]);
  const options = ['--pack-destination', destination, '--config.ignore-scripts=true'];
  execFileSync('pnpm', ['--recursive', ...filters, 'pack', ...options], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const files = readdirSync(destination);
  return (name) => {
    const start = `${name.replace('@', '').replace('/', '-')}-`;
    const file = files.find((candidate) => candidate.startsWith(start) && /^\d/.test(candidate.slice(start.length)));
    if (file === undefined) throw new Error(`${name}: no tarball was packed`);
    return join(destination, file);
  };
}

/** Makes a dependency of the package in `from` importable from `modules`. */
export function linkDependency(dependency, { from, modules }) {
  const place = join(modules, dependency);
  if (existsSync(place)) return;
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(realpathSync(join(from, 'node_modules', dependency)), place);
}

/**
 * Unpacks the tarball of a package into a project, and gives it what it names: its siblings likewise, the rest from where pnpm keeps it.
 *
 * @param {string} root
 * @param {{ name: string, project: string, tarballOf: (name: string) => string }} input `name` is unpacked where it is not there yet
 */
export function layOutPackage(root, { name, project, tarballOf }, folders = foldersOf(root)) {
  const target = join(project, 'node_modules', name);
  if (existsSync(target)) return;
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', tarballOf(name), '-C', target, '--strip-components=1']);
  const { dependencies = {} } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'));
  for (const dependency of Object.keys(dependencies)) {
    if (folders.has(dependency)) layOutPackage(root, { name: dependency, project, tarballOf }, folders);
    else linkDependency(dependency, { from: folders.get(name), modules: join(target, 'node_modules') });
  }
}

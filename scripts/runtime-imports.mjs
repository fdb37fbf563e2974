import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

/**
 * Follows the built files of a published package from its commands and entries, and names what Node.js would not find where the package is installed.
 *
 * @param {string} folder the package's, built
 * @returns {Promise<string[]>} faults; each names what is imported
 */
export async function undeclaredRuntimeImports(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { bin = {}, exports = {}, publishConfig = {}, dependencies = {}, peerDependencies = {}, optionalDependencies = {} } = manifest;
  const commands = typeof bin === 'string' ? [bin] : Object.values(bin);
  const entries = Object.values(publishConfig.exports ?? exports).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : [entry.default, entry.require?.default],
  );
  const files = [...new Set([...commands, ...entries])].filter((path) => path?.endsWith('.js') && !path.includes('*'));
  const declared = new Set(Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies }));
  const imported = await importedFrom(files.map((path) => join(folder, path)));
  return [...imported]
    .filter((name) => name !== manifest.name && !declared.has(name))
    .sort()
    .map((name) => `its built files import ${name}, which is no dependency of the package`);
}

/** Names of the packages, as in a manifest. */
async function importedFrom(entryPoints) {
  if (entryPoints.length === 0) return new Set();
  const { metafile } = await build({
    entryPoints,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outdir: 'unwritten',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const specifiers = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  );
  return new Set(specifiers.filter((path) => !isBuiltin(path) && !path.startsWith('.') && !path.startsWith('#')).map(packageOf));
}

function packageOf(specifier) {
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

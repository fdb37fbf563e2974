import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const COMMENT = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm;
const IMPORTED = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(?:'([^']+)'|"([^"]+)")/g;

/**
 * Reads the declarations that a consumer of a published package reaches, and names what the consumer's compiler would not find.
 *
 * @param {string} folder the package's, built
 * @returns {string[]} faults; each names the file and what it imports
 */
export function undeclaredImports(folder) {
  const { exports = {}, dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const declared = Object.keys({ ...dependencies, ...peerDependencies });
  const waiting = Object.values(exports)
    .flatMap((conditions) => [conditions.types, conditions.require?.types])
    .flatMap((types) => (types === undefined ? [] : [join(folder, types)]));
  const seen = new Set(waiting);
  const faults = [];
  for (const file of waiting) {
    if (!existsSync(file)) {
      faults.push(`${relative(folder, file)}: is missing`);
      continue;
    }
    const text = readFileSync(file, 'utf8').replaceAll(COMMENT, '');
    for (const [, single, double] of text.matchAll(IMPORTED)) {
      const specifier = single ?? double;
      if (specifier.startsWith('.')) {
        const path = join(dirname(file), specifier.replace(/\.js$/, '.d.ts'));
        if (!seen.has(path)) waiting.push(path);
        seen.add(path);
      } else if (!specifier.startsWith('node:') && !declared.some((name) => specifier === name || specifier.startsWith(`${name}/`)))
        faults.push(`${relative(folder, file)}: imports ${specifier}, which is no dependency of the package`);
    }
  }
  return faults;
}

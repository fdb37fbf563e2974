import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const IGNORED = new Set(['node_modules', 'dist', '.git', '.turbo', '.tools', '.astro', '.localnet', '.compare', 'target', 'coverage']);
/** A build writes its configuration beside it for a moment, as one file. */
const PASSING = /\.bundled_\w+\.mjs$/;

/** The paths of every file of the project under `folder` whose name `isWanted`. */
export async function projectFiles(folder, isWanted) {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !IGNORED.has(name) && !PASSING.test(name))
      .map((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return projectFiles(path, isWanted);
        return isWanted(entry.name) ? [path] : [];
      }),
  );
  return found.flat();
}

/** The paths of every Markdown file of the project under `folder`. */
export function markdownFiles(folder) {
  return projectFiles(folder, (name) => name.endsWith('.md'));
}

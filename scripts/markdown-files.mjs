import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const IGNORED = new Set(['node_modules', 'dist', '.git', '.turbo', '.tools', '.localnet', 'target']);

/** The paths of every Markdown file of the project under `folder`. */
export async function markdownFiles(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !IGNORED.has(name))
      .map((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return markdownFiles(path);
        return entry.name.endsWith('.md') ? [path] : [];
      }),
  );
  return found.flat();
}

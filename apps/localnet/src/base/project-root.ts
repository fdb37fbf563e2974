import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder: the nearest parent with the workspace definition, from `src` and from `dist`. Null for an installed localnet. */
export function findProjectRoot(): string | null {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'pnpm-workspace.yaml')) && existsSync(join(folder, 'apps', 'localnet'))) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/** Throws for an installed localnet. */
export function projectRoot(): string {
  const root = findProjectRoot();
  if (root === null) throw new Error('this part of the localnet is in its repository alone: clone it, and use npm start');
  return root;
}

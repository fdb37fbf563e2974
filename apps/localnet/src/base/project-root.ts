import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder: the nearest parent with the workspace definition, from `src` and from `dist`. */
export function projectRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return folder;
    if (folder === dirname(folder))
      throw new Error('the localnet must run inside its repository: no parent folder has pnpm-workspace.yaml');
  }
}

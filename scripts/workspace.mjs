import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of the workspace's packages, relative to its root, in the order in which `pnpm-workspace.yaml` names them. */
export function workspaceFolders(root) {
  const entries = ['packages', 'apps', 'programs'].flatMap((parent) =>
    existsSync(join(root, parent)) ? readdirSync(join(root, parent)).map((name) => join(parent, name)) : [],
  );
  return [...entries, 'examples', 'bench'].filter((folder) => existsSync(join(root, folder, 'package.json')));
}

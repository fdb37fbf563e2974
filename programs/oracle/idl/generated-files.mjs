/** Every file that is made from the tables of this folder, formatted. */
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

import { rootNode } from './codama.mjs';
import { typescriptModules } from './typescript.mjs';

export async function generatedFiles() {
  const root = rootNode();
  const files = [{ path: 'programs/oracle/idl.json', text: JSON.stringify(root, null, 2) }, ...typescriptModules(root)];
  return await Promise.all(files.map(async ({ path, text }) => ({ path, text: await formatted(path, text) })));
}

async function formatted(path, text) {
  const filepath = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  return await format(text, { ...(await resolveConfig(filepath)), filepath });
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatted } from '../formatted.mjs';
import { withGenerated } from './generated-blocks.mjs';
import { loadDocumented } from './load-documented.mjs';
import { generatedModules, generatedPages } from './pages.mjs';

/**
 * Compares the generated parts of every page, and every generated module, with the code.
 *
 * @param {string} root
 * @param {{ isWriting: boolean }} options whether a page or a module that differs is written
 * @returns {Promise<{ pages: number, differing: string[] }>} how many there are, and which of them differed
 */
export async function renewPages(root, { isWriting }) {
  const documented = await loadDocumented(root);
  const pages = Object.entries(generatedPages(documented, root));
  const modules = Object.entries(generatedModules(documented));
  const differing = [];
  const renew = async (page, before, after) => {
    if (after === before) return;
    differing.push(page);
    if (isWriting) await writeFile(join(root, page), after);
  };
  for (const [page, parts] of pages) {
    const path = join(root, page);
    const before = await readFile(path, 'utf8');
    let after;
    try {
      after = await formatted(page, withGenerated(before, parts));
    } catch (error) {
      throw new Error(`${page}: ${error.message}`, { cause: error });
    }
    await renew(page, before, after);
  }
  for (const [module, text] of modules) await renew(module, await readFile(join(root, module), 'utf8').catch(() => ''), text);
  return { pages: pages.length + modules.length, differing };
}

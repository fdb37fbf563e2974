import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, getFileInfo, resolveConfig } from 'prettier';
import { withGenerated } from './generated-blocks.mjs';
import { loadDocumented } from './load-documented.mjs';
import { generatedPages } from './pages.mjs';

/**
 * Compares the generated parts of every page with the code.
 *
 * @param {string} root
 * @param {{ isWriting: boolean }} options whether a page that differs is written
 * @returns {Promise<{ pages: number, differing: string[] }>} how many pages there are, and which of them differed
 */
export async function renewPages(root, { isWriting }) {
  const pages = Object.entries(generatedPages(await loadDocumented(root), root));
  const differing = [];
  for (const [page, parts] of pages) {
    const path = join(root, page);
    const before = await readFile(path, 'utf8');
    let after;
    try {
      after = await formatted(path, withGenerated(before, parts), root);
    } catch (error) {
      throw new Error(`${page}: ${error.message}`, { cause: error });
    }
    if (after === before) continue;
    differing.push(page);
    if (isWriting) await writeFile(path, after);
  }
  return { pages: pages.length, differing };
}

/** As `prettier --check` wants the page, where it looks at it. */
async function formatted(path, text, root) {
  const { ignored } = await getFileInfo(path, { ignorePath: join(root, '.prettierignore') });
  return ignored ? text : format(text, { ...(await resolveConfig(path)), filepath: path });
}

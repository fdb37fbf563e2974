import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatted } from '../formatted.mjs';
import { pythonErrorRules } from './errors.mjs';
import { withGenerated } from './generated-blocks.mjs';
import { loadDocumented } from './load-documented.mjs';
import { LISTED_PAGES, llmsList } from './llms.mjs';
import { generatedPages } from './pages.mjs';

/**
 * Compares the generated parts of every page with the code, then the list for models with the pages.
 *
 * @param {string} root
 * @param {{ isWriting: boolean }} options whether a page that differs is written
 * @returns {Promise<{ pages: number, differing: string[] }>} how many there are, and which of them differed
 */
export async function renewPages(root, { isWriting }) {
  const documented = await loadDocumented(root);
  const pages = Object.entries(generatedPages(documented, root));
  const differing = [];
  /** Pages as they are to be. */
  const texts = new Map();
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
    texts.set(page, after);
    await renew(page, before, after);
  }
  for (const page of LISTED_PAGES) if (!texts.has(page)) texts.set(page, await readFile(join(root, page), 'utf8'));
  /** Files that code writes whole. */
  const whole = {
    'docs/llms.txt': llmsList((page) => texts.get(page)),
    'clients/python/src/oracle_gateway/error_rules.py': pythonErrorRules(documented.errorTable),
  };
  for (const [file, after] of Object.entries(whole)) await renew(file, await readFile(join(root, file), 'utf8').catch(() => ''), after);
  return { pages: pages.length + Object.keys(whole).length, differing };
}

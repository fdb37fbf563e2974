#!/usr/bin/env node
// Writes the parts of the documents that repeat code: `node scripts/docs.mjs`. `--check` compares instead and exits with 1 where a page differs.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, getFileInfo, resolveConfig } from 'prettier';
import { withGenerated } from './docs/generated-blocks.mjs';
import { loadDocumented } from './docs/load-documented.mjs';
import { generatedPages } from './docs/pages.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isCheck = process.argv.includes('--check');

/** As `prettier --check` wants the page, where it looks at it. */
async function formatted(path, text) {
  const { ignored } = await getFileInfo(path, { ignorePath: join(root, '.prettierignore') });
  return ignored ? text : format(text, { ...(await resolveConfig(path)), filepath: path });
}

const pages = generatedPages(await loadDocumented(root), root);
const differing = [];
for (const [page, parts] of Object.entries(pages)) {
  const path = join(root, page);
  const before = await readFile(path, 'utf8');
  let after;
  try {
    after = await formatted(path, withGenerated(before, parts));
  } catch (error) {
    throw new Error(`${page}: ${error.message}`, { cause: error });
  }
  if (after === before) continue;
  differing.push(page);
  if (!isCheck) await writeFile(path, after);
}
for (const page of differing) console.log(isCheck ? `${page} differs from the code: run \`pnpm run docs\`` : `wrote ${page}`);
console.log(`${Object.keys(pages).length} pages, ${differing.length} ${isCheck ? 'that differ' : 'written'}`);
process.exitCode = isCheck && differing.length > 0 ? 1 : 0;

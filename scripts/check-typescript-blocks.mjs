#!/usr/bin/env node
// Every TypeScript block of every Markdown file compiles against the built packages, as it would in a user's project.
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markdownFiles } from './project-files.mjs';
import { packageFolder, typeErrors, typescriptBlocks } from './typescript-blocks.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// The examples are a user of the packages, as the readers of the root's documents are.
const otherwise = join(root, 'examples');

const blocks = [];
for (const path of await markdownFiles(root)) {
  const place = { document: relative(root, path), folder: packageFolder(path, { root, otherwise }) };
  blocks.push(...typescriptBlocks(await readFile(path, 'utf8')).map((block) => ({ ...place, ...block })));
}
const errors = typeErrors(blocks, { typeRoots: [join(root, 'node_modules', '@types')] });
for (const line of errors) console.error(line);
console.log(`${blocks.length} TypeScript blocks, ${errors.length} errors`);
process.exitCode = errors.length === 0 && blocks.length > 0 ? 0 : 1;

#!/usr/bin/env node
// Every relative link of every Markdown file leads to a file that exists, and to a heading that exists in it.
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markdownFiles } from './markdown-files.mjs';
import { brokenLinks, headingAnchors } from './markdown-links.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

async function anchorsOf(path) {
  if (!existsSync(path)) return undefined;
  return statSync(path).isFile() && path.endsWith('.md') ? headingAnchors(await readFile(path, 'utf8')) : new Set();
}

const files = await markdownFiles(root);
const broken = [];
for (const file of files) {
  const links = await brokenLinks(await readFile(file, 'utf8'), (target) => anchorsOf(target === '' ? file : join(dirname(file), target)));
  broken.push(...links.map((link) => `${relative(root, file)}: ${link}`));
}
for (const line of broken) console.error(line);
console.log(`${files.length} documents, ${broken.length} broken links`);
process.exitCode = broken.length === 0 ? 0 : 1;

#!/usr/bin/env node
// Every relative link of every Markdown file leads to a file that exists, and to a heading that exists in it.
import { existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brokenLinks, headingAnchors } from './markdown-links.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const IGNORED = new Set(['node_modules', 'dist', '.git', '.turbo', '.tools', '.localnet', 'target']);

async function markdownFiles(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !IGNORED.has(name))
      .map((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return markdownFiles(path);
        return entry.name.endsWith('.md') ? [path] : [];
      }),
  );
  return found.flat();
}

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

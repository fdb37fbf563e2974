#!/usr/bin/env node
// The documents hold together: every relative link leads to a file and a heading, and so does what sources and vectors cite; the generated tables are those of the code; the words
// keep to STYLE.md.
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renewPages } from './docs/renew-pages.mjs';
import { markdownFiles, projectFiles } from './project-files.mjs';
import { brokenCitations, brokenLinks, headingAnchors } from './markdown-links.mjs';
import { brokenWordRules, sourceFiles } from './word-rules.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

async function readAnchors(path) {
  if (!existsSync(path)) return undefined;
  return statSync(path).isFile() && path.endsWith('.md') ? headingAnchors(await readFile(path, 'utf8')) : new Set();
}

const known = new Map();
function anchorsOf(path) {
  if (!known.has(path)) known.set(path, readAnchors(path));
  return known.get(path);
}

const files = await markdownFiles(root);
const broken = [];
for (const file of files) {
  const links = await brokenLinks(await readFile(file, 'utf8'), (target) => anchorsOf(target === '' ? file : join(dirname(file), target)));
  broken.push(...links.map((link) => `${relative(root, file)}: ${link}`));
}
// The tests of these checks cite what is not there, and the vectors of Scribe are the words of others.
const citing = [
  ...(await sourceFiles(root)).filter((path) => !/scripts\/.*\.test\.mjs$/.test(path)),
  ...(await projectFiles(join(root, 'vectors'), (name) => /^(?!scribe-).*\.json$/.test(name))),
  ...(await projectFiles(join(root, 'clients'), (name) => name.endsWith('.py'))),
];
for (const file of citing) {
  const citations = await brokenCitations(await readFile(file, 'utf8'), (path) => anchorsOf(join(root, path)));
  broken.push(...citations.map((citation) => `${relative(root, file)}: ${citation}: no page or heading of that name`));
}
const words = await brokenWordRules(root);
const { differing } = await renewPages(root, { isWriting: false });
for (const line of [...broken, ...words]) console.error(line);
for (const page of differing) console.error(`${page} differs from the code: run \`pnpm run docs\``);
console.log(
  `${files.length} documents, ${broken.length} broken links, ${words.length} broken rules of words, ${differing.length} pages that differ from the code`,
);
process.exitCode = broken.length + words.length + differing.length === 0 ? 0 : 1;

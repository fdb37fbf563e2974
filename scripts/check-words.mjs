#!/usr/bin/env node
// The documents keep to the words of STYLE.md: no forbidden word and no sentence above the limit in the documents for readers.
// The README stays a front page, and a decision a page.
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markdownFiles } from './markdown-files.mjs';
import { forbiddenWords, longSentences, wordsIn } from './plain-words.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const MAX_SENTENCE_WORDS = 25;
const MAX_README_WORDS = 700;
const MAX_DECISION_WORDS = 300;

const front = ['README.md', 'STYLE.md', 'CONTRIBUTING.md', 'SECURITY.md'].map((name) => join(root, name));
const files = [...front, ...(await markdownFiles(join(root, 'docs')))];
const wrong = [];
for (const path of files) {
  const name = relative(root, path);
  const markdown = await readFile(path, 'utf8');
  wrong.push(...forbiddenWords(markdown).map(({ line, word }) => `${name}:${line}: "${word}": name the party or put the subject first`));
  wrong.push(
    ...longSentences(markdown, MAX_SENTENCE_WORDS).map(
      ({ line, words, text }) => `${name}:${line}: ${words} words, at most ${MAX_SENTENCE_WORDS}: ${text.slice(0, 80)}…`,
    ),
  );
  const words = wordsIn(markdown);
  if (name === 'README.md' && words > MAX_README_WORDS)
    wrong.push(`${name}: ${words} words, at most ${MAX_README_WORDS}: move a part to docs/`);
  if (!/^docs\/decisions\/\d/.test(name)) continue;
  if (words > MAX_DECISION_WORDS) wrong.push(`${name}: ${words} words, at most ${MAX_DECISION_WORDS}`);
  if (!/^Status: \w/m.test(markdown)) wrong.push(`${name}: has no line "Status: …"`);
}
for (const line of wrong) console.error(line);
console.log(`${files.length} documents, ${wrong.length} that break a rule of words`);
process.exitCode = wrong.length === 0 ? 0 : 1;

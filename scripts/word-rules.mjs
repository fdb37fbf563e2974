import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { markdownFiles } from './markdown-files.mjs';
import { forbiddenWords, longSentences, wordsIn } from './plain-words.mjs';

const FRONT_PAGES = ['README.md', 'STYLE.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const MAX_SENTENCE_WORDS = 25;
const MAX_README_WORDS = 700;
const MAX_DECISION_WORDS = 300;

/** How the front pages and docs/ break the rules of words of STYLE.md, one line each: the README stays a front page, and a decision a page. */
export async function brokenWordRules(root) {
  const paths = [...FRONT_PAGES.map((name) => join(root, name)), ...(await markdownFiles(join(root, 'docs')))];
  const found = await Promise.all(paths.map(async (path) => pageRules(relative(root, path), await readFile(path, 'utf8'))));
  return found.flat();
}

/** The same of one page. */
export function pageRules(name, markdown) {
  const wrong = forbiddenWords(markdown).map(({ line, word }) => `${name}:${line}: "${word}": name the party, or put the subject first`);
  for (const { line, words, text } of longSentences(markdown, MAX_SENTENCE_WORDS)) {
    wrong.push(`${name}:${line}: ${words} words, at most ${MAX_SENTENCE_WORDS}: ${text.slice(0, 80)}…`);
  }
  const words = wordsIn(markdown);
  if (name === 'README.md' && words > MAX_README_WORDS)
    wrong.push(`${name}: ${words} words, at most ${MAX_README_WORDS}: move a part to docs/`);
  if (!/^docs\/decisions\/\d/.test(name)) return wrong;
  if (words > MAX_DECISION_WORDS) wrong.push(`${name}: ${words} words, at most ${MAX_DECISION_WORDS}`);
  if (!/^Status: \w/m.test(markdown)) wrong.push(`${name}: has no line "Status: …"`);
  return wrong;
}

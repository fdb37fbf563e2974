import { readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { headingAnchors } from './markdown-links.mjs';
import { markdownFiles, projectFiles } from './project-files.mjs';
import { forbiddenWords, longSentences, subjectlessSentences, wordsIn } from './plain-words.mjs';
import { proseOf } from './source-prose.mjs';

const FRONT_PAGES = ['README.md', 'STYLE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md'];
/** The words of others, and what changesets were put together to at a release. */
const UNJUDGED_PAGES = ['THIRD-PARTY-NOTICES.md', 'CHANGELOG.md', 'changelog.md'];
const SOURCE_FOLDERS = ['packages', 'apps', 'programs', 'contracts', 'bench', 'examples', 'scripts', 'vectors', 'docs/site', 'deploy'];
const ROOT_SOURCES = ['.dependency-cruiser.cjs', 'lint-patterns.js', 'tsup.base.ts', 'vitest.base.ts', 'vitest.config.ts'];
const SOURCE_NAME = /^[^.].*\.(?:[cm]?[jt]s|rs|lua|py|sol)$/;
const INVERTED_NAME = /^- (?<opener>that|which|who|whose|nor|(?:is|are) no)\b/;
const MAX_SENTENCE_WORDS = 25;
const MAX_README_WORDS = 700;
const MAX_DECISION_WORDS = 300;

/** The paths of the source files whose prose is judged. */
export async function sourceFiles(root) {
  const sources = await Promise.all(SOURCE_FOLDERS.map((folder) => projectFiles(join(root, folder), (name) => SOURCE_NAME.test(name))));
  return [...sources.flat(), ...ROOT_SOURCES.map((name) => join(root, name))];
}

/** Breaches of STYLE.md's rules of words in documents, comments and names of tests, one line each. */
export async function brokenWordRules(root) {
  const folders = await Promise.all(['docs', ...SOURCE_FOLDERS].map((folder) => markdownFiles(join(root, folder))));
  const pages = [...FRONT_PAGES.map((name) => join(root, name)), ...folders.flat()].filter(
    (path) => !UNJUDGED_PAGES.includes(basename(path)),
  );
  const broken = [];
  for (const path of pages) broken.push(...pageRules(relative(root, path), await readFile(path, 'utf8')));
  for (const path of await sourceFiles(root)) broken.push(...sourceRules(relative(root, path), await readFile(path, 'utf8')));
  return broken;
}

/** The rules that a source file breaks, in its comments and the names of its tests. */
export function sourceRules(name, text) {
  const { comments, testNames } = proseOf(name, text);
  return [...textRules(name, comments), ...subjectless(name, comments), ...textRules(name, testNames), ...inverted(name, testNames)];
}

/** Comments that leave out what they are about: `Of the path.`, `What a node brings.` */
function subjectless(name, comments) {
  return subjectlessSentences(comments).map(
    ({ line, opener }) => `${name}:${line}: begins with "${opener}": name the subject, and put it first or behind a comma`,
  );
}

/** Names of tests that go on with a relative clause of the `describe` around them, or turn its sentence around. */
function inverted(name, testNames) {
  const lines = testNames.split('\n').map((text, index) => ({ line: index + 1, opener: INVERTED_NAME.exec(text)?.groups?.opener }));
  return lines
    .filter(({ opener }) => opener !== undefined)
    .map(({ line, opener }) => `${name}:${line}: the name of a test begins with "${opener}": begin with its subject or its verb`);
}

function textRules(name, markdown) {
  const wrong = forbiddenWords(markdown).map(({ line, word }) => `${name}:${line}: "${word}": name the party, or put the subject first`);
  for (const { line, words, text } of longSentences(markdown, MAX_SENTENCE_WORDS)) {
    wrong.push(`${name}:${line}: ${words} words, at most ${MAX_SENTENCE_WORDS}: ${text.slice(0, 80)}…`);
  }
  return wrong;
}

/** The rules that a page breaks: the README stays a front page, and a decision a page. */
export function pageRules(name, markdown) {
  const wrong = textRules(name, markdown);
  const words = wordsIn(markdown);
  if (name === 'README.md' && words > MAX_README_WORDS)
    wrong.push(`${name}: ${words} words, at most ${MAX_README_WORDS}: move a part to docs/`);
  if (!/^docs\/decisions\/\d/.test(name)) return wrong;
  const [title] = headingAnchors(markdown);
  if (basename(name, '.md') !== title) wrong.push(`${name}: is not named by its title: rename it to ${title}.md`);
  if (words > MAX_DECISION_WORDS) wrong.push(`${name}: ${words} words, at most ${MAX_DECISION_WORDS}`);
  if (!/^Status: \w/m.test(markdown)) wrong.push(`${name}: has no line "Status: …"`);
  return wrong;
}

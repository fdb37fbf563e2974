import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { projectFiles } from './project-files.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'));
const CHOICE = /\((?!\?)([^()]*\|[^()]*)\)/;
const OF_THIS_PROJECT = /^\^\(?(?:apps|packages|contracts|bench|deploy)\b/;
/** A pattern that excludes names, or repeats a part of another path, names no file. */
const ELSEWHERE = /\(\?!|\$1/;

/** A pattern with a choice, as one pattern for each alternative. */
function alternatives(pattern) {
  const choice = CHOICE.exec(pattern);
  if (choice === null) return [pattern];
  const after = pattern.slice(choice.index + choice[0].length);
  return choice[1].split('|').flatMap((one) => alternatives(`${pattern.slice(0, choice.index)}(?:${one})${after}`));
}

it('every file or folder that an import rule names is there', async () => {
  const files = (await projectFiles(root, (name) => /\.m?[jt]s$/.test(name))).map((path) => relative(root, path));
  const gone = forbidden.flatMap(({ name, from, to }) =>
    [from.path, from.pathNot, to.path, to.pathNot]
      .flat()
      .filter((pattern) => pattern !== undefined && OF_THIS_PROJECT.test(pattern) && !ELSEWHERE.test(pattern))
      .flatMap(alternatives)
      .filter((pattern) => !files.some((file) => new RegExp(pattern).test(file)))
      .map((pattern) => `${name}: ${pattern}`),
  );
  assert.deepEqual(gone, []);
});

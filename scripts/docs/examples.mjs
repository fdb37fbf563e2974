import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The first lines of a program that say what it is, for readers of the file: its interpreter and its comment. */
const HEAD = /^(?:#!.*\n)?(?:\/\/.*\n)*/;

/** A program as a block of Markdown, without its head. */
export function programBlock(text) {
  return `\`\`\`js\n${text.replace(HEAD, '').trim()}\n\`\`\``;
}

/**
 * The programs of `examples/` that a page shows.
 *
 * @param {string} root
 * @param {readonly string[]} names without `.mjs`
 * @returns {Record<string, string>} a block for each, by its name
 */
export function shownPrograms(root, names) {
  return Object.fromEntries(names.map((name) => [name, programBlock(readFileSync(join(root, 'examples', `${name}.mjs`), 'utf8'))]));
}

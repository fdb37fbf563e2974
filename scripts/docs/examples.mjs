import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** The first lines of a program that say what it is, for readers of the file: its interpreter and its comment. */
const HEAD = /^(?:#!.*\n)?(?:\/\/.*\n)*/;

/** A program as a block of Markdown, without its head. */
export function programBlock(text, language = 'js') {
  return `\`\`\`${language}\n${text.replace(HEAD, '').trim()}\n\`\`\``;
}

/**
 * The programs of `examples/` that a page shows.
 *
 * @param {string} root
 * @param {readonly string[]} names without `.mjs`; of another language with its ending
 * @returns {Record<string, string>} a block for each, by its name
 */
export function shownPrograms(root, names) {
  return Object.fromEntries(names.map((name) => [name, blockOf(root, name)]));
}

function blockOf(root, name) {
  const language = extname(name).slice(1);
  return programBlock(
    readFileSync(join(root, 'examples', language === '' ? `${name}.mjs` : name), 'utf8'),
    language === '' ? 'js' : language,
  );
}

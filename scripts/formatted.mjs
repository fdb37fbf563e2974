import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';

const { $schema: _schema, ignorePatterns, ...form } = JSON.parse(readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8'));
// A whole folder, or the files of one kind in it.
const FOLDER_PATTERN = /^(.+\/)(?:\*\*\/\*(\.\w+))?$/;
const passedOver = ignorePatterns.flatMap((pattern) => {
  const [, folder, ending = ''] = FOLDER_PATTERN.exec(pattern) ?? [];
  return folder === undefined ? [] : [{ folder, ending }];
});

/**
 * A generated text in the form that `oxfmt --check` wants of it. Where oxfmt passes over it, it stays as it is.
 *
 * @param {string} path of the file, from the root
 * @param {string} text
 * @throws when the text cannot be parsed
 */
export async function formatted(path, text) {
  if (passedOver.some(({ folder, ending }) => path.startsWith(folder) && path.endsWith(ending))) return text;
  const { code, errors } = await format(path, text, form);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}

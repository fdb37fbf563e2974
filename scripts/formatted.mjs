import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';

const { $schema: _schema, ignorePatterns, ...form } = JSON.parse(readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8'));
const passedOver = ignorePatterns.filter((pattern) => pattern.endsWith('/'));

/**
 * A generated text in the form that `oxfmt --check` wants of it. In a folder that oxfmt passes over, it stays as it is.
 *
 * @param {string} path of the file, from the root
 * @param {string} text
 * @throws when the text cannot be parsed
 */
export async function formatted(path, text) {
  if (passedOver.some((folder) => path.startsWith(folder))) return text;
  const { code, errors } = await format(path, text, form);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}

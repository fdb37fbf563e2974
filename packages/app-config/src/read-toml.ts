import { parse, TomlError } from 'smol-toml';
import { ConfigError } from './config-error.js';

const UNTERMINATED = 'its text has no closing quotation mark';
const NUMBER = 'its number is not one of TOML; a number has digits alone, and a text stands in quotation marks';
const ESCAPE = 'its text has a backslash that TOML does not know; write it twice, or put the text in single quotation marks';

/** Words for the parser's reasons. Its message also quotes the line, which may hold a password. */
const REASONS: Readonly<Record<string, (place: BrokenPlace) => string>> = {
  'trying to redefine an already defined table or value': ({ name }) => `${name ?? 'its key or table'} stands above already; remove one`,
  'trying to redefine an already defined value': ({ name }) => `${name ?? 'its key or table'} stands above already; remove one`,
  'unfinished string': () => UNTERMINATED,
  'control characters are not allowed in strings': ({ rest }) =>
    rest.trim() === '' ? UNTERMINATED : 'its text has a control character; write it as an escape such as \\t',
  'control characters are not allowed in comments': () => 'its comment has a control character; remove it',
  'illegal character in key': ({ line, rest }) => {
    if (rest.startsWith(':')) return 'it looks like YAML; write key = value';
    return /^\s*\[/.test(line) ? 'its table name has no closing ]' : 'its key has a character other than a-z, 0-9, - and _';
  },
  'incomplete key-value: cannot find end of key': () => 'its key has no value; write key = value',
  'unexpected end of key': () => 'its value has no key; write key = value',
  'invalid value': ({ rest }) =>
    rest.trim() === ''
      ? 'its key has no value'
      : 'its value is not one of TOML; put a text in quotation marks, and write true or false in small letters',
  'each key-value declaration must be followed by an end-of-line': () =>
    'more follows after its value; a text has quotation marks, and a comment begins with #',
  'expected comma or end of structure': () => 'its list or inline table has no end, or no comma between two entries',
  'unfinished array': () => 'its list has no end',
  'unfinished table': () => 'its inline table has no end',
  'expected end of table array declaration': () => 'its table name has no closing ]]',
  'illegal leading zero': () => NUMBER,
  'illegal character in numeric literal': () => NUMBER,
  'illegal underscore': () => NUMBER,
  'unfinished numeric value': () => NUMBER,
  'integer value cannot be represented losslessly': () => NUMBER,
  'invalid escape: only line-ending whitespace may be escaped': () => ESCAPE,
  'invalid non-hex character in unicode escape': () => ESCAPE,
  'invalid unicode escape': () => ESCAPE,
  'unrecognised escape sequence': () => ESCAPE,
};

interface BrokenPlace {
  readonly line: string;
  /** The line from where the parser stopped. */
  readonly rest: string;
  /** The key or the table of the line, where the schema has it: another name may be a misplaced secret. */
  readonly name: string | undefined;
}

/**
 * The content of a file in TOML. Throws ConfigError, which names the line and quotes nothing of it.
 *
 * @param knownNames names of keys and tables, which an error may repeat
 */
export function readToml(text: string, knownNames: ReadonlySet<string>): Record<string, unknown> {
  if (text.includes('\0')) throw new ConfigError('the file', 'must be in UTF-8; it looks like UTF-16: save it as UTF-8');
  if (text.includes('\uFFFD')) throw new ConfigError('the file', 'must be in UTF-8; save it as UTF-8');
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    if (text.trimStart().startsWith('{')) throw new ConfigError('line 1', 'must be TOML; it looks like JSON');
    throw new ConfigError(`line ${error.line}`, `must be TOML; ${reasonOf(error, text, knownNames)}`);
  }
}

function reasonOf({ message, line: number, column }: TomlError, text: string, knownNames: ReadonlySet<string>): string {
  const [head = ''] = message.replace('Invalid TOML document: ', '').split('\n');
  const line = text.split(/\r?\n/)[number - 1] ?? '';
  const [, named] = /^\s*(?:\[{1,2}\s*)?([\w.-]+)\s*[=\]]/.exec(line) ?? [];
  const name = named?.split('.').every((part) => knownNames.has(part)) === true ? named : undefined;
  return REASONS[head]?.({ line, rest: line.slice(column - 1), name }) ?? 'this line cannot be read';
}

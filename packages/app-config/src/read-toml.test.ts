import { expect, it } from 'vitest';
import { ConfigError } from './config-error.js';
import { readToml } from './read-toml.js';

const KNOWN = new Set(['server', 'port', 'host']);

function refusalOf(text: string): ConfigError {
  try {
    readToml(text, KNOWN);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

it.each([
  ['a missing quotation mark', 'host = "hunter2\nport = 1', 'line 1', 'no closing quotation mark'],
  ['a missing quotation mark at the end', "host = 'hunter2", 'line 1', 'no closing quotation mark'],
  ['a text without quotation marks', 'host = hunter2', 'line 1', 'put a text in quotation marks'],
  ['a key twice', '[server]\nport = 1\nport = 2', 'line 3', 'port stands above already'],
  ['a table twice', '[server]\n[server]', 'line 2', 'server stands above already'],
  ['a key twice that is not one of the file', 'hunter2 = 1\nhunter2 = 2', 'line 2', 'its key or table stands above already'],
  ['YAML', 'server:\n  password: hunter2', 'line 1', 'looks like YAML'],
  ['JSON', '{ "password": "hunter2" }', 'line 1', 'looks like JSON'],
  ['a table name that does not end', '[server\nport = 1', 'line 1', 'no closing ]'],
  ['a key alone', 'hunter2', 'line 1', 'has no value'],
  ['a key without a value', 'host =', 'line 1', 'has no value'],
  ['two values', 'host = "a" hunter2', 'line 1', 'more follows after its value'],
  ['a list without an end', 'host = ["hunter2"', 'line 1', 'no end'],
  ['a number with a unit', 'port = 80s', 'line 1', 'is not one of TOML'],
  ['a number with a leading zero', 'port = 080', 'line 1', 'is not one of TOML'],
  ['a backslash', 'host = "C:\\hunter2"', 'line 1', 'backslash'],
  ['UTF-16', Buffer.from('\uFEFFhost = "hunter2"', 'utf16le').toString('utf8'), 'the file', 'UTF-16'],
  ['Latin-1', Buffer.from('host = "hunter2\xe4"', 'latin1').toString('utf8'), 'the file', 'must be in UTF-8'],
])('%s is told by its line and kind, and nothing of the line is repeated', (_what, text, key, words) => {
  const error = refusalOf(text);
  expect([error.key, error.rule]).toEqual([key, expect.stringContaining(words)]);
  expect(error.message).not.toContain('hunter2');
});

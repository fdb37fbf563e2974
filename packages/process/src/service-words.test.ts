import { expect, it } from 'vitest';
import { CommandLineError } from './run-program.js';
import { readServiceWords } from './service-words.js';

function read(...args: string[]) {
  return readWith({}, ...args);
}
function readWith(flags: Readonly<Record<string, 'text' | 'switch'>>, ...args: string[]) {
  const written: string[] = [];
  const words = readServiceWords({ args, usage: 'usage\n', version: '1.2.3', flags, write: (text) => written.push(text) });
  return { words, written: written.join('') };
}

it('tells the configuration and every other word', () => {
  expect(read('operate', '--config', 'a.toml', 'list')).toEqual({
    words: { config: 'a.toml', words: ['operate', 'list'], flags: new Map() },
    written: '',
  });
});

it.each([
  ['--help', 'usage\n'],
  ['--version', '1.2.3\n'],
])('answers %s and leaves nothing to do', (flag, text) => {
  expect(read(flag)).toEqual({ words: null, written: text });
});

it('refuses a line without a configuration, and flags that it does not have', () => {
  expect(() => read('operate')).toThrow(new CommandLineError('--config is required'));
  expect(() => read('--konfig', 'a')).toThrow(TypeError);
});

it('tells flags of commands that were given, with their values, and refuses one that needs a value', () => {
  const flags = { from: 'text', csv: 'switch', nodes: 'switch' } as const;
  const { words } = readWith(flags, 'operate', '--from', '2026-11-01', '--config', 'a.toml', '--csv', 'statement');
  expect(words).toMatchObject({
    words: ['operate', 'statement'],
    flags: new Map<string, string | true>([
      ['from', '2026-11-01'],
      ['csv', true],
    ]),
  });
  expect(() => readWith(flags, '--config', 'a.toml', '--from')).toThrow(TypeError);
});

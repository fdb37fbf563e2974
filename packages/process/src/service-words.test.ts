import { expect, it } from 'vitest';
import { CommandLineError } from './run-program.js';
import { readServiceWords } from './service-words.js';

function read(...args: string[]) {
  const written: string[] = [];
  const words = readServiceWords({ args, usage: 'usage\n', version: '1.2.3', write: (text) => written.push(text) });
  return { words, written: written.join('') };
}

it('tells the configuration and every other word', () => {
  expect(read('operate', '--config', 'a.toml', 'list')).toEqual({ words: { config: 'a.toml', words: ['operate', 'list'] }, written: '' });
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

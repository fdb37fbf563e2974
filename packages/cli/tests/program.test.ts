import { afterAll, describe, expect, it } from 'vitest';

import packageFile from '../package.json' with { type: 'json' };
import { PROGRAM } from '../src/program.js';
import { openTerminal } from './typed-command.js';

const terminal = openTerminal();
afterAll(() => terminal.close());

describe('--help', () => {
  it('lists every command and every exit code', async () => {
    const { exitCode, output, errors } = await terminal.type(['--help']);
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
    for (const { words } of PROGRAM.commands) expect(output).toContain(`\n  ${words.split(' ')[0]!}`);
    expect(output).toContain('  6    unknown outcome');
  });

  it.each(PROGRAM.commands.map((definition) => [definition.words, definition] as const))(
    '%s has its flags and an example',
    async (words, { flags, summary }) => {
      for (const asked of [[...words.split(' '), '--help']]) {
        const { exitCode, output } = await terminal.type(asked);
        expect(exitCode).toBe(0);
        expect(output).toContain(`Usage: oracle-gateway ${words}`);
        expect(output.replace(/\s+/g, ' ')).toContain(summary);
        expect(output).toContain('Examples:\n');
        for (const name of Object.keys(flags)) expect(output).toContain(`--${name}`);
        expect(Math.max(...output.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(140);
      }
    },
  );

  it('has its commands in groups, examples, topics, and a place for questions', async () => {
    const { output } = await terminal.type(['--help']);
    for (const [heading, firstWords] of PROGRAM.groups) expect(output).toContain(`\n${heading}:\n  ${firstWords[0]!}`);
    const grouped = [...PROGRAM.groups.flatMap(([, firstWords]) => firstWords), 'completion'];
    expect(PROGRAM.commands.map(({ words }) => words.split(' ')[0]!).filter((word) => !grouped.includes(word))).toEqual([]);
    for (const [line] of PROGRAM.examples) expect(output).toContain(`  ${line}\n`);
    expect(output).toContain('Questions and problems: https://github.com/');
  });

  it.each(PROGRAM.topics.map(({ name, text }) => [name, text]))('lists the topic %s, and help prints it', async (name, text) => {
    expect((await terminal.type(['--help'])).output).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(await terminal.type(['help', name])).toEqual({ exitCode: 0, output: `${text}\n`, errors: '' });
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(140);
  });

  it('is printed on the standard error where no command is typed', async () => {
    const { exitCode, output, errors } = await terminal.type([]);
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
    expect(errors).toContain('Usage: oracle-gateway');
  });
});

describe('wrong usage', () => {
  it.each([
    [['git'], "error: unknown command 'git'\n(Did you mean get?)"],
    [['get'], "error: missing required argument 'source'"],
    [['watch', 'a', 'b'], 'error: too many arguments'],
    [['get', 'x', '--colour'], "error: unknown option '--colour'"],
    [['get', 'x', '--quorum'], "error: option '-n, --quorum <n>' argument missing"],
    [['get', 'x', '--quorum', '65'], '--quorum: must be a whole number 1..64'],
  ])('%j has exit code 2 and prints nothing on the standard output', async (words, text) => {
    const { exitCode, output, errors } = await terminal.type(words);
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
    expect(errors).toContain(text);
  });
});

it('--version prints the version alone', async () => {
  expect(await terminal.type(['--version'])).toEqual({ exitCode: 0, output: `${packageFile.version}\n`, errors: '' });
});

it('--no-color takes the colours away, wherever it stands', async () => {
  const wrong = ['get', 'x', '--quorum', '65'];
  expect((await terminal.type(wrong, { isTerminal: true })).errors).toContain('\u001b[31m');
  for (const words of [
    ['--no-color', ...wrong],
    [...wrong, '--no-color'],
  ]) {
    const { exitCode, errors } = await terminal.type(words, { isTerminal: true });
    expect(exitCode).toBe(2);
    expect(errors).not.toContain('\u001b');
  }
});

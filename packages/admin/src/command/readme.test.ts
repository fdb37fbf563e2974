import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { COMMANDS, SENDING_FLAGS, SHOW } from './commands.js';
import { EXIT_CODE_MEANINGS } from './exit-codes.js';
import type { Flags } from './flag.js';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The cells of the table under a heading, its head left out; a stroke inside a cell is written `\|`. */
function tableUnder(heading: string): string[][] {
  const section = README.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
}

function flagForm(name: string, { placeholder, required }: Flags[string]): string {
  const form = placeholder === null ? `--${name}` : `--${name} <${placeholder}>`;
  return required ? `\`${form}\`` : `[\`${form}\`]`;
}

function flagForms(flags: Flags): string {
  return Object.entries(flags)
    .map(([name, flag]) => flagForm(name, flag))
    .join(' ');
}

it('the README tells every command with its flags, and no other', () => {
  const commands = [...COMMANDS, { ...SHOW, flags: {} }];
  expect(tableUnder('Commands')).toEqual(commands.map(({ words, summary, flags }) => [`\`${words}\``, summary, flagForms(flags)]));
});

/** Each flag with the commands in which it means this. */
function flagRows(): string[][] {
  const rows = Object.entries<Flags[string]>(SENDING_FLAGS).map(([name, { meaning }]) => ({ name, meaning, commands: ['every'] }));
  for (const { words, flags } of COMMANDS) {
    for (const [name, { meaning }] of Object.entries(flags)) {
      const row = rows.find((known) => known.name === name && known.meaning === meaning);
      if (row === undefined) rows.push({ name, meaning, commands: [`\`${words}\``] });
      else row.commands.push(`\`${words}\``);
    }
  }
  return rows.map(({ name, meaning, commands }) => [`\`--${name}\``, commands.join(', '), meaning]);
}

it('the README tells what each flag means, and where', () => {
  expect(tableUnder('Flags')).toEqual(flagRows());
});

it('the README tells every exit code', () => {
  expect(tableUnder('Exit codes')).toEqual(EXIT_CODE_MEANINGS.map(([code, meaning]) => [code.toString(), meaning]));
});

import { table } from './generated-blocks.mjs';

/** packages/admin/README.md: every command with its own flags. */
export function commandsTable({ adminProgram: { commands } }) {
  const rows = commands.map(({ words, summary, flags }) => [`\`${words}\``, summary, ownFlags(flags).map(flagForm).join(' ')]);
  return table(['command', 'what it does', 'its own flags'], rows);
}

/** Table of the flags, with their meaning and their commands. Flags of many commands stand first, with their heading in the help. */
export function flagsTable({ adminProgram: { commands } }) {
  const rows = [];
  for (const { words, flags } of commands) {
    for (const [name, { meaning, group = '' }] of Object.entries(flags)) {
      const row = rows.find((known) => known.name === name && known.meaning === meaning);
      if (row === undefined) rows.push({ name, meaning, group, words: [words] });
      else row.words.push(words);
    }
  }
  const isShared = ({ group }) => group !== '';
  const shared = rows.filter(isShared).map(({ name, meaning, group }) => [`\`--${name}\``, `under “${group}”`, meaning]);
  const own = rows
    .filter((row) => !isShared(row))
    .map(({ name, meaning, words }) => [`\`--${name}\``, words.map((one) => `\`${one}\``).join(', '), meaning]);
  return table(['flag', 'commands', 'meaning'], [...shared, ...own]);
}

/** Every exit code. */
export function exitCodesTable({ EXIT_CODE_MEANINGS }) {
  return table(['code', 'meaning'], EXIT_CODE_MEANINGS);
}

/** A flag without a heading belongs to its command alone. */
function ownFlags(flags) {
  return Object.entries(flags).filter(([, { group }]) => group === undefined);
}

function flagForm([name, { placeholder, isRequired }]) {
  const form = placeholder === null ? `--${name}` : `--${name} ${placeholder}`;
  return isRequired ? `\`${form}\`` : `[\`${form}\`]`;
}

import { table } from './generated-blocks.mjs';

/** packages/admin/README.md: every command with its own flags. */
export function commandsTable({ COMMANDS, REGISTRY_SNAPSHOT, PROGRAM_VERIFY, SHOW, CAPACITY }) {
  const commands = [...COMMANDS, REGISTRY_SNAPSHOT, PROGRAM_VERIFY, { ...SHOW, flags: {} }, CAPACITY];
  const rows = commands.map(({ words, summary, flags }) => [`\`${words}\``, summary, Object.entries(flags).map(flagForm).join(' ')]);
  return table(['command', 'what it does', 'its own flags'], rows);
}

/** Table of the flags, with their meaning and their commands. */
export function flagsTable({ COMMANDS, REGISTRY_SNAPSHOT, PROGRAM_VERIFY, LEDGER_FLAGS, SENDING_FLAGS, CAPACITY }) {
  const rows = Object.entries(SENDING_FLAGS).map(([name, { meaning }]) => ({
    name,
    meaning,
    commands: [name in LEDGER_FLAGS ? `every but \`${CAPACITY.words}\`` : 'every that sends'],
  }));
  for (const { words, flags } of [...COMMANDS, REGISTRY_SNAPSHOT, PROGRAM_VERIFY, CAPACITY]) {
    for (const [name, { meaning }] of Object.entries(flags)) {
      const row = rows.find((known) => known.name === name && known.meaning === meaning);
      if (row === undefined) rows.push({ name, meaning, commands: [`\`${words}\``] });
      else row.commands.push(`\`${words}\``);
    }
  }
  return table(
    ['flag', 'commands', 'meaning'],
    rows.map(({ name, meaning, commands }) => [`\`--${name}\``, commands.join(', '), meaning]),
  );
}

/** Every exit code. */
export function exitCodesTable({ EXIT_CODE_MEANINGS }) {
  return table(['code', 'meaning'], EXIT_CODE_MEANINGS);
}

function flagForm([name, { placeholder, required }]) {
  const form = placeholder === null ? `--${name}` : `--${name} <${placeholder}>`;
  return required ? `\`${form}\`` : `[\`${form}\`]`;
}

/** docs/cli.md: the help of `oracle-gateway` and of each command, as `--help` prints it. */
export function commandHelps({ createProgram, CLI_COMMANDS }) {
  let printed = '';
  const write = (text) => {
    printed += text;
  };
  const program = createProgram({ write, writeError: write, run: () => Promise.resolve() }, CLI_COMMANDS);
  return [[program.name(), program], ...CLI_COMMANDS.map(({ words }) => [`${program.name()} ${words}`, commandAt(program, words)])]
    .map(([title, command]) => {
      printed = '';
      command.outputHelp();
      return `## \`${title}\`\n\n\`\`\`\n${printed.trimEnd()}\n\`\`\``;
    })
    .join('\n\n');
}

function commandAt(program, words) {
  return words.split(' ').reduce((command, word) => command.commands.find((one) => one.name() === word), program);
}

/** docs/cli.md: the help of `oracle-gateway` and of each command, as `--help` prints it. */
export function commandHelps({ createProgram, cliProgram }) {
  let printed = '';
  const write = (text) => {
    printed += text;
  };
  const program = createProgram({ output: { write, writeError: write }, run: () => Promise.resolve() }, cliProgram);
  return [[program.name(), program], ...cliProgram.commands.map(({ words }) => [`${program.name()} ${words}`, commandAt(program, words)])]
    .map(([title, command]) => {
      printed = '';
      command.outputHelp();
      return `## \`${title}\`\n\n\`\`\`\n${printed.trimEnd()}\n\`\`\``;
    })
    .concat(cliProgram.topics.map(({ name, text }) => `## \`${cliProgram.name} help ${name}\`\n\n\`\`\`\n${text}\n\`\`\``))
    .join('\n\n');
}

function commandAt(program, words) {
  return words.split(' ').reduce((command, word) => command.commands.find((one) => one.name() === word), program);
}

import { UsageError } from '../../usage-error.js';
import { command, operand, type CommandDefinition } from '../command.js';
import { EXIT_CODES } from '../exit-codes.js';
import { SCRIPTS } from './scripts.js';

const SHELLS = Object.keys(SCRIPTS);

/** The command `completion` of a program. */
export function completionCommand(program: string): CommandDefinition<unknown> {
  return command({
    words: 'completion',
    summary: 'Prints a script that completes commands, flags and their values in your shell',
    description: ['Load the script in the start file of your shell.'],
    operands: [{ name: 'shell', meaning: SHELLS.join(', '), isRequired: true, candidates: () => Promise.resolve(SHELLS) }],
    flags: {},
    examples: [
      [`source <(${program} completion bash)`, 'in ~/.bashrc'],
      [`source <(${program} completion zsh)`, 'in ~/.zshrc, after compinit'],
      [`${program} completion fish | source`, 'in ~/.config/fish/config.fish'],
    ],
    run({ operands, terminal }) {
      const scriptOf = Object.entries(SCRIPTS).find(([shell]) => shell === operand({ operands }, 0))?.[1];
      if (scriptOf === undefined) throw new UsageError('shell', `must be one of ${SHELLS.join(', ')}`);
      const script = scriptOf(program);
      terminal.result(script.trimEnd(), { script });
      return Promise.resolve(EXIT_CODES.done);
    },
  });
}

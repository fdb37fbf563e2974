import { UsageError } from '@oracle-gateway/caller';
import { command, operand } from '../command.js';
import { SCRIPTS } from '../completion/scripts.js';
import { EXIT_CODES } from '../exit-codes.js';

const SHELLS = Object.keys(SCRIPTS);

export const completion = command({
  words: 'completion',
  summary: 'Prints a script that completes commands, flags and feeds in your shell',
  description: ['Load the script in the start file of your shell.'],
  operands: [{ name: 'shell', meaning: SHELLS.join(', '), isRequired: true, candidates: () => Promise.resolve(SHELLS) }],
  flags: {},
  examples: [
    ['source <(oracle-gateway completion bash)', 'in ~/.bashrc'],
    ['source <(oracle-gateway completion zsh)', 'in ~/.zshrc, after compinit'],
    ['oracle-gateway completion fish | source', 'in ~/.config/fish/config.fish'],
  ],
  run({ operands, terminal }) {
    const script = Object.entries(SCRIPTS).find(([shell]) => shell === operand({ operands }, 0))?.[1];
    if (script === undefined) throw new UsageError('shell', `must be one of ${SHELLS.join(', ')}`);
    terminal.result(script.trimEnd(), { script });
    return Promise.resolve(EXIT_CODES.done);
  },
});

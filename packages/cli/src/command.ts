import type { CliDeps } from './deps.js';
import type { ExitCode } from './exit-codes.js';
import type { Flags, FlagValues } from './flag.js';
import type { Terminal } from './terminal.js';

export interface Operand {
  readonly name: string;
  readonly meaning: string;
  readonly isRequired: boolean;
  /** Values that a shell proposes for it. */
  readonly candidates?: () => Promise<readonly string[]>;
}

/** One call of a command. */
export interface Call<F extends Flags = Flags> {
  /** Operands in the order of their declaration; undefined for one that is left out. */
  readonly operands: readonly (string | undefined)[];
  readonly flags: FlagValues<F>;
  readonly deps: CliDeps;
  readonly terminal: Terminal;
}

/** One command: what its help says, and what it does. */
export interface CommandDefinition<F extends Flags = Flags> {
  /** Such as `get`, or `config set`. */
  readonly words: string;
  readonly summary: string;
  /** Paragraphs of the help. */
  readonly description: readonly string[];
  readonly operands: readonly Operand[];
  readonly flags: F;
  readonly examples: readonly (readonly [line: string, meaning: string])[];
  /** Names of the commands below this one. */
  readonly subcommands?: readonly string[];
  readonly run: (call: Call<F>) => Promise<ExitCode>;
}

/** Declares a command. It takes the values of its own flags. */
export function command<F extends Flags>(definition: CommandDefinition<F>): CommandDefinition {
  // A command only gets the values of its own flags.
  return definition as unknown as CommandDefinition;
}

/** An operand that the tree has required. */
export function operand({ operands }: Pick<Call, 'operands'>, place: number): string {
  const text = operands[place];
  if (text === undefined) throw new TypeError(`operand ${place} is not declared as required`);
  return text;
}

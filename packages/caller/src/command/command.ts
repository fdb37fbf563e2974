import type { Environment, FilePlaces } from '../config/environment.js';
import type { Files } from '../files/files.js';
import type { ExitCode } from './exit-codes.js';
import type { Flags, FlagValues } from './flag.js';
import type { HelpExamples } from './help-ending.js';
import type { Terminal, TextStream } from './terminal.js';

/** The process around every command. */
export interface CommandDeps {
  readonly environment: Environment;
  readonly places: FilePlaces;
  readonly files: Files;
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  /** Ends what runs, at Ctrl-C or where nothing reads the output. */
  readonly signal: AbortSignal;
}

export interface CommandOperand {
  readonly name: string;
  readonly meaning: string;
  readonly isRequired: boolean;
  /** Takes all words to the end: only the last operand may. */
  readonly repeats?: boolean;
  /** Values that a shell proposes for it. */
  readonly candidates?: () => Promise<readonly string[]>;
}

/** One call of a command. */
export interface Call<Deps, F extends Flags = Flags> {
  /** Operands in the order of their declaration, with all words of one that repeats; undefined for one that is left out. */
  readonly operands: readonly (string | undefined)[];
  readonly flags: FlagValues<F>;
  readonly around: CommandDeps;
  /** Dependencies of the program's own commands. */
  readonly deps: Deps;
  readonly terminal: Terminal;
}

/** One command: what its help says, and what it does. */
export interface CommandDefinition<Deps, F extends Flags = Flags> {
  /** Such as `get`, or `config set`. */
  readonly words: string;
  readonly summary: string;
  /** Paragraphs of the help. */
  readonly description: readonly string[];
  readonly operands: readonly CommandOperand[];
  readonly flags: F;
  readonly examples: HelpExamples;
  readonly run: (call: Call<Deps, F>) => Promise<ExitCode>;
}

/** Declares a command. It takes the values of its own flags. */
export function command<Deps, F extends Flags>(definition: CommandDefinition<Deps, F>): CommandDefinition<Deps> {
  // A command only gets the values of its own flags.
  return definition as unknown as CommandDefinition<Deps>;
}

/** An operand that the tree has required. */
export function operand({ operands }: Pick<Call<unknown>, 'operands'>, place: number): string {
  const text = operands[place];
  if (text === undefined) throw new TypeError(`operand ${place} is not declared as required`);
  return text;
}

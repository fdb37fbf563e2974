import { Command, Help, Option } from 'commander';

import packageFile from '../package.json' with { type: 'json' };
import type { CommandDefinition } from './command.js';
import { CLI_EXIT_CODE_MEANINGS } from './exit-codes.js';
import type { Flag, FlagValues, Flags } from './flag.js';

export const NAME = 'oracle-gateway';

const SUMMARY = 'Asks an Oracle Gateway for values, and verifies every answer with the node keys on the ledger.';
const HELP_COLUMNS = 100;

export interface ProgramDeps {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Runs what was called; never called for help or for wrong usage. */
  readonly run: (definition: CommandDefinition, called: CalledWith) => Promise<void>;
}

export interface CalledWith {
  readonly operands: readonly (string | undefined)[];
  /** Throws UsageError. */
  readonly readFlags: () => FlagValues<Flags>;
}

/** The tree of commands for commander: what is typed, what the help says, and what the shell completes. */
export function createProgram(deps: ProgramDeps, definitions: readonly CommandDefinition[]): Command {
  const program = new Command(NAME).description(SUMMARY).version(packageFile.version, '-V, --version', 'prints the version');
  configure(program, deps);
  program.helpOption('-h, --help', 'prints this help');
  program.helpCommand('help [command]', 'prints the help of a command');
  for (const definition of definitions) addCommand(program, deps, definition);
  return program.addHelpText(
    'after',
    `\n${exitCodes()}\nSettings come from flags, the environment and a profile, in this order: ${NAME} config --help.`,
  );
}

/** The same lines in every help. */
export function exitCodes(): string {
  return `Exit codes:\n${CLI_EXIT_CODE_MEANINGS.map(([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}\n`).join('')}`;
}

/** Commander's settings do not pass to commands that are made before. */
function configure(made: Command, deps: ProgramDeps): Command {
  return (
    made
      .exitOverride()
      // A flag belongs to the command that it follows.
      .enablePositionalOptions()
      .configureOutput({
        writeOut: deps.write,
        writeErr: deps.writeError,
        getOutHelpWidth: () => HELP_COLUMNS,
        getErrHelpWidth: () => HELP_COLUMNS,
        getOutHasColors: () => false,
        getErrHasColors: () => false,
      })
      .configureHelp({ subcommandTerm: termOf, commandUsage: usageOf })
      .showSuggestionAfterError()
      .helpCommand(false)
  );
}

/** Leaves out `[options]`: every command has some. */
function termOf(listed: Command): string {
  return [listed.name(), ...listed.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`))].join(' ');
}

function usageOf(shown: Command): string {
  return new Help().commandUsage(shown);
}

function addCommand(program: Command, deps: ProgramDeps, definition: CommandDefinition): void {
  const { words, summary, description, operands, flags, examples } = definition;
  const names = words.split(' ');
  const name = names.at(-1) ?? words;
  const parent = names.length === 1 ? program : parentOf(program, names[0] ?? '');
  const made = configure(parent.command(name), deps)
    .summary(summary)
    .description([`${summary}.`, ...description].join('\n\n'))
    .helpOption('-h, --help', 'prints this help');
  for (const { name: operandName, meaning, isRequired } of operands)
    made.argument(isRequired ? `<${operandName}>` : `[${operandName}]`, meaning);
  const options = Object.entries(flags).map(([flagName, flag]) => {
    const option = optionOf(flagName, flag);
    made.addOption(option);
    return [flagName, flag, option] as const;
  });
  if (examples.length > 0) made.addHelpText('after', `\n${examplesText(examples)}`);
  made.action(async (...called: unknown[]) => {
    const texts = made.opts<Readonly<Record<string, unknown>>>();
    await deps.run(definition, {
      operands: operands.map((_, place) => textOf(called[place])),
      readFlags: () =>
        Object.fromEntries(
          options.map(([flagName, flag, option]) => [flagName, flag.read(flagName, textsOf(texts[option.attributeName()]))]),
        ),
    });
  });
}

function parentOf(program: Command, name: string): Command {
  const found = program.commands.find((one) => one.name() === name);
  if (found === undefined) throw new Error(`the command ${name} is declared after one of its own`);
  return found;
}

function optionOf(name: string, { short, placeholder, meaning, repeats, choices, group }: Flag<unknown>): Option {
  const form = [short === undefined ? '' : `-${short}, `, `--${name}`, placeholder === null ? '' : ` ${placeholder}`].join('');
  const option = new Option(form, choices === undefined ? meaning : `${meaning}: ${choices.join(', ')}`);
  if (repeats) option.argParser<unknown>((text, before) => [...textsOf(before), text]);
  return group === undefined ? option : option.helpGroup(`${group}:`);
}

function examplesText(examples: CommandDefinition['examples']): string {
  return `Examples:\n${examples.map(([line, meaning]) => `  # ${meaning}\n  ${line}\n`).join('\n')}`;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A flag without its value is the empty text. */
function textsOf(value: unknown): readonly string[] {
  if (value === undefined || value === false) return [];
  if (value === true) return [''];
  return [value].flat().filter((text) => typeof text === 'string');
}

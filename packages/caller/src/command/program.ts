import { Command, Help, Option } from 'commander';

import type { CommandDefinition } from './command.js';
import { EXIT_CODE_MEANINGS } from './exit-codes.js';
import type { DescribeError, TypedCommand } from './failure.js';
import type { Flag, FlagValues, Flags } from './flag.js';
import { examplesText, helpEnding, type HelpExamples, type HelpTopic } from './help-ending.js';

export const NO_COLOR = '--no-color';

const HELP_COLUMNS = 100;
const TOPIC_COLUMNS = 11;

/** A program of several commands, such as `oracle-gateway`. */
export interface CommandProgram<Deps> {
  readonly name: string;
  readonly summary: string;
  readonly version: string;
  /** Commands in the order of the help. */
  readonly commands: readonly CommandDefinition<Deps>[];
  readonly describe: DescribeError;
  /** Headings of the help, each with the first words of its commands. */
  readonly groups: readonly (readonly [heading: string, firstWords: readonly string[]])[];
  readonly examples: HelpExamples;
  readonly topics: readonly HelpTopic[];
}

/** The two outputs of commander: help, and complaints. */
interface Output {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

export interface ProgramDeps<Deps> {
  readonly output: Output;
  /** Runs what was called; never called for help or for wrong usage. */
  readonly run: (definition: CommandDefinition<Deps>, called: CalledWith) => Promise<void>;
}

export interface CalledWith {
  readonly operands: readonly (string | undefined)[];
  /** Throws UsageError. */
  readonly readFlags: () => FlagValues<Flags>;
  readonly typed: TypedCommand;
}

/** The tree of commands for commander: what is typed, what the help says, and what the shell completes. */
export function createProgram<Deps>(
  deps: ProgramDeps<Deps>,
  { name, summary, version, commands, groups, examples, topics }: CommandProgram<Deps>,
): Command {
  const program = new Command(name).description(summary).version(version, '-V, --version', 'prints the version');
  configureCommand(program, deps.output);
  program.helpCommand('help [name]', 'prints the help of a command, or about a topic');
  for (const definition of commands) addCommand(program, deps, definition);
  for (const listed of program.commands) {
    const heading = groups.find(([, firstWords]) => firstWords.includes(listed.name()))?.[0];
    if (heading !== undefined) listed.helpGroup(`${heading}:`);
    if (listed.commands.length > 0 && listed.summary() === '') listed.summary(listed.commands.map((one) => one.name()).join(', '));
  }
  const remarks = [
    exitCodes().trimEnd(),
    `Topics, by ${name} help <topic>:\n${topics.map((topic) => `  ${topic.name.padEnd(TOPIC_COLUMNS)} ${topic.summary}`).join('\n')}`,
  ];
  return program.addHelpText('after', helpEnding({ examples, remarks }));
}

function exitCodes(): string {
  return `Exit codes:\n${EXIT_CODE_MEANINGS.map(([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}\n`).join('')}`;
}

/** Commander's settings do not pass to commands that are made before. */
export function configureCommand(made: Command, { write, writeError }: Output): Command {
  return (
    made
      .helpOption('-h, --help', 'prints this help')
      // Its word is taken out of the line before: it counts wherever it stands.
      .addOption(new Option(NO_COLOR, 'prints no colours'))
      .exitOverride()
      // A flag belongs to the command that it follows.
      .enablePositionalOptions()
      .configureOutput({
        writeOut: write,
        writeErr: writeError,
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
  const operands = listed.registeredArguments.map((one) => {
    const name = `${one.name()}${one.variadic ? '...' : ''}`;
    return one.required ? `<${name}>` : `[${name}]`;
  });
  return [listed.name(), ...operands].join(' ');
}

function usageOf(shown: Command): string {
  return new Help().commandUsage(shown);
}

function addCommand<Deps>(program: Command, deps: ProgramDeps<Deps>, definition: CommandDefinition<Deps>): void {
  const { words, summary, description, operands, flags, examples } = definition;
  const [first = '', second] = words.split(' ');
  const parent = second === undefined ? program : groupOf(program, deps.output, first);
  const made = configureCommand(parent.command(second ?? first), deps.output)
    .summary(summary)
    .description([`${summary}.`, ...description].join('\n\n'));
  for (const { name: plain, meaning, isRequired, repeats = false } of operands) {
    const name = `${plain}${repeats ? '...' : ''}`;
    made.argument(isRequired ? `<${name}>` : `[${name}]`, meaning);
  }
  const readFlags = addFlags(made, flags);
  if (examples.length > 0) made.addHelpText('after', `\n${examplesText(examples)}`);
  made.action((...called: unknown[]) => {
    const given = operands.flatMap<string | undefined>(({ repeats }, place) =>
      repeats === true ? textsOf(called[place]) : textOf(called[place]),
    );
    const typed = { words, operands: given.flatMap((one) => one ?? []), flags: typedFlags(made) };
    return deps.run(definition, { operands: given, readFlags, typed });
  });
}

function typedFlags(made: Command): TypedCommand['flags'] {
  const typed = made.options.filter((option) => made.getOptionValueSource(option.attributeName()) === 'cli');
  return new Map(typed.map((option) => [option.name(), textsOf(made.getOptionValue(option.attributeName()))]));
}

/** The command of this name, which may be a group alone. */
function groupOf(program: Command, output: Output, name: string): Command {
  return program.commands.find((one) => one.name() === name) ?? configureCommand(program.command(name), output);
}

/** Adds flags to a command, and returns what reads their values once the command is parsed. It throws UsageError. */
export function addFlags<F extends Flags>(made: Command, flags: F): () => FlagValues<F> {
  const options = Object.entries(flags).map(([name, flag]) => {
    const option = optionOf(name, flag);
    made.addOption(option);
    return [name, flag, option] as const;
  });
  return () => {
    const texts = made.opts<Readonly<Record<string, unknown>>>();
    const values = options.map(([name, flag, option]) => [name, flag.read(name, textsOf(texts[option.attributeName()]))]);
    // Each value comes from the flag that declares its type.
    return Object.fromEntries(values) as FlagValues<F>;
  };
}

function optionOf(name: string, { short, placeholder, meaning, isRequired, repeats, choices, group }: Flag<unknown>): Option {
  const form = [short === undefined ? '' : `-${short}, `, `--${name}`, placeholder === null ? '' : ` ${placeholder}`].join('');
  const option = new Option(form, choices === undefined ? meaning : `${meaning}: ${choices.join(', ')}`).makeOptionMandatory(isRequired);
  if (repeats) option.argParser<unknown>((text, before) => [...textsOf(before), text]);
  return group === undefined ? option : option.helpGroup(`${group}:`);
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

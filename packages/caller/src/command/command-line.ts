import { CommanderError } from 'commander';

import { UsageError } from '../usage-error.js';
import type { CommandDeps } from './command.js';
import { withWholeManifest } from './common-flags.js';
import { propose } from './completion/propose.js';
import { EXIT_CODES, type ExitCode } from './exit-codes.js';
import { describeFailure, type TypedCommand } from './failure.js';
import { type CommandProgram, createProgram, NO_COLOR } from './program.js';
import { createTerminal, type Terminal, wantsColor } from './terminal.js';

/** Command of the scripts of `completion`; no command for people. */
const COMPLETE = 'complete';

/** Runs one command and returns its exit code. */
export async function runCommandLine<Deps>(
  program: CommandProgram<Deps>,
  { around, deps }: { readonly around: CommandDeps; readonly deps: (terminal: Terminal) => Deps },
  typedWords: readonly string[],
): Promise<ExitCode> {
  const { name, commands, describe, topics } = program;
  const argv = typedWords.filter((word) => word !== NO_COLOR);
  const color = argv.length === typedWords.length && wantsColor(around.environment);
  let exitCode: ExitCode = EXIT_CODES.done;
  let called = argv[0] ?? '';
  let typedCommand: TypedCommand | null = null;
  let terminal: Terminal = createTerminal(around, { name, json: argv.includes('--json'), quiet: false, color });
  const tree = createProgram<Deps>(
    {
      output: { write: (text) => around.stdout.write(text), writeError: (text) => around.stderr.write(text) },
      async run(definition, { operands, readFlags, typed }) {
        called = definition.words;
        typedCommand = typed;
        const flags = readFlags();
        terminal = createTerminal(around, { name, json: flags['json'] === true, quiet: flags['quiet'] === true, color });
        exitCode = await untilStopped(around.signal, definition.run({ operands, flags, around, deps: deps(terminal), terminal }));
      },
    },
    program,
  );
  try {
    if (argv.length === 0) {
      tree.outputHelp({ error: true });
      return EXIT_CODES.usage;
    }
    const topic = argv[0] === 'help' ? topics.find((one) => one.name === argv[1]) : undefined;
    if (topic !== undefined) {
      around.stdout.write(`${topic.text}\n`);
      return EXIT_CODES.done;
    }
    if (argv[0] === COMPLETE) {
      for (const proposed of await propose(commands, argv.slice(argv[1] === '--' ? 2 : 1))) around.stdout.write(`${proposed}\n`);
      return EXIT_CODES.done;
    }
    await tree.parseAsync(withWholeManifest(argv), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return endOfCommander(error, () => around.stderr.write(`${name} --help lists every command\n`));
    const failure = await describeFailure(error, { describe, isInterrupted: around.signal.aborted, typed: typedCommand });
    terminal.failure(failure.text, failure.json);
    if (error instanceof UsageError) terminal.note(`${name} ${called} --help shows how it is used`);
    return failure.exitCode;
  }
}

/** Time for a command to end by itself, with what it has learnt. */
const GRACE_MS = 2_000;

/** Ends with the command, or soon after the signal where the command waits for what does not come. */
async function untilStopped<T>(signal: AbortSignal, running: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    onAbort = () => {
      timer = setTimeout(() => reject(new Error('interrupted')), GRACE_MS);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([running, stopped]);
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  }
}

/** Commander has already written its message. */
function endOfCommander({ exitCode, code }: CommanderError, tellHelp: () => void): ExitCode {
  if (exitCode === 0) return EXIT_CODES.done;
  if (code !== 'commander.help') tellHelp();
  return EXIT_CODES.usage;
}

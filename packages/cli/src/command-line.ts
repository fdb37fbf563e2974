import { DEFAULT_MANIFEST, UsageError } from '@oracle-gateway/caller';
import { CommanderError } from 'commander';

import { COMMANDS } from './commands/index.js';
import { propose } from './completion/propose.js';
import type { CliDeps } from './deps.js';
import { EXIT_CODES, type ExitCode } from './exit-codes.js';
import { describeFailure } from './failure.js';
import { createProgram, NAME } from './program.js';
import { createTerminal, type Terminal, type TextStream, wantsColor } from './terminal.js';

/** Command of the scripts of `completion`; no command for people. */
const COMPLETE = 'complete';

/** Runs one command and returns its exit code. */
export async function runCommandLine(
  deps: CliDeps & { readonly stdout: TextStream; readonly stderr: TextStream },
  argv: readonly string[],
): Promise<ExitCode> {
  const color = wantsColor(deps.environment);
  let exitCode: ExitCode = EXIT_CODES.done;
  let terminal: Terminal = createTerminal(deps, { json: argv.includes('--json'), quiet: false, color });
  const program = createProgram(
    {
      write: (text) => deps.stdout.write(text),
      writeError: (text) => deps.stderr.write(text),
      async run(definition, { operands, readFlags }) {
        const flags = readFlags();
        terminal = createTerminal(deps, { json: flags['json'] === true, quiet: flags['quiet'] === true, color });
        exitCode = await untilStopped(deps.signal, definition.run({ operands, flags, deps, terminal }));
      },
    },
    COMMANDS,
  );
  try {
    if (argv.length === 0) {
      program.outputHelp({ error: true });
      return EXIT_CODES.usage;
    }
    if (argv[0] === COMPLETE) return await complete(deps.stdout, argv.slice(argv[1] === '--' ? 2 : 1));
    await program.parseAsync(withWholeManifest(argv), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return endOfCommander(deps.stderr, error);
    const failure = await describeFailure(error, { isInterrupted: deps.signal.aborted });
    terminal.failure(failure.text, failure.json);
    if (error instanceof UsageError) terminal.note(`${NAME} ${argv[0] ?? ''} --help shows how it is used`);
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

async function complete(stdout: TextStream, words: readonly string[]): Promise<ExitCode> {
  for (const proposed of await propose(COMMANDS, words)) stdout.write(`${proposed}\n`);
  return EXIT_CODES.done;
}

/** Commander has already written its message. */
function endOfCommander(stderr: TextStream, { exitCode, code }: CommanderError): ExitCode {
  if (exitCode === 0) return EXIT_CODES.done;
  if (code !== 'commander.help') stderr.write(`${NAME} --help lists every command\n`);
  return EXIT_CODES.usage;
}

/** A word after `--localnet` is its manifest only where it ends like one: `get --localnet coinbase/btc-usd` asks for the feed. */
function withWholeManifest(argv: readonly string[]): readonly string[] {
  return argv.map((word, place) =>
    word === '--localnet' && argv[place + 1]?.endsWith('.json') !== true ? `--localnet=${DEFAULT_MANIFEST}` : word,
  );
}

import { UsageError } from '../usage-error.js';
import { EXIT_CODES, type ExitCode } from './exit-codes.js';

/** End of a command that failed. */
export interface CommandFailure {
  readonly exitCode: ExitCode;
  readonly text: string;
  readonly json: { readonly error: Readonly<Record<string, unknown>> };
}

export interface FailureInput {
  readonly exitCode: ExitCode;
  /** Name of the failure, for scripts. */
  readonly code: string;
  readonly message: string;
  /** Further lines for people. */
  readonly remarks?: readonly string[];
  /** Further members for scripts. */
  readonly members?: Readonly<Record<string, unknown>>;
}

export function failure({ exitCode, code, message, remarks = [], members = {} }: FailureInput): CommandFailure {
  return {
    exitCode,
    text: [message, ...remarks.map((remark) => `  ${remark}`)].join('\n'),
    json: { error: { code, message, exitCode, ...members } },
  };
}

/** A command in the words that a user typed. */
export interface TypedCommand {
  readonly words: string;
  readonly operands: readonly string[];
  /** The values of each flag that was typed, by its name; the empty text where one has no value. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
}

/** Returns null for an error that the program does not know. `typed` is null where no command was called. */
export type DescribeError = (error: unknown, typed: TypedCommand | null) => CommandFailure | null | Promise<CommandFailure | null>;

/** Never holds a key, a token or a secret: no error that a program describes does. */
export async function describeFailure(
  error: unknown,
  {
    describe,
    isInterrupted,
    typed = null,
  }: { readonly describe: DescribeError; readonly isInterrupted: boolean; readonly typed?: TypedCommand | null },
): Promise<CommandFailure> {
  if (error instanceof UsageError)
    return failure({ exitCode: EXIT_CODES.usage, code: 'usage', message: error.message, members: { field: error.field } });
  const known = await describe(error, typed);
  // An interruption does not hide that money may have moved.
  if (isInterrupted && known?.exitCode !== EXIT_CODES.unknown)
    return failure({ exitCode: EXIT_CODES.interrupted, code: 'interrupted', message: 'interrupted' });
  return (
    known ??
    failure({
      exitCode: EXIT_CODES.internal,
      code: 'internal',
      message: error instanceof Error ? error.message : 'failed',
      remarks: ['this is an error of the command: please report it'],
    })
  );
}

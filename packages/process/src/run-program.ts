export interface Program {
  /** Stands before every message. */
  readonly name: string;
  /** The usage text, with its last line ended. */
  readonly usage: string;
  /** Default: standard error. */
  readonly writeError?: (text: string) => void;
}

/** The command line does not follow the usage. */
export class CommandLineError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Runs a program and returns its exit code: 0 done, 1 failed, 2 wrong usage. Writes the message of an error, and the usage after wrong usage.
 * Never writes a cause or a stack: they may hold a secret. An error may have a message of its own for operators, `messageForOperator`.
 */
export async function runProgram({ name, usage, writeError = writeToStderr }: Program, main: () => Promise<void>): Promise<number> {
  try {
    await main();
    return 0;
  } catch (error) {
    const isUsage = isUsageError(error);
    writeError(`${name}: ${messageOf(error).trimEnd()}\n${isUsage ? usage : ''}`);
    return isUsage ? 2 : 1;
  }
}

/** Errors of `parseArgs` of node:util are wrong usage too. */
function isUsageError(error: unknown): boolean {
  if (error instanceof CommandLineError) return true;
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure';
  return 'messageForOperator' in error && typeof error.messageForOperator === 'string' ? error.messageForOperator : error.message;
}

function writeToStderr(text: string): void {
  process.stderr.write(text);
}

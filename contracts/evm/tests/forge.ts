import { execFile } from 'node:child_process';
import { join } from 'node:path';

const PACKAGE = join(import.meta.dirname, '..');
const FORGE = join(PACKAGE, 'node_modules', '@foundry-rs', 'forge', 'bin.mjs');
/** Ends a run that hangs, before its test is ended. */
const LIMIT_MS = 800_000;
const LIMIT_BYTES = 32 * 2 ** 20;

export interface ForgeRun {
  readonly passed: boolean;
  readonly output: string;
  readonly errors: string;
}

/** Runs forge in this package, with the compiler of npm. */
export function forge(args: readonly string[], profile = 'default'): Promise<ForgeRun> {
  const env = { ...process.env, FOUNDRY_PROFILE: profile, NO_COLOR: '1' };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [FORGE, ...args],
      { cwd: PACKAGE, env, timeout: LIMIT_MS, maxBuffer: LIMIT_BYTES },
      (error, output, errors) => {
        resolve({ passed: error === null, output, errors });
      },
    );
  });
}

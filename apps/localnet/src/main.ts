#!/usr/bin/env node
import { FlagError, parseFlags, USAGE } from './flags.js';
import { launch } from './launch.js';

async function main(): Promise<number> {
  const flags = parseFlags(process.argv.slice(2));
  if (flags.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  return launch({ flags, redisUrl: process.env.REDIS_URL, print: (text) => void process.stdout.write(`${text}\n`) });
}

main().then(
  (exitCode) => process.exit(exitCode),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : 'unknown failure'}\n`);
    process.exit(error instanceof FlagError ? 2 : 1);
  },
);

#!/usr/bin/env node
import { runCommandLine } from './command-line.js';

const stopped = new Promise<void>((resolve) => {
  process.once('SIGTERM', resolve);
  process.once('SIGINT', resolve);
});

const exitCode = await runCommandLine({
  argv: process.argv.slice(2),
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  stopped,
});

// A read of the ledger may still be under way; nothing waits for its answer.
process.exit(exitCode);

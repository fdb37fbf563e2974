#!/usr/bin/env node
import { runCommandLine } from './command-line.js';

void runCommandLine({
  argv: process.argv.slice(2),
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  signals: process,
  // A read of the ledger may still be under way; nothing waits for its answer.
}).then((exitCode) => process.exit(exitCode));

#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';

import { runCommandLine } from './command/command-line.js';

/** One line of the standard input; null at the end of the input. */
async function ask(question: string): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
  try {
    return await Promise.race([lines.question(question), ended]);
  } finally {
    lines.close();
  }
}

process.exitCode = await runCommandLine({
  argv: process.argv.slice(2),
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  ask,
});

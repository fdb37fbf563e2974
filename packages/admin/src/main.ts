#!/usr/bin/env node
import { runCommandLine, runProcess } from '@oracle-gateway/caller/command';
import { createInterface } from 'node:readline/promises';

import { PROGRAM } from './command/program.js';

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

await runProcess((around, argv) => runCommandLine(PROGRAM, { around, deps: { ask } }, argv));

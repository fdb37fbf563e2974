#!/usr/bin/env node
import { askLine, runCommandLine, runProcess } from '@oracle-gateway/caller/command';

import { PROGRAM } from './command/program.js';

await runProcess((around, argv) =>
  runCommandLine(PROGRAM, { around, deps: () => ({ ask: askLine, input: () => (process.stdin.isTTY ? null : process.stdin) }) }, argv),
);

#!/usr/bin/env node
import { askLine, runCommandLine, runProcess } from '@oracle-gateway/caller/command';
import { readStreamText } from '@oracle-gateway/caller/settings';
import { PROGRAM } from './program.js';

const MAX_INPUT_BYTES = 4 * 1_024 * 1_024;

await runProcess((around, argv) => {
  const { environment, places, files } = around;
  const libraries = { client: () => import('@oracle-gateway/client'), payPerRequest: () => import('@oracle-gateway/client/x402') };
  const deps = {
    caller: { environment, places, files, clock: Date.now, libraries },
    ask: (question: string) => (process.stdin.isTTY ? askLine(question) : Promise.resolve(null)),
    readStandardInput: () => readStreamText(process.stdin, MAX_INPUT_BYTES),
  };
  return runCommandLine(PROGRAM, { around, deps }, argv);
});

#!/usr/bin/env node
import { tellEachEndOnce } from '@oracle-gateway/caller';
import { askLine, runCommandLine, runProcess, type Terminal } from '@oracle-gateway/caller/command';
import { readStreamText } from '@oracle-gateway/caller/settings';
import type { OnDeprecated } from '@oracle-gateway/client';
import packageFile from '../package.json' with { type: 'json' };
import type { CliDeps } from './deps.js';
import { PROGRAM } from './program.js';

const MAX_INPUT_BYTES = 4 * 1_024 * 1_024;

await runProcess((around, argv) => {
  const { environment, places, files } = around;
  const libraries = { client: () => import('@oracle-gateway/client'), payPerRequest: () => import('@oracle-gateway/client/x402') };
  const deps = (terminal: Terminal): CliDeps => ({
    caller: { environment, places, files, clock: Date.now, libraries, onDeprecated: warnOfEnds(terminal) },
    ask: (question: string) => (process.stdin.isTTY ? askLine(question) : Promise.resolve(null)),
    readStandardInput: () => readStreamText(process.stdin, MAX_INPUT_BYTES),
  });
  return runCommandLine(PROGRAM, { around, deps }, argv);
});

function warnOfEnds(terminal: Terminal): OnDeprecated {
  return tellEachEndOnce(packageFile.name, ({ text, operation, endsAt }) =>
    terminal.warning(text, { warning: { code: 'deprecated', message: text, operation, endsAt } }),
  );
}

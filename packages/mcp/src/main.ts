#!/usr/bin/env node
import { FILES, placesOf, readEnvironment } from '@oracle-gateway/caller/settings';

import { run } from './run.js';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    process.once(signal, () => process.exit(1));
    stop.abort();
  });
}

const environment = readEnvironment();
process.exitCode = await run(
  {
    caller: {
      environment,
      places: placesOf(environment),
      files: FILES,
      clock: Date.now,
      libraries: { client: () => import('@oracle-gateway/client'), payPerRequest: () => import('@oracle-gateway/client/x402') },
    },
    writeOut: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    signal: stop.signal,
    async serveStdio(create, onError, signal) {
      const { serveStdioUntilEnd } = await import('./stdio/serve-stdio.js');
      await serveStdioUntilEnd(create, onError, signal);
    },
  },
  process.argv.slice(2),
);
// A call that was under way may still wait for an answer.
process.exit();

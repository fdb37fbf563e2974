#!/usr/bin/env node
import { FILES, placesOf, readEnvironment, readText } from '@oracle-gateway/caller';
import { runCommandLine } from './command-line.js';
import { EXIT_CODES } from './exit-codes.js';

const MAX_INPUT_BYTES = 4 * 1_024 * 1_024;

const stop = new AbortController();
// The first Ctrl-C ends what runs; the second ends the process.
process.once('SIGINT', () => {
  process.once('SIGINT', () => process.exit(EXIT_CODES.interrupted));
  stop.abort();
});
process.once('SIGTERM', () => stop.abort());
const output = { isUnread: false };
for (const stream of [process.stdout, process.stderr]) {
  // Such as `| head -1`: what is written next is read by no process.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    output.isUnread = true;
    stop.abort();
  });
}

const environment = readEnvironment();
const exitCode = await runCommandLine(
  {
    environment,
    places: placesOf(environment),
    files: FILES,
    readStandardInput: () => readText(process.stdin, MAX_INPUT_BYTES),
    clock: Date.now,
    signal: stop.signal,
    libraries: { client: () => import('@oracle-gateway/client'), payPerRequest: () => import('@oracle-gateway/client/x402') },
    stdout: process.stdout,
    stderr: process.stderr,
  },
  process.argv.slice(2),
);
process.exitCode = output.isUnread ? EXIT_CODES.done : exitCode;
// An interrupted command may still wait for an answer.
if (stop.signal.aborted) process.exit();

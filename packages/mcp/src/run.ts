import { type CallerDeps, tellEachEndOnce } from '@oracle-gateway/caller';
import { EXIT_CODES, type ExitCode } from '@oracle-gateway/caller/command';
import { UsageError } from '@oracle-gateway/caller/settings';
import type { McpServer } from '@modelcontextprotocol/server';
import { CommanderError } from 'commander';

import packageFile from '../package.json' with { type: 'json' };
import { type HttpOptions, SERVER_NAME, readOptions } from './options.js';

export interface RunDeps {
  readonly caller: Omit<CallerDeps, 'onDeprecated'>;
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Ends the server. */
  readonly signal: AbortSignal;
  /** Serves one connection until it ends. */
  readonly serveStdio: (createServer: () => McpServer, onError: (error: Error) => void, signal: AbortSignal) => Promise<void>;
}

const MIN_TOKEN_CHARACTERS = 32;

/** Serves until the connection or the signal ends it, and returns the exit code. */
export async function run(deps: RunDeps, argv: readonly string[]): Promise<ExitCode> {
  const note = (text: string): void => deps.writeError(`${SERVER_NAME}: ${text}\n`);
  try {
    const options = readOptions({ out: deps.writeOut, error: deps.writeError }, argv);
    const token = await readToken(deps.caller, options.http);
    // Loaded behind the flags: a help needs none of it.
    const [{ openTools }, { createServers }] = await Promise.all([import('./open-tools.js'), import('./server.js')]);
    const onDeprecated = tellEachEndOnce(packageFile.name, ({ text }) => note(text));
    const { tools, remarks } = await openTools({ ...deps.caller, onDeprecated }, options);
    const create = createServers(tools);
    const onError = (error: Error): void => note(`a request failed: ${error.message}`);
    for (const remark of remarks) note(remark);
    if (options.http === null) {
      await deps.serveStdio(create, onError, deps.signal);
      return EXIT_CODES.done;
    }
    const { serveHttp } = await import('./http/serve-http.js');
    const endpoint = await serveHttp({ createServer: create, onError }, { ...options.http, token });
    note(`listening at ${endpoint.url}`);
    await untilAborted(deps.signal);
    await endpoint.close();
    return EXIT_CODES.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage;
    note(error instanceof Error ? error.message : 'failed');
    if (!(error instanceof UsageError)) return EXIT_CODES.internal;
    note(`${SERVER_NAME} --help shows how it is used`);
    return EXIT_CODES.usage;
  }
}

async function readToken({ files }: Pick<CallerDeps, 'files'>, http: HttpOptions | null): Promise<string | null> {
  if (http === null || http.tokenFile === null) return null;
  const token = (await files.readSecret('--token-file', http.tokenFile))?.trim() ?? '';
  if (token.length < MIN_TOKEN_CHARACTERS || !/^[\x21-\x7e]+$/.test(token))
    throw new UsageError('--token-file', `must name a file with a token of at least ${MIN_TOKEN_CHARACTERS} printable characters`);
  return token;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

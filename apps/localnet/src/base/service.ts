import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

import { wait, withDeadline } from '@oracle-gateway/process';
import { withTimeLimit } from '@oracle-gateway/protocol/internal';

export interface ServiceSpec {
  /** Unique in a world; also the log file's name. */
  readonly name: string;
  /** The app's built `main.js`. */
  readonly main: string;
  readonly arguments: readonly string[];
  readonly logPath: string;
  /** Answers 200 once the service is ready. */
  readonly readyUrl: string;
  /** Module that Node loads before the app. */
  readonly preload: string;
  /** Added to the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

export class ServiceStartError extends Error {
  override readonly name = 'ServiceStartError';
  /** Another process listens on a port of the app. */
  readonly isForPort: boolean;

  constructor(
    readonly service: string,
    reason: string,
    logPath: string,
    lastLines: readonly string[],
  ) {
    super(`${service} ${reason}; its log is ${logPath}${lastLines.map((line) => `\n    ${line}`).join('')}`);
    this.isForPort = lastLines.some((line) => line.includes('port: must be free'));
  }
}

/** It ends what hangs: a world of eight processes starts within seconds on an idle machine, and within minutes on a busy one. */
const START_TIMEOUT_MS = 300_000;
/** Eight processes share the machine while they start: each check costs them some of it. */
const POLL_MS = 75;
/** Milliseconds of one check. */
const ANSWER_LIMIT_MS = 2_000;
const STOP_TIMEOUT_MS = 12_000;
const SHOWN_LOG_LINES = 8;

/** One app in its own process. It is never restarted automatically. */
export class AppProcess {
  readonly spec: ServiceSpec;
  #child: ChildProcess | undefined;

  constructor(spec: ServiceSpec) {
    this.spec = spec;
  }

  /** The pid of the current or last process; 0 before the first start. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get isRunning(): boolean {
    const child = this.#child;
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Resolves when the service answers. Throws ServiceStartError after the process has ended. */
  async start(): Promise<void> {
    const child = this.#spawn();
    this.#child = child;
    try {
      await this.#untilReady(child);
    } catch (error) {
      await this.kill();
      throw error;
    }
  }

  /** Sends SIGTERM, then SIGKILL after a deadline. Resolves when the process has ended. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined || !this.isRunning) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    if (!(await withDeadline(exited, STOP_TIMEOUT_MS))) child.kill('SIGKILL');
    await exited;
  }

  /** Sends SIGKILL. Resolves when the process has ended. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || !this.isRunning) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Kills the process if it runs, then starts it at the same address. Throws ServiceStartError. */
  async restart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  #spawn(): ChildProcess {
    const { main, logPath, preload, environment } = this.spec;
    const log = openSync(logPath, 'a', 0o600);
    try {
      // Its own process group: Ctrl-C reaches only the launcher, which stops the apps in order.
      // No source maps: with the first stack that is read, each process would spend more on its map than on a round. The bundle keeps its names.
      return spawn(process.execPath, ['--import', preload, main, ...this.spec.arguments], {
        stdio: ['ignore', log, log, 'ipc'],
        detached: true,
        env: { ...process.env, ...environment },
      });
    } finally {
      closeSync(log);
    }
  }

  async #untilReady(child: ChildProcess): Promise<void> {
    const { name, logPath, readyUrl } = this.spec;
    const end: { reason?: string } = {};
    child.once('exit', () => (end.reason ??= 'stopped while it was starting'));
    child.once('error', (error) => (end.reason ??= `could not be started (${error.message})`));
    const deadline = performance.now() + START_TIMEOUT_MS;
    let lastAnswer = 'no answer';
    while (performance.now() < deadline && end.reason === undefined) {
      const answer = await answerOf(readyUrl);
      // Another process may have taken the port, so an answer counts only while this process lives.
      if (answer === 'status 200' && this.isRunning) return;
      lastAnswer = answer;
      await wait(POLL_MS);
    }
    const reason = end.reason ?? `is not ready after ${START_TIMEOUT_MS / 1_000} s (${lastAnswer} from ${readyUrl})`;
    throw new ServiceStartError(name, reason, logPath, await lastLinesOf(logPath));
  }
}

async function answerOf(url: string): Promise<string> {
  try {
    return await withTimeLimit({ timeoutMs: ANSWER_LIMIT_MS }, async (signal) => {
      const response = await fetch(url, { signal });
      await response.body?.cancel();
      return `status ${response.status}`;
    });
  } catch (error) {
    return `no answer: ${error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)}`;
  }
}

async function lastLinesOf(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-SHOWN_LOG_LINES);
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

import { wait, withDeadline } from '@oracle-gateway/process';

export interface ServiceSpec {
  /** Unique in a world; names the log file. */
  readonly name: string;
  /** The app's built `main.js`. */
  readonly main: string;
  readonly arguments: readonly string[];
  readonly logPath: string;
  /** Answers 200 once the service is ready. */
  readonly readyUrl: string;
  /** Module loaded before the app's own. */
  readonly preload: string;
}

export class ServiceStartError extends Error {
  override readonly name = 'ServiceStartError';

  constructor(
    readonly service: string,
    reason: string,
    logPath: string,
    lastLines: readonly string[],
  ) {
    super(`${service} ${reason}; its log is ${logPath}${lastLines.map((line) => `\n    ${line}`).join('')}`);
  }
}

const START_TIMEOUT_MS = 20_000;
const POLL_MS = 25;
const STOP_TIMEOUT_MS = 12_000;
const SHOWN_LOG_LINES = 8;

/** One app in its own process. Nothing restarts by itself. */
export class Service {
  readonly spec: ServiceSpec;
  #child: ChildProcess | undefined;

  constructor(spec: ServiceSpec) {
    this.spec = spec;
  }

  /** Of the process that runs, or ran last; 0 before the first start. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get isRunning(): boolean {
    const child = this.#child;
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Resolves once the service answers. Throws ServiceStartError; the process is gone then. */
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

  /** Asks it to close, and kills it when it does not. Resolves when the process is gone. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined || !this.isRunning) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    if (!(await withDeadline(exited, STOP_TIMEOUT_MS))) child.kill('SIGKILL');
    await exited;
  }

  /** SIGKILL. Resolves when the process is gone. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || !this.isRunning) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Kills it when it still runs, and starts it at the same address. Throws ServiceStartError. */
  async restart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  #spawn(): ChildProcess {
    const { main, logPath, preload } = this.spec;
    const log = openSync(logPath, 'a', 0o600);
    try {
      // A process group of its own: Ctrl-C in the terminal reaches the launcher alone, which then stops the apps in order.
      return spawn(process.execPath, ['--enable-source-maps', '--import', preload, main, ...this.spec.arguments], {
        stdio: ['ignore', log, log, 'ipc'],
        detached: true,
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
      const status = await statusOf(readyUrl);
      // An answer may come from somebody else who took the port: it counts while the process lives.
      if (status === 200 && this.isRunning) return;
      if (status !== undefined) lastAnswer = `status ${status}`;
      await wait(POLL_MS);
    }
    const reason = end.reason ?? `is not ready after ${START_TIMEOUT_MS / 1_000} s (${lastAnswer} from ${readyUrl})`;
    throw new ServiceStartError(name, reason, logPath, await lastLinesOf(logPath));
  }
}

async function statusOf(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}

async function lastLinesOf(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-SHOWN_LOG_LINES);
}

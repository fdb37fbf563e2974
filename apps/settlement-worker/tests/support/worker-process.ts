import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { WorkerBundle } from './bundle-worker.js';

type LogLine = Readonly<Record<string, unknown>> & { readonly msg?: string };

/** A settlement worker as an operator runs it. */
export class WorkerProcess {
  private readonly lines: LogLine[] = [];
  private readonly waiting = new Set<() => void>();
  private stderr = '';
  /** Text that it wrote to standard output. */
  printed = '';
  readonly exited: Promise<number | null>;

  private constructor(private readonly child: ChildProcess) {
    if (child.stdout === null || child.stderr === null) throw new Error('no output');
    createInterface(child.stdout).on('line', (line) => {
      this.printed += `${line}\n`;
      if (line.startsWith('{')) this.lines.push(JSON.parse(line) as LogLine);
      this.waiting.forEach((wake) => wake());
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.exited = once(child, 'close').then(() => {
      this.waiting.forEach((wake) => wake());
      return child.exitCode;
    });
  }

  static async start(
    input: WorkerBundle & { readonly toml: string; readonly keypair: string; readonly args: readonly string[] },
  ): Promise<WorkerProcess> {
    const config = join(await mkdtemp(join(input.folder, 'worker-')), 'config.toml');
    await writeFile(config, input.toml);
    const environment = { ...process.env, ORACLE_GATEWAY_KEYPAIR: input.keypair };
    return new WorkerProcess(
      spawn(process.execPath, [input.main, ...input.args, '--config', config], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
  }

  /** Resolves with the first log line, past or future, that has this message and these members. */
  async untilLogged(msg: string, members: LogLine = {}): Promise<LogLine> {
    for (;;) {
      const found = this.lines.find((line) => line.msg === msg && Object.entries(members).every(([name, value]) => line[name] === value));
      if (found !== undefined) return found;
      if (this.hasExited) throw new Error(`the worker has ended without "${msg}": ${this.output}`);
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.waiting.delete(wake);
          resolve();
        };
        this.waiting.add(wake);
      });
    }
  }

  get hasExited(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Everything it wrote. */
  get output(): string {
    return this.printed + this.stderr;
  }

  /** Sends the signal of a supervisor that asks for a reload. */
  reload(): void {
    this.child.kill('SIGHUP');
  }

  /** Ends it and waits until it is gone. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    this.child.kill(signal);
    return this.exited;
  }
}

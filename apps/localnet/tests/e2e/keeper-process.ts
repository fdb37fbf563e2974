import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { stringify, type TomlTable } from 'smol-toml';

import { keyFileText, type SecretKey } from '../../src/base/keypair.js';
import { projectRoot } from '../../src/base/project-root.js';
import type { TestWorld } from './test-world.js';

export interface KeeperInput {
  /** Folder of its files. */
  readonly folder: string;
  readonly name: string;
  readonly gatewayUrl: string;
  readonly rpcUrl: string;
  readonly namespace: string;
  /** Pays for rounds, as the owner of a subscription. */
  readonly accountKey: SecretKey;
  /** Pays for transactions: a key, or the socket of its signer. */
  readonly payerKey: SecretKey | `unix:${string}`;
  readonly feeds: TomlTable;
  /** Targets beside `solana`. */
  readonly targets?: TomlTable;
}

/** The built keeper as a process of its own. */
export interface KeeperProcess {
  /** Rejects where it ends before. */
  untilListening(): Promise<void>;
  /** Lines of its log with a message. */
  logged(message: string): readonly unknown[];
  /** Ends it and waits until it is gone: its exit code, null where a signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

const CLAIM_SECONDS = 4;

/** Writes the file of a keeper and answers its path. */
export async function writeKeeperConfig({ world }: TestWorld, input: KeeperInput): Promise<string> {
  const { folder, name } = input;
  const keyFile = async (file: string, key: SecretKey): Promise<string> => {
    const path = join(folder, `${name}-${file}.json`);
    await writeFile(path, keyFileText(key), { mode: 0o600 });
    return path;
  };
  const { programId, network, redisUrl } = world.manifest;
  const payer = typeof input.payerKey === 'string' ? input.payerKey : await keyFile('payer', input.payerKey);
  const config = {
    gateways: { main: { url: input.gatewayUrl } },
    solana: { rpc_url: input.rpcUrl, program_id: programId, network },
    redis: { url: redisUrl, namespace: input.namespace },
    targets: { solana: { kind: 'solana', keypair_path: payer }, ...input.targets },
    keeper: { claim_seconds: CLAIM_SECONDS, backoff_limit_seconds: 2 },
    accounts: { subscription: { kind: 'owner', keypair_path: await keyFile('account', input.accountKey) } },
    feeds: input.feeds,
  };
  const path = join(folder, `${name}.toml`);
  await writeFile(path, stringify(config));
  return path;
}

const main = join(projectRoot(), 'apps/keeper/dist/standalone/main.js');

/** Text that a command of the keeper prints. */
export async function keeperPrints(...words: readonly string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, [main, ...words])).stdout;
}

export function startKeeper(configPath: string): KeeperProcess {
  return new RunningKeeper(spawn(process.execPath, [main, '--config', configPath], { stdio: ['ignore', 'pipe', 'pipe'] }));
}

class RunningKeeper implements KeeperProcess {
  private text = '';
  private readonly exited: Promise<number | null>;
  private readonly listening: Promise<void>;

  constructor(private readonly child: ChildProcess) {
    if (child.stdout === null || child.stderr === null) throw new Error('no output');
    const lines = createInterface(child.stdout);
    child.stderr.on('data', (chunk: Buffer) => (this.text += chunk.toString()));
    this.exited = once(child, 'close').then(() => child.exitCode);
    this.listening = new Promise((resolve, reject) => {
      lines.on('line', (line) => {
        this.text += `${line}\n`;
        if (line.includes('"msg":"listening"')) resolve();
      });
      void this.exited.then(() => reject(new Error(`the keeper has ended: ${this.text}`)));
    });
    // A keeper that is killed before it listens is no failure of the test.
    this.listening.catch(() => undefined);
  }

  untilListening(): Promise<void> {
    return this.listening;
  }

  logged(message: string): readonly unknown[] {
    const lines = this.text.split('\n').filter((line) => line.endsWith(`"msg":"${message}"}`));
    return lines.map((line): unknown => JSON.parse(line));
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    this.child.kill(signal);
    return this.exited;
  }
}

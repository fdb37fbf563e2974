import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { type BookRow, connectRedis, createOutbox, type Outbox, outboxPrefix, readRow } from '@oracle-gateway/outbox';
import { sampleAddress, samplePayload, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { type Address, formatAddress, type RoundId } from '@oracle-gateway/protocol';
import { onTestFinished } from 'vitest';

import { keyFileText, newKeypair } from '../../src/base/keypair.js';
import { projectRoot } from '../../src/base/project-root.js';

const WORKER = join(projectRoot(), 'apps/settlement-worker/dist/standalone/main.js');
const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const DAY_MS = 86_400_000;
const DAY_FILE = /^\d{4}-\d{2}-\d{2}\.jsonl$/;
const AT_ONCE = 50;

export interface CommandOutcome {
  /** null: it was killed. */
  readonly code: number | null;
  readonly output: string;
}

export interface CommandProcess {
  readonly process: ChildProcess;
  readonly ended: Promise<CommandOutcome>;
}

type Location = Parameters<typeof connectRedis>[0];

interface ServerPlace {
  readonly location: Location;
  /** The part of a worker's configuration that names the servers. */
  readonly toml: string;
}

/** One Gateway account's books: conclusions on a real server, and the built command that pulls them into a folder. */
export class PulledBooks {
  /** Rounds that concluded, in their order. */
  readonly concluded: RoundId[] = [];
  private redis;
  private outbox: Outbox;
  private toml: string;

  private constructor(
    private readonly gateway: Address,
    readonly folder: string,
    private readonly keypair: string,
    place: ServerPlace,
  ) {
    [this.redis, this.outbox, this.toml] = this.open(place);
  }

  static async open(place: ServerPlace): Promise<PulledBooks> {
    const root = await mkdtemp(join(tmpdir(), 'pulled-books-'));
    const folder = join(root, 'books');
    await mkdir(folder);
    const books = new PulledBooks(sampleAddress(), folder, keyFileText(newKeypair()), place);
    onTestFinished(async () => {
      books.redis.disconnect();
      await rm(root, { recursive: true, force: true });
    });
    return books;
  }

  /** Rounds conclude at another server from now on. */
  turnTo(place: ServerPlace): void {
    this.redis.disconnect();
    [this.redis, this.outbox, this.toml] = this.open(place);
  }

  /** So many rounds lapse: each has a row. */
  async conclude(count: number): Promise<readonly RoundId[]> {
    const rounds = Array.from({ length: count }, sampleRoundId);
    for (let start = 0; start < count; start += AT_ONCE)
      await Promise.all(rounds.slice(start, start + AT_ONCE).map((roundId) => this.lapse(roundId)));
    this.concluded.push(...rounds);
    return rounds;
  }

  /** `operate books pull`, started. A file cannot have more than `mostBytes`, as where the disk is full. */
  async pull({ folder = this.folder, mostBytes }: { readonly folder?: string; readonly mostBytes?: number } = {}): Promise<CommandProcess> {
    return this.operate(['books', 'pull', '--to', folder], mostBytes === undefined ? [] : ['prlimit', `--fsize=${mostBytes}`]);
  }

  async pulled(): Promise<CommandOutcome> {
    return (await this.pull()).ended;
  }

  /** `operate statement` over yesterday, today and tomorrow. */
  async statement(): Promise<CommandOutcome> {
    const [from = '', to = ''] = [-DAY_MS, DAY_MS].map((by) => new Date(Date.now() + by).toISOString().slice(0, 10));
    return (await this.operate(['statement', '--books', this.folder, '--from', from, '--to', to])).ended;
  }

  /** A minute passes: the lease of a puller that was killed or sleeps is over. */
  async endLease(): Promise<void> {
    await this.redis.hset(`${outboxPrefix(this.gateway)}:books-head`, { pullerUntilMs: '0' });
  }

  async isLent(): Promise<boolean> {
    return (await this.redis.hexists(`${outboxPrefix(this.gateway)}:books-head`, 'puller')) === 1;
  }

  async waiting(): Promise<number> {
    return this.redis.xlen(`${outboxPrefix(this.gateway)}:books`);
  }

  /** A key of the shard. */
  get key(): string {
    return outboxPrefix(this.gateway);
  }

  /** Bytes of all files. */
  size(): number {
    return readdirSync(this.folder).reduce((sum, name) => sum + statSync(join(this.folder, name)).size, 0);
  }

  /** Lines of the days' files, by the name of the file. */
  async lines(): Promise<ReadonlyMap<string, readonly string[]>> {
    const names = (await readdir(this.folder)).filter((name) => DAY_FILE.test(name)).toSorted();
    const texts = await Promise.all(names.map(async (name) => readFile(join(this.folder, name), 'utf8')));
    return new Map(names.map((name, index) => [name, (texts[index] ?? '').split('\n').slice(0, -1)]));
  }

  async rows(): Promise<readonly BookRow[]> {
    return [...(await this.lines()).values()].flat().flatMap((line) => (line.startsWith('{"closed"') ? [] : [readRow(line)]));
  }

  /** Rounds of the rows on the disk, in the order of the files. */
  async rounds(): Promise<readonly RoundId[]> {
    return (await this.rows()).flatMap((row) => (row.kind === 'gap' ? [] : [row.round]));
  }

  private open({ location, toml }: ServerPlace): readonly [ReturnType<typeof connectRedis>, Outbox, string] {
    const redis = connectRedis(location);
    return [redis, createOutbox({ redis, gateway: this.gateway, identityTtlSeconds: 600, resultTtlSeconds: 600 }), toml];
  }

  private async lapse(roundId: RoundId): Promise<void> {
    const reserved = await this.outbox.reserve({ path: 'agent', roundId, holds: [], deadlineMs: 600_000, maxInFlight: 100_000 });
    if (reserved.outcome !== 'reserved') throw new Error(reserved.outcome);
    await this.outbox.commit({ roundId, token: reserved.token, settlement: samplePayload(), result: '{}' });
    const claim = await this.outbox.claim({ roundId, workerId: 'worker', leaseMs: 600_000 });
    if (claim === null) throw new Error('not claimed');
    await this.outbox.lapse(claim, 'window passed');
  }

  private async operate(words: readonly string[], within: readonly string[] = []): Promise<CommandProcess> {
    const config = join(this.folder, '..', 'worker.toml');
    const solana = `[solana]\nrpc_url = "http://127.0.0.1:9"\nprogram_id = "${formatAddress(this.gateway)}"\nnetwork = "${NETWORK}"\n`;
    // No command here asks the ledger.
    await writeFile(config, `${solana}[settlement]\nenabled = true\ngateway_account = "${formatAddress(this.gateway)}"\n${this.toml}`);
    const [command, ...args] = [...within, process.execPath, WORKER, 'operate', ...words, '--config', config];
    const child = spawn(command, args, {
      env: { ...process.env, ORACLE_GATEWAY_KEYPAIR: this.keypair },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const ended = new Promise<CommandOutcome>((resolve, reject) => {
      child.once('error', reject).once('close', (code) => resolve({ code, output }));
    });
    return { process: child, ended };
  }
}

/** Looks again and again, without a pause, until `holds` or the process has ended: the moment after is the one that is meant. */
export async function atMoment({ process: child }: CommandProcess, holds: () => boolean | Promise<boolean>): Promise<void> {
  while (child.exitCode === null && child.signalCode === null && !(await holds())) await nextTurn();
}

import { connectRedis, createOutbox, createSettlementQueue, outboxPrefix, SETTLEMENT_QUEUE, type Outbox } from '@oracle-gateway/outbox';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { formatAddress, parseAddress, type Address } from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import type { Redis } from 'ioredis';
import type { WorkerBundle } from './bundle-worker.js';
import { FakeRpc, type Fate } from './fake-rpc.js';
import { gatewayKeypair } from './gateway-keypair.js';
import { gatewayAccount } from './program-accounts.js';
import { commitRound, sampleRound, type SampleRound } from './rounds.js';
import { WorkerProcess } from './worker-process.js';

const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const CLOCK_SECONDS = 1_700_000_000;

/** One gateway's outbox on a real Redis, a ledger under the test's control, and real worker processes between them. */
export class World {
  private readonly keypair = gatewayKeypair();
  private readonly authority: Address = parseAddress(this.keypair.address);
  private readonly workers: WorkerProcess[] = [];
  private readonly gateway: Address;
  readonly outbox: Outbox;

  private constructor(
    private readonly redis: Redis,
    private readonly redisUrl: string,
    private readonly bundle: WorkerBundle,
    private readonly programId: Address,
    readonly rpc: FakeRpc,
  ) {
    this.gateway = gatewayAddress(programId, this.authority);
    rpc.put(this.gateway, gatewayAccount({ authority: this.authority }));
    this.outbox = createOutbox({ redis, gateway: this.gateway, identityTtlSeconds: 60, resultTtlSeconds: 60 });
  }

  static async open(redisUrl: string, bundle: WorkerBundle): Promise<World> {
    const programId = sampleAddress();
    const rpc = await FakeRpc.start({ programId, network: NETWORK, clockSeconds: CLOCK_SECONDS, settleWindowSeconds: 21_600n });
    return new World(connectRedis(redisUrl), redisUrl, bundle, programId, rpc);
  }

  /** Commits a round as a gateway does whose wake-up was lost: only the sweep finds it. */
  async pendingRound(): Promise<SampleRound> {
    const round = sampleRound(CLOCK_SECONDS, this.authority, this.programId);
    this.rpc.expectRound(round);
    await commitRound(this.outbox, round);
    return round;
  }

  async wake({ roundId }: SampleRound): Promise<void> {
    const queue = createSettlementQueue({ redis: this.redis, gateway: this.gateway });
    await queue.wake(roundId);
    await queue.close();
  }

  /** Deletes every key of the queue; returns how many there were. */
  async wipeQueue(): Promise<number> {
    const keys = await this.redis.keys(`${outboxPrefix(this.gateway)}:${SETTLEMENT_QUEUE}*`);
    return keys.length === 0 ? 0 : this.redis.del(...keys);
  }

  /** The next broadcast: `arrived` has its bytes, its answer waits for `answer`. */
  holdBroadcast(): { readonly arrived: Promise<Uint8Array>; readonly answer: (fate: Fate) => void } {
    let answer: (fate: Fate) => void = () => undefined;
    const arrived = new Promise<Uint8Array>((resolve) => {
      this.rpc.onBroadcast = (transaction) => {
        resolve(transaction);
        return new Promise((settle) => (answer = settle));
      };
    });
    return { arrived, answer: (fate) => answer(fate) };
  }

  /** Resolves when the ledger is asked for `method`; while `isHeld`, that never gets an answer. */
  untilAsked(method: string, isHeld = false): Promise<void> {
    return new Promise((resolve) => {
      this.rpc.beforeAnswer = (asked) => {
        if (asked !== method) return Promise.resolve();
        resolve();
        return isHeld ? new Promise(() => undefined) : Promise.resolve();
      };
    });
  }

  /** The configuration file; `replace` changes lines of it. */
  toml(replace: readonly (readonly [line: string, by: string])[] = []): string {
    const lines = `
[solana]
rpc_url = "${this.rpc.url}"
program_id = "${formatAddress(this.programId)}"
network = "${NETWORK}"
[settlement]
enabled = true
db_path = "${this.redisUrl}"
settle_interval_seconds = 1
settle_batch_limit = 8
settle_max_attempts = 2
`;
    return replace.reduce((text, [line, by]) => text.replace(line, by), lines);
  }

  async startWorker(toml = this.toml(), args: readonly string[] = []): Promise<WorkerProcess> {
    const worker = await WorkerProcess.start({ ...this.bundle, toml, keypair: this.keypair.json, args });
    this.workers.push(worker);
    return worker;
  }

  /** Runs one operator's command to its end and returns what it printed. */
  async operate(words: readonly string[]): Promise<string> {
    const command = await this.startWorker(this.toml(), ['operate', ...words]);
    if ((await command.exited) !== 0) throw new Error(command.output);
    return command.printed;
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.filter((worker) => !worker.hasExited).map((worker) => worker.end('SIGKILL')));
    await this.rpc.close();
    this.redis.disconnect();
  }
}

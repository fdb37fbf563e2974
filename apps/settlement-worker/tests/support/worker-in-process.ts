import { type Keypair, readKeypair } from '@oracle-gateway/app-config';
import { eventually } from '@oracle-gateway/dev-servers';
import type { FetchLike } from '@oracle-gateway/ledger';
import {
  connectRedis,
  createOutbox,
  createSettlementQueue,
  type Outbox,
  type OutboxConnection,
  type OutboxLocation,
  outboxPrefix,
  type RoundRecord,
} from '@oracle-gateway/outbox';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import type { Address, RoundId } from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { pino } from 'pino';
import { createSettlementWorker, type Config, type Secrets, type SettlementWorker } from '../../src/index.js';
import { FakeRpc } from './fake-rpc.js';
import { gatewayKeypair } from './gateway-keypair.js';
import { commitRound, sampleRound, type SampleRound } from './rounds.js';
import { workerConfig } from './worker-config.js';

const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
export const CLOCK_SECONDS = 1_700_000_000;
export const WINDOW_SECONDS = 21_600;

/** A gateway keypair with its two halves. */
export function sampleSigner(): Keypair {
  return readKeypair({ name: 'keypair', text: gatewayKeypair().json });
}

/** Whole workers in this process, over one outbox and an RPC server whose faults the test decides. */
export class WorkerWorld {
  readonly logLines: string[] = [];
  private readonly workers: SettlementWorker[] = [];

  private constructor(
    readonly rpc: FakeRpc,
    readonly outbox: Outbox,
    readonly redis: OutboxConnection,
    private readonly location: OutboxLocation,
    private readonly programId: Address,
    private readonly signer: ReturnType<typeof sampleSigner>,
    private readonly gateway: Address,
  ) {}

  static async open(location: OutboxLocation): Promise<WorkerWorld> {
    const [programId, signer] = [sampleAddress(), sampleSigner()];
    const rpc = await FakeRpc.start({
      programId,
      network: NETWORK,
      clockSeconds: CLOCK_SECONDS,
      settleWindowSeconds: BigInt(WINDOW_SECONDS),
      gatewayAuthority: signer.address,
    });
    const redis = connectRedis(location);
    const gateway = gatewayAddress(programId, signer.address);
    const outbox = createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60 });
    return new WorkerWorld(rpc, outbox, redis, location, programId, signer, gateway);
  }

  startWorker(settlement: Partial<Config['settlement']> = {}, fetch?: FetchLike): Promise<SettlementWorker> {
    return this.startWorkerOf(NETWORK, settlement, fetch);
  }

  /** A worker whose configuration names this network. */
  async startWorkerOf(network: string, settlement: Partial<Config['settlement']> = {}, fetch?: FetchLike): Promise<SettlementWorker> {
    const config = workerConfig({ programId: this.programId, network }, settlement);
    const secrets: Secrets = {
      rpcUrls: [this.rpc.url],
      outboxLocation: this.location,
      gateway: this.gateway,
      gatewayKeypair: this.signer,
      payers: [],
    };
    const logger = pino({ level: 'info' }, { write: (line) => this.logLines.push(line) });
    const worker = await createSettlementWorker(config, secrets, { logger, ...(fetch === undefined ? {} : { fetch }) });
    this.workers.push(worker);
    return worker;
  }

  /** `held`: as a gateway commits whose settlement is switched off. */
  async pendingRounds(
    count: number,
    { timestampSeconds = CLOCK_SECONDS, ...more }: { readonly timestampSeconds?: number; readonly held?: true } = {},
  ): Promise<readonly SampleRound[]> {
    const rounds = Array.from({ length: count }, () => sampleRound(timestampSeconds, this.signer.address, this.programId));
    await Promise.all(
      rounds.map((round) => {
        this.rpc.expectRound(round);
        return commitRound(this.outbox, round, more);
      }),
    );
    return rounds;
  }

  /** Beginning of all keys. */
  get prefix(): string {
    return outboxPrefix(this.gateway);
  }

  /** Adds one job for these rounds. */
  async wake(rounds: readonly SampleRound[]): Promise<void> {
    const queue = createSettlementQueue({ redis: this.redis, gateway: this.gateway });
    await Promise.all(rounds.map(({ roundId }) => queue.wake(roundId)));
    await queue.close();
  }

  async untilSettled(count: number): Promise<void> {
    await eventually(
      async () => {
        const { pending, totals } = await this.outbox.statistics();
        if (pending > 0 || totals.settled < count) throw new Error(`${totals.settled} of ${count} settled, ${pending} pending`);
      },
      { intervalMs: 50 },
    );
  }

  async untilRecord(roundId: RoundId, isWanted: (record: RoundRecord) => boolean): Promise<RoundRecord> {
    return eventually(
      async () => {
        const record = await this.outbox.read(roundId);
        if (record === null || !isWanted(record))
          throw new Error(`the record is ${JSON.stringify(record?.state)}, ${String(record?.reason)}`);
        return record;
      },
      { intervalMs: 50 },
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
    await this.rpc.close();
    this.redis.disconnect();
  }
}

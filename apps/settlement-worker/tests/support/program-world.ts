import type { LedgerSigner } from '@oracle-gateway/ledger';
import { type ConcludedRow, connectRedis, createBooks, createOutbox, type Outbox } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { createWorld, NETWORK, type World } from '@oracle-gateway/ledger/testing';
import { createSettlementWorker, type Overrides, type Secrets, type SettlementWorker } from '../../src/index.js';
import { operate } from '../../src/command/operate.js';
import { workerConfig } from './worker-config.js';

export interface RunningWorker {
  readonly url: string | null;
  close(): Promise<void>;
}

/** Whole workers in this process, over an outbox on a real Redis and the program itself. */
export class ProgramWorld {
  private readonly workers: SettlementWorker[] = [];

  private constructor(
    readonly ledger: World,
    readonly outbox: Outbox,
    readonly redis: Redis,
    private readonly redisUrl: string,
  ) {}

  /** Every world of this kind has the same gateway: each file of tests needs a `database` of its own. */
  static async open({ redisUrl, database }: { readonly redisUrl: string; readonly database: number }): Promise<ProgramWorld> {
    const url = `${redisUrl}/${database}`;
    const [ledger, redis] = [await createWorld(3), connectRedis(url)];
    const gateway = gatewayAddress(ledger.programId, ledger.gateway.address);
    return new ProgramWorld(ledger, createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60 }), redis, url);
  }

  /** `key`: the gateway's first one unless given. */
  async startWorker(overrides: Overrides = {}, key: LedgerSigner = this.ledger.gateway, next?: LedgerSigner): Promise<RunningWorker> {
    return this.start(this.secretsOf(key, next), overrides);
  }

  private async start(secrets: Secrets, overrides: Overrides): Promise<RunningWorker> {
    const { programId, rpc } = this.ledger;
    const worker = await createSettlementWorker(workerConfig({ programId, network: NETWORK }), secrets, {
      fetch: rpc.fetch,
      logger: pino({ level: 'silent' }),
      ...overrides,
    });
    this.workers.push(worker);
    const { url } = await worker.listen();
    return { url, close: () => worker.close() };
  }

  /** A worker whose settlements these keys pay for. */
  async startWorkerPaidBy(payers: readonly LedgerSigner[], overrides: Overrides = {}): Promise<RunningWorker> {
    return this.start({ ...this.secretsOf(this.ledger.gateway), payers: payers.map(asKeypair) }, overrides);
  }

  /** Runs an operator's command and returns what it prints. */
  async operate(words: readonly string[], { fetch = this.ledger.rpc.fetch }: Pick<Overrides, 'fetch'> = {}): Promise<string> {
    const { programId, gateway } = this.ledger;
    let printed = '';
    const write = (text: string): void => void (printed += text);
    const { rpcUrls, gateway: account, outboxLocation } = this.secretsOf(gateway);
    const readers = {
      ledger: () => Promise.resolve({ programId, network: NETWORK, rpcUrls }),
      gateway: () => Promise.resolve(account),
      outboxLocation: () => Promise.resolve(outboxLocation),
    };
    await operate(words, { flags: new Map(), write, fetch, load: (read) => read(readers) });
    return printed;
  }

  /** Conclusions that wait in the books; they stay there. */
  async bookedRows(): Promise<readonly ConcludedRow[]> {
    const pulled = await createBooks({ redis: this.redis, gateway: this.gateway, pulledBy: 'test' }).pull({ limit: 100, leaseMs: 1_000 });
    return pulled.outcome === 'rows' ? pulled.rows.flatMap(({ row }) => (row === null || row.kind === 'gap' ? [] : [row])) : [];
  }

  /** The Gateway account. */
  get gateway(): Address {
    return gatewayAddress(this.ledger.programId, this.ledger.gateway.address);
  }

  private secretsOf(gatewayKeypair: LedgerSigner, next?: LedgerSigner): Secrets {
    const shard = { outboxLocation: this.redisUrl, gateway: this.gateway, gatewayKeypair: asKeypair(gatewayKeypair), payers: [] };
    return { rpcUrls: ['http://ledger.test'], ...shard, ...(next === undefined ? {} : { nextGatewayKeypair: asKeypair(next) }) };
  }

  async roundsLeft(): Promise<bigint | undefined> {
    return (await this.ledger.reader.subscription(this.ledger.owner.address, { fresh: true })).value?.roundsLeft;
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
    this.redis.disconnect();
  }
}

function asKeypair(signer: LedgerSigner): Secrets['gatewayKeypair'] {
  return { ...signer, trouble: () => null };
}

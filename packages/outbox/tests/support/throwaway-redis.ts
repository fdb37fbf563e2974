import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrFetchRedis, launchRedisServer, type RedisServer } from '@oracle-gateway/dev-servers';

/** One server of a test's own, with a folder that outlives it. */
export class ThrowawayRedis {
  private constructor(
    private readonly dataDir: string,
    private server: RedisServer,
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<ThrowawayRedis> {
    const dataDir = await mkdtemp(join(tmpdir(), 'oracle-gateway-redis-'));
    return new ThrowawayRedis(dataDir, await launchRedisServer({ ...(await findOrFetchRedis()), dataDir, settings }));
  }

  get url(): string {
    return this.server.url;
  }

  get port(): number {
    return this.server.port;
  }

  /** Stops it and starts it again at the same address, with its data or without. */
  async restart(input: { readonly isEmpty: boolean; readonly settings?: Readonly<Record<string, string>> }): Promise<void> {
    const { port } = this.server;
    await this.server.stop();
    if (input.isEmpty) await rm(this.dataDir, { recursive: true });
    const settings = input.settings ?? {};
    this.server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir: this.dataDir, port, settings });
  }

  async end(): Promise<void> {
    await this.server.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

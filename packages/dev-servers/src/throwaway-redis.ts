import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrFetchRedis } from './redis-provision.mjs';
import { launchRedisServer, type RedisServer } from './redis-server.js';

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

  /** Copies its data as a backup would, while it runs. Returns what restores the copy: the server comes back with it at the same address. */
  async backUp(): Promise<() => Promise<void>> {
    const copy = `${this.dataDir}-backup`;
    await cp(this.dataDir, copy, { recursive: true });
    return async () => {
      const { port } = this.server;
      await this.server.stop();
      await rm(this.dataDir, { recursive: true });
      await rename(copy, this.dataDir);
      this.server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir: this.dataDir, port });
    };
  }

  async end(): Promise<void> {
    await this.server.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

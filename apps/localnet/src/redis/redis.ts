import { findOrFetchRedis, launchRedisServer, type RedisServer } from '@oracle-gateway/dev-servers';

export interface RedisOptions {
  /** The project's folder, in which a fetched server is kept. */
  readonly root: string;
  /** Where the append-only file lives; it is read again at the next start. */
  readonly dataDir: string;
  /** Default 0: a free one. */
  readonly port?: number;
  readonly onProgress?: (line: string) => void;
}

/** A Redis server that belongs to this process and dies with it. */
export interface Redis {
  readonly url: string;
  /** Of the server that runs now, or ran last. */
  readonly pid: number;
  /** Resolves when the present server's process has ended, for whatever reason. */
  readonly exited: Promise<void>;
  /** Every acknowledged write is on disk before and after. */
  readonly stop: () => Promise<void>;
  /** Stops the server if it still runs, and starts one on the same port and data. */
  readonly restart: () => Promise<void>;
}

/**
 * Finds (or fetches) a Redis server and starts it on loopback, durable by every write.
 *
 * @throws {RedisUnavailableError} when there is none, with the one command to type
 * @throws {RedisStartError} when it does not start
 */
export async function startRedis({ root, dataDir, port = 0, onProgress }: RedisOptions): Promise<Redis> {
  const found = await findOrFetchRedis({ root, ...(onProgress === undefined ? {} : { onProgress }) });
  let server: RedisServer = await launchRedisServer({ ...found, dataDir, port });
  return {
    url: server.url,
    get pid() {
      return server.pid;
    },
    get exited() {
      return server.exited;
    },
    stop: () => server.stop(),
    restart: async () => {
      await server.stop();
      server = await launchRedisServer({ ...found, dataDir, port: server.port });
    },
  };
}

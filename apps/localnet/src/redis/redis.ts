import { findOrFetchRedis, launchRedisServer, type RedisServer } from '@oracle-gateway/dev-servers';

export interface RedisOptions {
  /** The folder whose `.tools` keeps a fetched server. */
  readonly root: string;
  /** The folder of the append-only file, which the next start reads again. */
  readonly dataDir: string;
  /** Default 0: a free port. */
  readonly port?: number;
  readonly onProgress?: (line: string) => void;
}

/** A Redis server that ends with this process. */
export interface Redis {
  readonly url: string;
  /** The pid of the current server, or of the last one. */
  readonly pid: number;
  /** Resolves when the current server's process has ended. */
  readonly exited: Promise<void>;
  /** Every acknowledged write is on disk. */
  readonly stop: () => Promise<void>;
  /** Stops the server if it runs, then starts one on the same port and data. */
  readonly restart: () => Promise<void>;
}

/**
 * Finds or fetches a Redis server and starts it on loopback. Every write is durable.
 *
 * @throws {RedisUnavailableError} if none is found; the message names the command to install one
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

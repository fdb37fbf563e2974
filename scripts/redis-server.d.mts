export interface RedisServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Resolves when the process has ended, for whatever reason. */
  readonly exited: Promise<void>;
  /** SIGTERM, then SIGKILL after ten seconds; resolves when the process is gone. */
  readonly stop: () => Promise<void>;
}

export declare class RedisStartError extends Error {
  constructor(reason: string, logLines: readonly string[]);
}

export declare function launchRedisServer(options: {
  dataDir: string;
  port?: number;
  /** Further settings by name; they win. */
  settings?: Readonly<Record<string, string>>;
  command: string;
  env?: Readonly<Record<string, string>>;
}): Promise<RedisServer>;

export interface RedisCommand {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface RedisSearch {
  readonly root?: string;
  readonly searchPath?: string;
  readonly aptOptions?: readonly string[];
  readonly onProgress?: (line: string) => void;
}

export declare class RedisUnavailableError extends Error {
  constructor(reason: string);
}

export declare function findOrFetchRedis(options?: RedisSearch): Promise<RedisCommand>;

import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    redisUrl: string;
  }
}

export declare function setup(project: TestProject): Promise<() => Promise<void>>;

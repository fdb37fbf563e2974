import { defineConfig, type ViteUserConfig } from 'vitest/config';

/**
 * Tests run on the TypeScript sources of every workspace package, so they need no build. No `import` here: these conditions reach Node as
 * they stand, and would make a CommonJS `require` of a dependency load an ES module. Vite adds `import` and `default` where they belong.
 */
const conditions = ['@oracle-gateway/source', 'node'];

/** Configuration of one workspace package's tests; `redis` starts one throwaway server for all its files. */
export function packageTests(options: { redis?: boolean; testTimeoutMs?: number } = {}): ViteUserConfig {
  return defineConfig({
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: {
      include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
      testTimeout: options.testTimeoutMs ?? 20_000,
      hookTimeout: Math.max(60_000, options.testTimeoutMs ?? 0),
      maxWorkers: 2,
      passWithNoTests: false,
      ...(options.redis === true ? { globalSetup: [new URL('scripts/redis-test-server.mjs', import.meta.url).pathname] } : {}),
    },
  });
}

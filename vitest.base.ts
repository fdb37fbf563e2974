import { defineConfig, type ViteUserConfig } from 'vitest/config';

/**
 * Tests run on the TypeScript sources of every workspace package, so they need no build. No `import` here: these conditions reach Node as
 * they stand, and would make a CommonJS `require` of a dependency load an ES module. Vite adds `import` and `default` where they belong.
 */
const conditions = ['@oracle-gateway/source', 'node'];

export interface PackageTests {
  /** Starts one throwaway server for all files. */
  readonly redis?: boolean;
  readonly testTimeoutMs?: number;
  /** Every file loads its modules anew, which is most of what a small file costs; for tests that depend on what was loaded before. */
  readonly isolate?: boolean;
}

/** Configuration of one workspace package's tests. */
export function packageTests(options: PackageTests = {}): ViteUserConfig {
  return defineConfig({
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: {
      include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
      testTimeout: options.testTimeoutMs ?? 20_000,
      hookTimeout: Math.max(60_000, options.testTimeoutMs ?? 0),
      maxWorkers: 2,
      isolate: options.isolate ?? false,
      passWithNoTests: false,
      ...(options.redis === true
        ? { globalSetup: [new URL('packages/dev-servers/src/redis-for-tests.ts', import.meta.url).pathname] }
        : {}),
    },
  });
}

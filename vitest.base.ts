import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests run on the TypeScript sources of every workspace package, so they need no build. No `import` here: these conditions reach Node as
 * they stand, and would make a CommonJS `require` of a dependency load an ES module. Vite adds `import` and `default` where they belong.
 */
const conditions = ['@oracle-gateway/source', 'node'];

export interface PackageTests {
  /** Test files; default: every `*.test.ts` and `*.test.tsx` of `src` and `tests`. */
  readonly include?: readonly string[];
  /** Starts one throwaway server for all files. */
  readonly redis?: boolean;
  /** Every file loads its modules anew, which is most of what a small file costs; for tests that depend on what was loaded before. */
  readonly isolate?: boolean;
  /** Files that run side by side; more than two where tests wait more than they compute. */
  readonly maxWorkers?: number;
  /** Set-up modules of the package, run once before all files. */
  readonly globalSetup?: readonly string[];
  /** Beginnings of the names of files that take longest, which start first: what they wait for passes beside the others. */
  readonly longest?: readonly string[];
}

/** Starts the longest files first, in the order in which they are named, and the others as Vitest does. */
function longestFirst(longest: readonly string[]): typeof BaseSequencer {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files);
      const rank = ({ moduleId }: TestSpecification): number => {
        const place = longest.findIndex((name) => moduleId.includes(`/${name}`));
        return place === -1 ? longest.length : place;
      };
      return sorted.sort((a, b) => rank(a) - rank(b));
    }
  };
}

/** MiB. With 16, Node's default, tests that make many short-lived objects spend a tenth of their time on copying them. */
const ROOM_FOR_NEW_OBJECTS = ['--min-semi-space-size=16', '--max-semi-space-size=64'];

/** The limit of a test that hangs. It decides no other test: a test waits for events, however slow the machine is. */
const HANGS_AFTER_MS = 900_000;
/** The limit of one `expect.poll`. It is shorter than a test's, so that the failure names the awaited event. */
const GIVEN_UP_AFTER_MS = 300_000;

const REDIS_SETUP = new URL('packages/dev-servers/src/redis-for-tests.ts', import.meta.url).pathname;

/** Configuration of one workspace package's tests. */
export function packageTests(options: PackageTests = {}): ViteUserConfig {
  return defineConfig({
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: {
      include: [...(options.include ?? ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'])],
      testTimeout: HANGS_AFTER_MS,
      hookTimeout: HANGS_AFTER_MS,
      expect: { poll: { timeout: GIVEN_UP_AFTER_MS } },
      maxWorkers: options.maxWorkers ?? 2,
      sequence: { sequencer: longestFirst(options.longest ?? []) },
      isolate: options.isolate ?? false,
      execArgv: ROOM_FOR_NEW_OBJECTS,
      passWithNoTests: false,
      globalSetup: [...(options.redis === true ? [REDIS_SETUP] : []), ...(options.globalSetup ?? [])],
    },
  });
}

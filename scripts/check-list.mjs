// Every check, with the tier from which on it is run. docs/decisions/0110 says what belongs in which tier.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { FEWER_COLLECTIONS } from './fewer-collections.mjs';
import { nightlyChecks } from './nightly-checks.mjs';
import { node24For } from './node-24.mjs';
import { alikeSuites, scriptTests, siteTests, workspaceFolders, workspaceManifest } from './workspace.mjs';

/** Each holds the ones before it: `npm test`, `npm run test:all`, `npm run test:nightly`. */
export const TIERS = ['commit', 'all', 'nightly'];

/** The longest suites start first, because the last one to start decides the total. The others follow in the order of their folders. */
const LONG_SUITES = ['apps/localnet', 'apps/settlement-worker', 'apps/gateway', 'packages/outbox'];
/** Tests of these folders mostly wait, so that one of them leaves half of its slot to another. */
const WAITING = ['apps/settlement-worker'];
const HALF_A_SLOT = 0.5;
/** Tests of whole worlds, of what third parties build, and of other chains: a change reaches them through what other suites hold. */
const LATER_SUITES = ['apps/localnet', 'contracts/evm', 'examples'];
/** Beginnings of a suite's files that draw cases, break servers or wait for them: half of the suite's time, for what few changes touch. */
const SEARCHES = {
  'apps/gateway': [
    'tests/simulation/',
    'tests/payment-faults',
    'tests/reading-lies',
    'tests/node-faults',
    'tests/planted-secrets',
    'tests/lifecycle',
    'tests/redis-failover',
    'tests/backup-and-restore',
    'tests/adversary/unwritable-outbox',
    'tests/adversary/lost-reservation-answer',
  ],
  'apps/settlement-worker': ['tests/adversary/', 'tests/worker-process', 'tests/crash', 'tests/redis-failover', 'tests/outbox-loss'],
  'apps/localnet': ['tests/e2e/faults', 'tests/e2e/registry-changes', 'tests/e2e/short-memory-world', 'tests/e2e/two-worker-world'],
  'packages/outbox': ['tests/interleavings/', 'tests/failover/', 'tests/adversary/silent-connection'],
};
/** Suites whose searches run at night alone, so that all else takes less than twenty minutes. */
const SEARCHED_AT_NIGHT = ['apps/localnet', 'apps/settlement-worker', 'apps/gateway', 'packages/outbox'];
/** For a suite in two parts, what Vitest is told for each. */
const PARTS = {
  ...Object.fromEntries(
    Object.entries(SEARCHES).map(([folder, files]) => [
      folder,
      { first: files.flatMap((beginning) => ['--exclude', `${beginning}**`]), later: files },
    ]),
  ),
  // The same files once over each transport, and some with real threads.
  'apps/oracle-node': { first: ['--project', 'http'], later: ['--project', 'stream', '--project', 'threads'] },
};
/** Whole suites that two versions of Node run: the libraries of third parties, the keeper, and `process`, which holds Node's HTTP parser back. */
const ON_BOTH_NODES = [
  'apps/keeper',
  ...['protocol', 'schnorr', 'contract', 'gateway-api', 'node-api', 'providers', 'x402', 'ledger', 'process'].map(
    (name) => `packages/${name}`,
  ),
];
/**
 * Suites of the services. Their images have Node 24, which runs the later parts; the running Node runs the rest. A night exchanges the
 * two.
 */
const SERVICES = ['apps/localnet', 'apps/settlement-worker', 'apps/gateway', 'apps/oracle-node', 'packages/outbox'];
const ON_NODE_24 = ' on Node 24';
// Passing tests print nothing, so a failed suite prints its failures alone.
const SUITE = ['run', '--reporter=dot', '--silent=passed-only'];
/**
 * Settings for a target that is built once: what only a debugger or the next build reads is most of what the linker and the disk have to
 * do.
 */
const BUILT_ONCE = { CARGO_INCREMENTAL: '0', CARGO_PROFILE_DEV_DEBUG: '0' };
const GO = { tool: 'go', version: 'version', minimum: [1, 22] };
const NODE_24 = node24For(process);

/**
 * @typedef {object} Check
 * @property {string} name unique
 * @property {string[]} command
 * @property {string} [cwd] from the root
 * @property {Record<string, string>} [env]
 * @property {'commit' | 'all' | 'nightly'} [tier] without one: all
 * @property {string} [inputs] the task of `turbo.json` that has what the check reads: passed once, it is run again only when they change
 * @property {string[]} [suites] folders that one run tests together: a suite that has passed is left out
 * @property {string} [toolVersion] of a tool that the machine brings
 * @property {string[]} [needs] names of checks that must pass before
 * @property {number} [weight] how many slots it takes
 *
 * @param {string} root
 * @param {{ say: (line: string) => void, path: string }} deps `say` gets what is left out; `path` is the PATH of the checks
 * @returns {Check[]}
 */
export function everyCheck(root, { say, path }) {
  const chromium = process.env.CHROMIUM_PATH ?? 'chromium';
  const hasNode24 = existsSync(NODE_24);
  if (!hasNode24) say('left out: tests on Node 24 (scripts/node-24 has none for this platform)');
  /** Path for tools that run none of the project's programs: the newest Node does their work in three quarters of the CPU time. */
  const newestNode = hasNode24 ? { PATH: dirname(NODE_24) + delimiter + path } : {};
  const vitestOnNode24 = [NODE_24, join(root, 'node_modules', 'vitest', 'vitest.mjs')];
  const manifestOf = (folder) => workspaceManifest(root, folder);
  const folders = workspaceFolders(root).filter((folder) => manifestOf(folder).scripts?.test !== undefined);
  const tested = [
    ...LONG_SUITES.filter((folder) => folders.includes(folder)),
    ...folders.filter((folder) => !LONG_SUITES.includes(folder)),
  ];
  const alike = alikeSuites(root);

  /** Checks that need another tool run only where it is installed. */
  const whereInstalled = ({ tool, version = '--version', minimum, file }, ...checks) => {
    if (!existsSync(join(root, file))) return [];
    const { stdout } = spawnSync(tool, [version], { encoding: 'utf8' });
    const toolVersion = (stdout ?? '').trim();
    const [major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(toolVersion)?.slice(1).map(Number) ?? [];
    if (major > minimum[0] || (major === minimum[0] && minor >= minimum[1])) return checks.map((check) => ({ ...check, toolVersion }));
    for (const { name } of checks) say(`left out: ${name} (needs ${tool} ${minimum.join('.')} or later)`);
    return [];
  };

  /** One run of suites that are configured alike: a module is loaded once for all of them, a third of the CPU time of eighteen runs. */
  const together = ({ name, suites, vitest = ['vitest'], ...others }) =>
    suites.length === 0 ? [] : [{ name, command: [...vitest, ...SUITE], suites, needs: ['build'], ...others }];

  /** The checks of a suite: one for each part, and once more on another Node. */
  const suiteOf = (folder) => {
    const { first, later } = PARTS[folder] ?? { first: [] };
    const isService = SERVICES.includes(folder);
    const laterTier = SEARCHED_AT_NIGHT.includes(folder) ? 'nightly' : 'all';
    const suite = `tests of ${folder}`;
    const parts = [
      { name: suite, files: first, tier: LATER_SUITES.includes(folder) ? 'all' : 'commit', onNode24: false },
      ...(later === undefined ? [] : [{ name: `${suite}, later part`, files: later, tier: laterTier, onNode24: isService && hasNode24 }]),
    ];
    const isTestedAgain = hasNode24 && (isService || ON_BOTH_NODES.includes(folder));
    const again = parts.map((part) => ({ ...part, tier: isService ? 'nightly' : 'all', onNode24: !part.onNode24 }));
    return [...parts, ...(isTestedAgain ? again : [])].map(({ name, files, tier, onNode24 }) => ({
      name: `${name}${onNode24 ? ON_NODE_24 : ''}`,
      command: [...(onNode24 ? vitestOnNode24 : ['vitest']), ...SUITE, ...files],
      tier,
      cwd: folder,
      inputs: `${manifestOf(folder).name}#test`,
      needs: ['build'],
      weight: WAITING.includes(folder) ? HALF_A_SLOT : 1,
    }));
  };

  return [
    { name: 'build', command: ['turbo', 'run', 'build', '--output-logs=errors-only'], tier: 'commit' },
    // It reads nothing that is built, so it goes on beside the build.
    ...whereInstalled(
      { tool: 'cargo', minimum: [1, 89], file: 'programs/Cargo.toml' },
      {
        name: 'host tests of programs',
        command: ['cargo', 'test', '--workspace', '--locked', '--quiet'],
        cwd: 'programs',
        env: BUILT_ONCE,
        inputs: '//#programs',
      },
      // Another workspace in the same target folder, without its feature `anchor`: that is `pnpm run check:anchor`.
      {
        name: 'host tests of programs/feed',
        command: ['cargo', 'test', '--locked', '--quiet', '--target-dir', '../target'],
        cwd: 'programs/feed',
        env: BUILT_ONCE,
        inputs: '//#programs',
        needs: ['host tests of programs'],
      },
      {
        name: 'published crates',
        command: ['node', 'scripts/check-crates.mjs'],
        env: BUILT_ONCE,
        inputs: '//#tree',
        needs: ['host tests of programs/feed'],
      },
    ),
    { name: 'format', command: ['oxfmt', '--check'], tier: 'commit', inputs: '//#tree' },
    // Both need the types of every project, so that one pass has them. Each file is checked in the nearest project.
    { name: 'types and lint', command: ['oxlint'], env: FEWER_COLLECTIONS, tier: 'commit', inputs: '//#code', needs: ['build'] },
    // The packages that the explorer imports, with the types of a browser.
    {
      name: 'types in a browser',
      command: ['node', 'scripts/typecheck.mjs', 'apps/explorer'],
      tier: 'commit',
      inputs: '//#code',
      needs: ['build'],
    },
    ...tested.filter((folder) => LONG_SUITES.includes(folder)).flatMap((folder) => suiteOf(folder)),
    {
      name: 'the README, tried as a new user would',
      command: ['node', 'scripts/check-readme.mjs'],
      inputs: '//#tree',
      needs: ['build'],
      weight: HALF_A_SLOT,
    },
    ...together({
      name: 'tests of packages without services',
      suites: alike.filter((folder) => !LATER_SUITES.includes(folder)),
      tier: 'commit',
    }),
    ...together({ name: 'tests of the examples', suites: alike.filter((folder) => LATER_SUITES.includes(folder)) }),
    ...tested.filter((folder) => !LONG_SUITES.includes(folder) && !alike.includes(folder)).flatMap((folder) => suiteOf(folder)),
    // It asks, pays in every way, settles and verifies, and compares each answer with the ledger.
    {
      name: 'a whole world',
      command: ['node', 'apps/localnet/dist/main.js', '--once', '--port', '0', '--state', '.tools/checked-world'],
      tier: 'commit',
      inputs: '//#code',
      needs: ['build'],
      weight: HALF_A_SLOT,
    },
    {
      name: 'unused files, exports and dependencies',
      command: ['knip', '--no-progress', '--no-config-hints'],
      env: newestNode,
      tier: 'commit',
      inputs: '//#code',
    },
    {
      name: 'import directions',
      command: ['depcruise', 'packages', 'apps', 'contracts', 'bench', 'deploy', '--config', '.dependency-cruiser.cjs'],
      env: newestNode,
      tier: 'commit',
      inputs: '//#code',
      needs: ['build'],
    },
    // It unpacks tarballs in the packages' folders, which the others would check.
    {
      name: 'published packages, and their commands from the tarballs',
      command: ['node', 'scripts/check-packages.mjs'],
      inputs: '//#tree',
      needs: ['build', 'types and lint', 'format'],
    },
    {
      name: 'what each export of a library brings into a bundle',
      command: ['node', 'scripts/check-sizes.mjs'],
      inputs: '//#tree',
      needs: ['build'],
    },
    {
      name: 'the declarations of the libraries, as users read them',
      command: ['node', 'scripts/check-declarations.mjs'],
      inputs: '//#tree',
      needs: ['build'],
    },
    {
      name: "the client's tarball, in an empty project",
      command: ['node', 'scripts/check-client.mjs'],
      inputs: '//#tree',
      needs: ['build'],
    },
    {
      name: 'the first program of each README, from the tarballs in an empty project',
      command: ['node', 'scripts/check-package-readmes.mjs'],
      inputs: '//#tree',
      needs: ['build'],
      weight: HALF_A_SLOT,
    },
    {
      name: "the localnet's tarball, in an empty project",
      command: ['node', 'scripts/check-localnet.mjs'],
      // The packages' own check installs each tarball at every change.
      tier: 'nightly',
      inputs: '//#tree',
      needs: ['build'],
      weight: HALF_A_SLOT,
    },
    {
      name: 'the apps from their tarballs, with the versions that were tested',
      command: ['node', 'scripts/check-shrinkwraps.mjs'],
      tier: 'nightly',
      inputs: '//#tree',
      needs: ['build'],
      weight: HALF_A_SLOT,
    },
    { name: 'licences of what is installed with the packages', command: ['node', 'scripts/check-licences.mjs'], inputs: '//#tree' },
    { name: 'documents', command: ['node', 'scripts/check-docs.mjs'], tier: 'commit', inputs: '//#tree' },
    {
      name: 'TypeScript of the documents',
      command: ['node', 'scripts/check-typescript-blocks.mjs'],
      env: newestNode,
      tier: 'commit',
      inputs: '//#tree',
      needs: ['build'],
    },
    ...whereInstalled(
      { tool: 'node', minimum: [20, 19], file: 'docs/site/site.mjs' },
      // It finds the pages from the folder in which it runs.
      {
        name: 'the documentation site',
        command: ['node', '--test', ...siteTests(root)],
        cwd: 'docs/site',
        env: newestNode,
        inputs: '//#tree',
        needs: ['build'],
      },
    ),
    // The built programs read the configurations of containers.
    { name: 'what operators deploy', command: ['node', 'deploy/check.mjs'], inputs: '//#tree', needs: ['build'] },
    { name: 'scripts', command: ['node', '--test', ...scriptTests(root)], inputs: '//#tree' },
    ...whereInstalled(
      { tool: 'python3', minimum: [3, 9], file: 'vectors/generate/generate.py' },
      { name: 'vectors, made again', command: ['python3', 'vectors/generate/generate.py', '--check'], inputs: '//#vectors' },
    ),
    ...whereInstalled(
      { tool: 'python3', minimum: [3, 10], file: 'clients/python/tests/test_vectors.py' },
      {
        name: 'tests of clients/python',
        command: ['python3', '-m', 'unittest', 'discover', '-t', '.', '-s', 'tests'],
        cwd: 'clients/python',
        env: { PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1' },
        inputs: '//#python',
      },
    ),
    ...whereInstalled(
      { tool: 'python3', minimum: [3, 10], file: 'clients/python/world_tests/test_rounds.py' },
      {
        name: 'the Python client from its wheel and sdist, against a world',
        command: ['node', 'scripts/check-python.mjs'],
        inputs: '//#tree',
        needs: ['build'],
      },
    ),
    ...whereInstalled(
      { tool: 'java', minimum: [11, 0], file: 'packages/gateway-api/src/openapi/openapi-document.ts' },
      ...whereInstalled(
        { ...GO, file: 'packages/gateway-api/src/openapi/openapi-document.ts' },
        {
          name: 'clients that generators make of the interface, against a world',
          command: ['node', 'scripts/check-generated-clients.mjs'],
          // Three registries and two compilers: a minute of CPU time.
          tier: 'nightly',
          inputs: '//#tree',
          needs: ['build'],
          weight: HALF_A_SLOT,
        },
      ),
    ),
    ...whereInstalled(
      { ...GO, file: 'examples/go/go.mod' },
      { name: 'the example in Go', command: ['go', 'test', './...'], cwd: 'examples/go', inputs: '//#tree' },
    ),
    ...whereInstalled(
      { tool: 'cargo', minimum: [1, 89], file: 'examples/rust/Cargo.toml' },
      {
        name: 'the example in Rust',
        command: ['cargo', 'test', '--locked', '--quiet', '--target-dir', '../../programs/target'],
        cwd: 'examples/rust',
        env: BUILT_ONCE,
        inputs: '//#tree',
        needs: ['host tests of programs'],
      },
    ),
    ...whereInstalled(
      // The oldest that it was tried with.
      { tool: chromium, minimum: [131, 0], file: 'examples/tests/pages.test.mjs' },
      {
        name: 'the pages in Chromium',
        command: ['node', '--test', 'examples/tests/pages.test.mjs'],
        inputs: '//#code',
        needs: ['build'],
      },
    ),
    ...whereInstalled(
      { tool: chromium, minimum: [131, 0], file: 'apps/gateway/vitest.browser.config.ts' },
      {
        name: 'the page /docs in Chromium',
        command: ['vitest', ...SUITE, '--config', 'vitest.browser.config.ts'],
        cwd: 'apps/gateway',
        inputs: '@oracle-gateway/gateway#test',
        needs: ['build'],
      },
    ),
    ...whereInstalled(
      { tool: 'python3', minimum: [3, 10], file: 'packages/gateway-api/src/openapi/openapi-document.ts' },
      {
        name: 'Schemathesis over the interface, for 30 s',
        command: ['node', 'scripts/fuzz-api.mjs', '--seconds', '30'],
        inputs: '//#code',
        needs: ['build'],
      },
    ),
    ...whereInstalled(
      { tool: chromium, minimum: [131, 0], file: 'apps/localnet/tests/page/page.test.mjs' },
      {
        name: "the gateway's page in Chromium",
        command: ['node', '--test', 'apps/localnet/tests/page/page.test.mjs'],
        inputs: '//#code',
        needs: ['build'],
      },
    ),
    ...together({
      name: `tests of libraries${ON_NODE_24}`,
      vitest: vitestOnNode24,
      suites: hasNode24 ? alike.filter((folder) => ON_BOTH_NODES.includes(folder)) : [],
    }),
    ...nightlyChecks({ nameOf: (folder) => manifestOf(folder).name, folders, suite: SUITE }),
  ];
}

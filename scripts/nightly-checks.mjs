/** Part of a slot that a check takes which mostly waits. */
const HALF_A_SLOT = 0.5;

/**
 * The checks of a night alone: searches as wide as it allows, drills in real time, and the way of a new user from nothing.
 *
 * @param {{ nameOf: (folder: string) => string, folders: readonly string[], suite: readonly string[] }} input `folders` have tests; `suite` is
 * what Vitest is told
 * @returns {import('./check-list.mjs').Check[]}
 */
export function nightlyChecks({ nameOf, folders, suite }) {
  const searches = [
    ['apps/gateway', { SIMULATION_RUNS: '450', FUZZ_RUNS: '3000', PAYMENT_SCHEDULES: '20000' }],
    ['apps/keeper', { SIMULATION_RUNS: '100', EVM_HOURS: '168' }],
    ['contracts/evm', { SOLIDITY_FORMS: 'all' }],
    ['packages/protocol', { ED25519_MUTATIONS: '4000' }],
    ['apps/localnet', { PAID_ANSWER_STRIDE: '1', BOOK_STRIKES: '12' }],
  ]
    .filter(([folder]) => folders.includes(folder))
    .map(([folder, env]) => ({
      name: `wide searches of ${folder}`,
      command: ['vitest', ...suite],
      cwd: folder,
      env,
      tier: 'nightly',
      inputs: `${nameOf(folder)}#test`,
      needs: ['build'],
    }));
  return [
    ...searches,
    ...drills(),
    {
      name: 'the next release, made dry in a clone',
      command: ['node', 'scripts/check-release.mjs'],
      tier: 'nightly',
      inputs: '//#tree',
      needs: ['build', 'published crates'],
      weight: HALF_A_SLOT,
    },
    {
      name: 'the libraries in each runtime and bundler',
      command: ['node', 'scripts/check-runtimes.mjs'],
      tier: 'nightly',
      inputs: '//#tree',
      needs: ['build'],
      weight: HALF_A_SLOT,
    },
    {
      name: 'the declarations of the libraries, by each TypeScript',
      command: ['node', 'scripts/check-declarations.mjs', '--fetched'],
      tier: 'nightly',
      inputs: '//#tree',
      needs: ['build'],
    },
    {
      name: 'the doors of the README, walked in a clone',
      command: ['node', 'scripts/walk-doors.mjs'],
      tier: 'nightly',
      inputs: '//#tree',
      needs: ['build'],
      weight: HALF_A_SLOT,
    },
  ];
}

/** Drills of what operators are told, on a world of built apps: real time, since an alert waits for minutes. */
function drills() {
  return [
    ['processes that die and are missed', ['deaths.mjs', '--only', 'gateway,worker,node,quorum,smallest-quorum,keeper']],
    ['servers that die and are missed, and callers that are not', ['deaths.mjs', '--only', 'redis,facilitator,ledger,caller']],
    ['the pages of the runbook', ['runbook.mjs']],
    ['keys and secrets that are changed', ['rotations.mjs']],
    ['books that are equal to the ledger after every fault', ['campaign.mjs', '--seconds', '600']],
  ].map(([what, [program, ...words]]) => ({
    name: `the drill of ${what}`,
    command: ['node', `deploy/drills/${program}`, ...words],
    tier: 'nightly',
    inputs: '//#tree',
    needs: ['build'],
    weight: HALF_A_SLOT,
  }));
}

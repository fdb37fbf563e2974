/** The import directions of docs/rooms.md, as rules. The tables of that page are written from them. */
const PACKAGES = '^packages/([^/]+)/src';
/** `judge-*.ts` hold tests that the programs share. */
const TEST_FILES = '(\\.test|/testing/judge-[a-z-]+)\\.ts$';
const allow = (from, modules) => ({
  name: `${from}-imports-only`,
  severity: 'error',
  comment: `packages/${from} may import only: ${modules.join(', ') || 'nothing'}`,
  from: { path: `^packages/${from}/src`, pathNot: TEST_FILES },
  to: { pathNot: [`^packages/${from}/`, ...modules] },
});
/** The packages that an app may import. No rule limits its npm dependencies. */
const allowPackages = (app, packages) => ({
  name: `${app}-imports-only`,
  severity: 'error',
  comment: `of the packages, apps/${app} may import only: ${packages.join(', ')}`,
  from: { path: `^apps/${app}/src`, pathNot: '\\.test\\.ts$' },
  to: { path: `^packages/(?!(${packages.join('|')})/)` },
});
/** The rooms inside apps/gateway/src, from the bottom up, and which others each may import. A room imports no file at the root. */
const GATEWAY_ROOMS = {
  errors: [],
  config: [],
  outbox: [],
  // The rooms of the engine, from the bottom up. Other rooms import `engine/index.ts`.
  'engine/nodes': ['errors'],
  'engine/model': ['engine/nodes', 'errors'],
  'engine/observing': ['engine/model', 'engine/nodes', 'errors'],
  'engine/signing': ['engine/model', 'engine/nodes', 'engine/observing', 'errors'],
  'engine/serving': ['engine/model', 'engine/nodes', 'engine/observing', 'engine/signing', 'errors'],
  'engine/dry-run': ['engine/model', 'engine/nodes', 'engine/observing', 'engine/serving', 'errors'],
  'engine/snapshots': ['engine/model', 'engine/nodes'],
  engine: ['engine/([^/]+)', 'errors'],
  telemetry: ['engine', 'errors'],
  http: ['admission', 'errors', 'telemetry'],
  // Pages, served from their files as they are.
  sites: ['config', 'http'],
  ledger: ['config', 'telemetry'],
  answers: ['engine', 'errors'],
  charges: ['admission', 'answers', 'engine', 'errors', 'telemetry'],
  providers: ['config', 'engine', 'errors'],
  admission: ['engine', 'errors'],
  payments: ['answers', 'config', 'engine', 'errors', 'ledger', 'telemetry'],
  sessions: ['admission', 'config', 'engine', 'errors', 'http', 'ledger'],
  // The definition of a path, and the list of all paths.
  paths: ['admission', 'answers', 'charges', 'config', 'engine', 'http', 'ledger', 'payments', 'sessions', 'telemetry', 'paths/([^/]+)'],
  // A path imports no other path.
  'paths/([^/]+)': [
    'admission',
    'answers',
    'charges',
    'config',
    'engine',
    'errors',
    'http',
    'ledger',
    'payments',
    'sessions',
    'telemetry',
    'paths',
  ],
  'dry-runs': ['admission', 'answers', 'config', 'engine', 'errors', 'http', 'ledger', 'paths', 'sessions', 'telemetry'],
  // Public feeds: the store is the outbox's, the watch of the process is that of rounds.
  feeds: ['admission', 'answers', 'config', 'errors', 'http', 'outbox', 'paths', 'sessions', 'telemetry'],
  routes: [
    'admission',
    'answers',
    'charges',
    'config',
    'dry-runs',
    'engine',
    'errors',
    'feeds',
    'http',
    'ledger',
    'outbox',
    'paths',
    'sessions',
    'telemetry',
  ],
  command: ['config', 'ledger', 'payments', 'sessions', 'sites'],
};
/** Rooms of apps/oracle-node/src, each with the rooms that it may import. */
const NODE_ROOMS = {
  errors: [],
  telemetry: [],
  sharing: ['errors'],
  ledger: ['errors', 'sharing', 'telemetry'],
  source: ['errors', 'ledger', 'sharing'],
  'source/threads': ['errors', 'sharing', 'source', 'telemetry'],
  signing: ['errors', 'ledger', 'telemetry'],
  operations: ['errors', 'ledger', 'sharing', 'signing', 'source', 'telemetry'],
  http: ['errors', 'ledger', 'operations', 'sharing', 'telemetry'],
  'http/stream': ['errors', 'http', 'ledger', 'operations', 'sharing', 'telemetry'],
  faults: ['errors', 'http', 'source'],
  config: ['source'],
  command: ['config'],
};
/** Rooms of apps/settlement-worker/src, each with the rooms that it may import. */
const WORKER_ROOMS = {
  board: [],
  config: [],
  telemetry: [],
  charges: [],
  ledger: ['telemetry'],
  'signer-sets': ['ledger'],
  pass: ['charges', 'ledger', 'signer-sets', 'telemetry'],
  reclaim: ['charges', 'ledger', 'signer-sets', 'telemetry'],
  queue: ['pass'],
  upkeep: ['charges', 'ledger', 'pass', 'reclaim'],
  settling: ['config', 'ledger', 'pass', 'queue', 'reclaim', 'signer-sets', 'upkeep'],
  books: [],
  statement: ['books'],
  reconcile: ['books', 'statement'],
  command: ['books', 'config', 'reclaim', 'reconcile', 'statement'],
};
/** Rooms of apps/keeper/src, each with the rooms that it may import. */
const KEEPER_ROOMS = {
  accounts: [],
  state: [],
  telemetry: [],
  clock: [],
  feeds: ['state'],
  config: ['accounts', 'feeds', 'targets'],
  gateway: ['config', 'feeds'],
  targets: ['feeds', 'state', 'targets/solana', 'targets/evm'],
  'targets/solana': ['feeds', 'state', 'targets'],
  'targets/evm': ['feeds', 'state', 'targets'],
  plan: ['config', 'feeds', 'gateway', 'targets'],
  keeping: ['feeds', 'state', 'telemetry'],
  command: ['config', 'gateway', 'plan', 'targets'],
};
/** Rooms of apps/localnet/src, each with the rooms that it may import. */
const LOCALNET_ROOMS = {
  redis: [],
  sources: [],
  base: ['sources'],
  facilitator: ['base'],
  ledgers: ['base'],
  world: ['base', 'facilitator', 'ledgers', 'sources'],
  control: ['facilitator', 'world'],
  start: ['base', 'control', 'facilitator', 'ledgers', 'redis', 'sources', 'world'],
  demo: ['base', 'world'],
};
/** The rooms inside packages/client/src. Entries, the client and its types stand at the root. */
const CLIENT_ROOMS = {
  base: [],
  // Reports of a gateway about rounds and about itself.
  reads: ['base'],
  http: ['base'],
  ledger: ['base', 'http'],
  rounds: ['base', 'http', 'ledger', 'reads'],
  simulations: ['base', 'http', 'rounds'],
  accounts: ['base', 'http', 'ledger', 'reads', 'rounds', 'simulations'],
  transactions: ['accounts', 'base', 'http', 'ledger'],
  verify: ['base', 'http', 'ledger'],
  feeds: ['base', 'ledger'],
  // A gateway and a ledger in a process of a test.
  testing: ['base'],
};
/** Rooms of packages/outbox/src, each with the rooms that it may import. */
const OUTBOX_ROOMS = {
  // A record: its states, its holds, its charge.
  records: [],
  // The forms of records, replies and keys in Redis.
  wire: ['records'],
  connection: ['records', 'wire'],
  commands: ['connection', 'records', 'wire'],
  testing: ['commands', 'connection', 'records', 'wire'],
};
/** Files outside the rooms of a service. `scripts/structure.mjs` holds that each service has all of them. */
const SERVICE = ['main', 'index', 'context'];
/** A rule for each room of an app or a package, and one that no other file stands at its root. */
const roomRules = (folder, rooms, rootFiles) => {
  const name = folder.replace(/^.*\//, '');
  const inRoom = (room) => `^${folder}/src/${room}/[^/]+\\.ts$`;
  return [
    ...Object.entries(rooms).map(([room, others]) => ({
      name: `${name}-room-${room.replace(/\W+/g, '-')}`,
      severity: 'error',
      comment: `${folder}/src/${room} may import only: ${others.join(', ') || 'no other room'}`,
      from: { path: inRoom(room), pathNot: '\\.test\\.ts$' },
      to: { path: `^${folder}/src/`, pathNot: [inRoom(room.replace('([^/]+)', '$1')), ...others.map(inRoom)] },
    })),
    {
      name: `${name}-rooms-hold-all`,
      severity: 'error',
      comment: `only ${rootFiles.join(', ')} stand outside a room`,
      from: { path: `^${folder}/src` },
      to: { path: `^${folder}/src/(?!(${rootFiles.join('|')})\\.ts$)[^/]+\\.ts$` },
    },
  ];
};
const own = (...names) => names.map((name) => `^packages/${name}/`);
const npm = (...names) => names.map((name) => `node_modules/${name}(/|$)`);

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'apps-never-import-apps',
      severity: 'error',
      comment: 'the localnet alone starts the built apps; it imports their types and configurations by their index.ts',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/localnet/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'localnet-through-the-front-door',
      severity: 'error',
      from: { path: '^apps/localnet/' },
      to: { path: '^apps/(?!localnet/)[^/]+/src/(?!index\\.ts$)' },
    },
    {
      name: 'engine-through-the-front-door',
      severity: 'error',
      comment: 'other rooms import engine/index.ts; their tests may also import engine/testing.ts',
      from: { path: '^apps/gateway/src/', pathNot: ['^apps/gateway/src/engine/', '\\.test\\.ts$'] },
      to: { path: '^apps/gateway/src/engine/(?!index\\.ts$)' },
    },
    {
      name: 'engine-parts-by-its-testing-entry',
      severity: 'error',
      comment: 'a file of the engine can move without an edit of a test elsewhere',
      from: { path: ['^apps/gateway/tests/', '^apps/gateway/src/.*\\.test\\.ts$'], pathNot: ['^apps/gateway/src/engine/'] },
      to: { path: '^apps/gateway/src/engine/(?!(index|testing)\\.ts$)' },
    },
    { name: 'packages-never-import-apps', severity: 'error', from: { path: PACKAGES }, to: { path: '^apps/' } },
    allow('protocol', [
      ...npm('@noble/ciphers', '@noble/curves', '@noble/hashes', '@scure/base', 'borsh', 'canonicalize', 'json-p3'),
      '^crypto$',
    ]),
    allow('schnorr', [...own('protocol'), ...npm('@noble/curves', '@noble/hashes', '@bitauth/libauth'), '^module$']),
    {
      name: 'evm-imports-only',
      severity: 'error',
      comment: 'contracts/evm may import only: protocol, schnorr; the calldata needs no library of an EVM chain',
      from: { path: '^contracts/evm/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contracts/evm/src/', ...own('protocol', 'schnorr'), ...npm('@noble/curves', '@noble/hashes')] },
    },
    {
      name: 'contracts-are-for-others',
      severity: 'error',
      comment: 'packages and apps work without an EVM chain; the localnet, a target of the keeper and tests may use one',
      from: { path: '^(packages|apps)/', pathNot: ['^apps/localnet/', '^apps/keeper/src/targets/evm/', '\\.test\\.ts$', '/tests/'] },
      to: { path: ['^contracts/', ...npm('viem')] },
    },
    allow('contract', npm('@sinclair/typebox', 'ajv')),
    allow('node-api', [
      ...own('contract', 'protocol'),
      ...npm('@noble/hashes', '@sinclair/typebox', 'ipaddr.js', 'ws', '@types/ws'),
      '^(crypto|http|stream)$',
    ]),
    {
      name: 'node-api-loads-no-stream',
      severity: 'error',
      comment: 'node-api/stream is an entry of its own: ws and the modules of Node are loaded with it alone',
      from: { path: '^packages/node-api/src/(?!stream/)', pathNot: '\\.test\\.ts$' },
      to: { path: ['^packages/node-api/src/stream/', ...npm('ws', '@types/ws'), '^(crypto|http|stream)$'] },
    },
    allow('vouching', own('node-api', 'protocol', 'schnorr')),
    allow('gateway-api', [...own('contract', 'protocol'), ...npm('@sinclair/typebox', 'eventsource-parser')]),
    allow('providers', [...own('contract', 'protocol'), ...npm('@sinclair/typebox')]),
    // Browsers load all of it, so it imports nothing that only a server has.
    allow('client', [...own('gateway-api', 'protocol', 'schnorr'), ...npm('@noble/curves', '@solana/kit', '@x402/svm')]),
    allow('caller', [
      ...own('client', 'gateway-api', 'protocol', 'providers'),
      ...npm('@solana/kit', 'commander'),
      '^(crypto|fs/promises|os|path|readline/promises)$',
    ]),
    {
      name: 'caller-is-for-callers',
      severity: 'error',
      comment:
        'it is private: the bundles of commands and MCP server contain it; the keeper names feeds, and tells of operations that end, as they do',
      from: { path: '^(packages|apps)/', pathNot: ['^packages/(admin|caller|cli|mcp)/', '^apps/keeper/src/(config|gateway)/'] },
      to: { path: '^packages/caller/' },
    },
    {
      name: 'no-parsers-in-pages',
      severity: 'error',
      comment: 'pages forbid code that is made of text, as the parsers of `gateway-api` are; those have entries of their own',
      from: {
        path: [
          '^packages/client/src/(?!testing[/.])',
          '^packages/gateway-api/src/(index|errors|events|internal)\\.ts$',
          '^apps/explorer/src/',
        ],
        pathNot: '\\.test\\.ts$',
      },
      to: { path: '^packages/contract/', reachable: true },
    },
    {
      name: 'commands-are-declared-one-way',
      severity: 'error',
      comment: 'flags, settings, completion and exit codes of every command are of caller/command; the MCP server has flags alone',
      from: { path: '^(packages|apps)/', pathNot: ['^packages/caller/src/command/', '^packages/mcp/src/(options|run)\\.ts$'] },
      to: { path: npm('commander') },
    },
    allow('cli', own('caller', 'client', 'gateway-api', 'protocol', 'providers')),
    allow('mcp', [
      ...own('caller', 'client', 'gateway-api', 'protocol'),
      ...npm('@modelcontextprotocol/(node|server)', '@sinclair/typebox', 'commander'),
      '^(crypto|fs/promises|http|path)$',
    ]),
    allow('x402', [...own('protocol'), ...npm('@noble/hashes', '@solana/kit', '@x402/core', '@x402/svm')]),
    allow('app-config', [
      ...own('contract', 'protocol'),
      ...npm('@sinclair/typebox', 'smol-toml'),
      '^(fs|fs/promises|crypto|net|os|path)$',
    ]),
    allow('process', [...npm('@opentelemetry/api', 'pino', 'prom-client'), '^(crypto|events|http|net|timers/promises|util)$']),
    // It records the spans of the apps and imports none of them.
    allow('telemetry', [...npm('@opentelemetry'), '^(crypto|diagnostics_channel|fs|path)$']),
    allow('fair-share', [...own('protocol'), ...npm('ipaddr.js')]),
    allow('litesvm-rpc', [...npm('@noble/curves', '@noble/hashes', '@scure/base', 'litesvm', 'ws'), '^(crypto|events|http)$']),
    allow('dev-servers', [
      '^(child_process|crypto|events|fs|fs/promises|net|os|path|stream|timers/promises|url|util)$',
      ...npm('@peculiar/x509', 'reflect-metadata', 'vitest'),
    ]),
    {
      name: 'the-product-needs-no-world',
      severity: 'error',
      comment: 'an operator gives a service its ledger and its servers; the localnet, tests and benches start their own',
      from: {
        path: '^(packages|apps|contracts)/',
        pathNot: ['^packages/(dev-servers|litesvm-rpc)/', '^apps/localnet/', '\\.test\\.ts$', '/tests/'],
      },
      to: { path: ['^packages/(dev-servers|litesvm-rpc)/', '^apps/localnet/', ...npm('litesvm')] },
    },
    {
      name: 'the-workshop-stands-above-the-product',
      severity: 'error',
      comment:
        'not even a test or a build of the product imports a measurement, a deployment or a script; tsup.base.ts and vitest.base.ts bring what they need',
      from: { path: '^(packages|apps|contracts)/' },
      to: { path: '^(bench|deploy|examples|scripts)/' },
    },
    {
      name: 'a-measurement-needs-no-deployment',
      severity: 'error',
      comment: 'deploy starts its images in the worlds of bench',
      from: { path: '^bench/' },
      to: { path: '^(deploy|scripts)/' },
    },
    allow('admin', [
      ...own('caller', 'contract', 'gateway-api', 'ledger', 'node-api', 'protocol', 'schnorr', 'vouching'),
      ...npm('@sinclair/typebox'),
      '^(crypto|fs|fs/promises|readline/promises|stream|timers/promises|zlib)$',
    ]),
    {
      name: 'app-config-is-for-apps',
      severity: 'error',
      from: { path: '^packages/(?!app-config/)' },
      to: { path: '^packages/app-config/' },
    },
    {
      name: 'process-is-for-apps',
      severity: 'error',
      from: { path: '^packages/(?!process/)', pathNot: ['^packages/telemetry/tests/'] },
      to: { path: '^packages/process/' },
    },
    {
      name: 'fair-share-is-for-apps',
      severity: 'error',
      from: { path: '^packages/(?!fair-share/)' },
      to: { path: '^packages/fair-share/' },
    },
    {
      name: 'streams-to-nodes-are-for-apps',
      severity: 'error',
      comment: 'a gateway and its nodes keep streams; a command calls a node over HTTP',
      from: { path: '^packages/(?!node-api/)' },
      to: { path: '^packages/node-api/src/stream/' },
    },
    {
      name: 'ledger-directions',
      severity: 'error',
      from: { path: '^packages/ledger/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/(?!ledger/|protocol/)' },
    },
    {
      name: 'outbox-directions',
      severity: 'error',
      from: { path: '^packages/outbox/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/(?!outbox/|protocol/)' },
    },
    allowPackages('explorer', ['client', 'protocol']),
    allowPackages('oracle-node', ['app-config', 'process', 'fair-share', 'node-api', 'ledger', 'schnorr', 'protocol']),
    allowPackages('settlement-worker', ['app-config', 'process', 'ledger', 'outbox', 'protocol']),
    allowPackages('keeper', ['app-config', 'caller', 'client', 'ledger', 'outbox', 'process', 'protocol', 'schnorr']),
    allowPackages('gateway', [
      'app-config',
      'process',
      'fair-share',
      'gateway-api',
      'node-api',
      'ledger',
      'outbox',
      'providers',
      'schnorr',
      'vouching',
      'x402',
      'protocol',
    ]),
    allowPackages('localnet', [
      'admin',
      'app-config',
      'client',
      'dev-servers',
      'process',
      'gateway-api',
      'node-api',
      'ledger',
      'litesvm-rpc',
      'outbox',
      'providers',
      'schnorr',
      'protocol',
    ]),
    ...roomRules('apps/gateway', GATEWAY_ROOMS, SERVICE),
    ...roomRules('apps/localnet', LOCALNET_ROOMS, ['main', 'index', 'launch', 'flags']),
    ...roomRules('apps/oracle-node', NODE_ROOMS, [...SERVICE, 'source-thread']),
    ...roomRules('apps/keeper', KEEPER_ROOMS, SERVICE),
    ...roomRules('apps/settlement-worker', WORKER_ROOMS, SERVICE),
    ...roomRules('packages/outbox', OUTBOX_ROOMS, ['index']),
    ...roomRules('packages/client', CLIENT_ROOMS, [
      'index',
      'feeds',
      'public-feeds',
      'search-feeds',
      'subscriber',
      'testing',
      'usage-totals',
      'wallet',
      'x402',
      'client',
      'client-types',
      'later',
      'options',
    ]),
    {
      name: 'only-the-board-imports-bull-board',
      severity: 'error',
      comment: 'the board is loaded only when an operator switches it on',
      from: { path: '^(packages|apps)/', pathNot: '^apps/settlement-worker/src/board/' },
      to: { path: npm('@bull-board/api', '@bull-board/express', '@bull-board/ui') },
    },
    {
      name: 'only-context-opens-the-outbox',
      severity: 'error',
      comment: 'other files of the gateway import the type of the connection alone',
      from: { path: '^apps/gateway/src', pathNot: ['^apps/gateway/src/context\\.ts$', '\\.test\\.ts$'] },
      to: { path: '^apps/gateway/src/outbox/open-outbox\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-ledger-imports-web3js',
      severity: 'error',
      comment: 'the demo may too, where it plays other parties: the agent, the user of the example program, the deployer of a contract',
      from: {
        path: '^(packages|apps)/',
        pathNot: [
          '^packages/ledger/',
          '^apps/localnet/src/demo/(agent-wallet|example-program|node-registrations)\\.ts$',
          '\\.test\\.ts$',
          '/tests/',
        ],
      },
      to: { path: npm('@solana/web3\\.js', '@solana/spl-token') },
    },
    {
      name: 'only-protocol-imports-borsh',
      severity: 'error',
      comment: 'encodeStruct adds strict checks to it',
      from: { path: '^(packages|apps)/', pathNot: ['^packages/protocol/src/encode-struct\\.ts$'] },
      to: { path: npm('borsh') },
    },
    {
      name: 'kit-stays-in-tests-and-x402',
      severity: 'error',
      comment:
        'the x402 packages stand on it; its types stay in packages/x402, in the facilitator and the wallet of the localnet, and in the payer accounts of the client and its callers',
      from: {
        path: '^(packages|apps)/[^/]+/src',
        pathNot: [
          '^packages/x402/',
          '^packages/client/src/x402\\.ts$',
          '^packages/caller/src/accounts/x402\\.ts$',
          '^apps/keeper/src/accounts/x402\\.ts$',
          '^apps/localnet/src/(facilitator/|demo/x402-wallet\\.ts$)',
          '\\.test\\.ts$',
        ],
      },
      to: { path: npm('@solana/kit') },
    },
    {
      name: 'only-x402-imports-the-x402-packages',
      severity: 'error',
      comment: 'the localnet may too: its facilitator, paywalled source and paying wallet stand for other parties',
      from: {
        path: '^(packages|apps)/',
        pathNot: [
          '^packages/x402/',
          '^packages/client/src/x402\\.ts$',
          '^apps/localnet/src/(facilitator|sources)/',
          '^apps/localnet/src/start/externals\\.ts$',
          '^apps/localnet/src/demo/x402-wallet\\.ts$',
          '\\.test\\.ts$',
          '/tests/',
        ],
      },
      to: { path: npm('@x402') },
    },
    {
      name: 'only-process-and-telemetry-import-opentelemetry',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: ['^packages/(process|telemetry)/'] },
      to: { path: npm('@opentelemetry') },
    },
    {
      name: 'only-outbox-worker-and-keeper-import-bullmq',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: ['^packages/outbox/', '^apps/(keeper|settlement-worker)/'] },
      to: { path: npm('bullmq') },
    },
    {
      name: 'express-stays-in-http',
      severity: 'error',
      from: { path: '^apps/gateway/src', pathNot: '^apps/gateway/src/http/' },
      to: { path: npm('express') },
    },
    {
      name: 'pure-libraries-are-not-node',
      severity: 'error',
      comment: 'protocol, schnorr, providers and fair-share run in browsers too; protocol/node and schnorr/native do not',
      from: {
        path: '^packages/(protocol|schnorr|providers|fair-share)/src',
        pathNot: ['\\.test\\.ts$', '^packages/protocol/src/node/', '^packages/schnorr/src/native/'],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'protocol-node-is-a-way-in-of-its-own',
      severity: 'error',
      from: { path: '^packages/(protocol|schnorr)/src', pathNot: ['\\.test\\.ts$', '^packages/protocol/src/node/'] },
      to: { path: '^packages/protocol/src/node/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages|apps|programs|contracts)/[^/]+/(dist|\\.compare)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@oracle-gateway/source', 'import', 'node', 'default', 'types'],
      mainFields: ['module', 'main'],
    },
  },
};

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { commandsTable, exitCodesTable, flagsTable } from './admin.mjs';
import { releasedChanges, waitingChanges } from './changelog-page.mjs';
import { boundsTable, coresTable, loadsTable, measuredTable, millionTable, sharesTable, sizesTable } from './capacity.mjs';
import { commandHelps } from './cli.mjs';
import { configurationTable } from './configuration.mjs';
import { directionsTable, floorsDiagram, roomsTables } from './directions.mjs';
import { deprecationsTable, endpointsTable } from './endpoints.mjs';
import { errorsTable } from './errors.mjs';
import { shownPrograms } from './examples.mjs';
import { metricsTable } from './metrics.mjs';
import { keptFeedsTable, rentTable, roundPricesTable } from './pricing.mjs';
import { providerMembersTable } from './provider-file.mjs';
import { providerPagesTable, providersTable } from './providers.mjs';
import { compilersTable, runtimesTable } from './runtimes.mjs';
import { statesDiagrams } from './states.mjs';
import { stepsTable } from './steps.mjs';

function folders(root, parent) {
  return readdirSync(join(root, parent)).filter((name) => existsSync(join(root, parent, name, 'package.json')));
}

/** Values for the metrics of a node; a table shows none. */
const NO_VALUES = {};

/** One for each way to pay, and for what else a caller does. */
const PROGRAMS_OF_CALLS = [
  'owner-round',
  'list-round',
  'index-round',
  'delegate-round',
  'session-round',
  'agent-round',
  'paid-round',
  'sealed-round',
  'api-rounds',
  'catalogue-round',
  'verify-answer',
];

/** The committed program, as `sha256sum` prints it. */
function programHash(root) {
  const [hash, file] = readFileSync(join(root, 'programs/oracle/artifacts/SHA256SUMS'), 'utf8').trim().split(/\s+/);
  return `\`\`\`\n${hash}  ${file}\n\`\`\``;
}

/** Every page with its generated parts, by their names. */
export function generatedPages(documented, root) {
  const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'));
  const rooms = { packages: folders(root, 'packages'), apps: folders(root, 'apps') };
  return {
    'README.md': shownPrograms(root, ['owner-round']),
    'docs/calls.md': shownPrograms(root, PROGRAMS_OF_CALLS),
    'docs/tasks/ask.md': shownPrograms(root, ['owner-round']),
    'docs/tasks/verify.md': shownPrograms(root, ['verify-answer']),
    'docs/tasks/agent.md': shownPrograms(root, ['paid-round']),
    'docs/testing.md': shownPrograms(root, ['src/react/latest-price.tsx', 'src/react/latest-price.test.tsx']),
    'docs/without-a-client.md': shownPrograms(root, ['without-a-client/execute-round']),
    'docs/protocol.md': { steps: stepsTable(documented.STEPS) },
    'docs/errors.md': { errors: errorsTable(documented.errorTable) },
    'docs/changelog.md': { waiting: waitingChanges(root), released: releasedChanges(root) },
    'docs/pricing.md': { rounds: roundPricesTable(documented), keeper: keptFeedsTable(documented), rent: rentTable(documented) },
    'docs/providers.md': {
      providers: providersTable(documented),
      'provider-pages': providerPagesTable(documented),
      members: providerMembersTable(documented),
    },
    'docs/api.md': { endpoints: endpointsTable(documented.operations) },
    'docs/configuration/gateway.md': {
      settings: configurationTable(documented.gatewayConfig),
      metrics: metricsTable(documented.gatewayMetrics({ roundsInFlight: () => 0, clockOffsetMs: () => null }).registry),
    },
    'docs/configuration/keeper.md': {
      settings: configurationTable(documented.keeperConfig),
      metrics: metricsTable(documented.keeperMetrics().registry),
    },
    'docs/configuration/settlement-worker.md': {
      settings: configurationTable(documented.workerConfig),
      metrics: metricsTable(documented.workerMetrics().registry),
    },
    'docs/configuration/oracle-node.md': {
      settings: configurationTable(documented.nodeConfig),
      metrics: metricsTable(documented.nodeMetrics(NO_VALUES).registry),
    },
    'docs/runtimes.md': { runtimes: runtimesTable(root), compilers: compilersTable(root) },
    'docs/architecture.md': { states: statesDiagrams(documented.TRANSITIONS) },
    'docs/rooms.md': {
      floors: floorsDiagram(forbidden, rooms, 'localnet'),
      directions: directionsTable(forbidden, rooms),
      rooms: roomsTables(forbidden),
    },
    'packages/outbox/README.md': { states: statesDiagrams(documented.TRANSITIONS) },
    'packages/cli/README.md': { 'exit-codes': exitCodesTable(documented) },
    'docs/cli.md': { commands: commandHelps(documented) },
    'docs/capacity.md': {
      measured: measuredTable(documented),
      cores: coresTable(documented),
      shares: sharesTable(documented),
      loads: loadsTable(documented),
      bounds: boundsTable(documented),
      sizes: sizesTable(documented),
      million: millionTable(documented),
    },
    'docs/releases.md': {
      'program-hash': programHash(root),
      deprecations: deprecationsTable(documented.deprecatedParts(Object.values(documented.operations))),
    },
    'packages/admin/README.md': {
      commands: commandsTable(documented),
      flags: flagsTable(documented),
      'exit-codes': exitCodesTable(documented),
    },
  };
}

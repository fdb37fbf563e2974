#!/usr/bin/env node
// Checks the operators' files: rules, dashboard and runbook agree with each other and with the metrics of the services; Dockerfile, compose
// file, manifests, configurations and images with each other. promtool runs the tests, systemd reads the units, and the built programs read
// their configurations.
// usage: node deploy/check.mjs [--write]
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse, stringify } from 'yaml';
import { loadDocumented } from '../scripts/docs/load-documented.mjs';
import { alertmanagerFaults } from './alertmanager.mjs';
import { composeFaults, joinedFaults } from './compose-file.mjs';
import { configurationFaults, disagreements } from './configurations.mjs';
import { complaintsOf, findDebianTool } from './debian-tool.mjs';
import { dockerfileFaults } from './dockerfile.mjs';
import { drillFaults } from './drills/pages.mjs';
import { runbookPages } from './drills/runbook-page.mjs';
import { dashboardFiles, queriesOf } from './grafana/dashboards.mjs';
import { metricsIn, queryTests } from './grafana/judged-queries.mjs';
import { programOf } from './image/program.mjs';
import { SERVICES } from './image/services.mjs';
import { TAGGED_FILES, staleTags } from './image-tags.mjs';
import { manifestsOf } from './kubernetes/manifests.mjs';
import { prometheusRules } from './kubernetes/prometheus-rules.mjs';
import { rendersOf } from './kubernetes/renders.mjs';
import { scalingQueries, scalingTest } from './kubernetes/scaling-test.mjs';
import { ALERTS, RECORDS } from './prometheus/alerts.mjs';
import { alertFaults, alertmanagerConfig, alertRules, alertTests } from './prometheus/rules.mjs';
import { settingsErrors, unitFaults, unitRuleFaults } from './systemd-units.mjs';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '..');
const RULES = join(HERE, 'prometheus', 'alerts.yml');
const PROMETHEUS = join(HERE, 'prometheus', 'prometheus.yml');
const ALERTMANAGER = join(HERE, 'prometheus', 'alertmanager.yml');
const GENERATED = '# Written by `node deploy/check.mjs --write` from alerts.mjs.\n';
const LINE_WIDTH = 160;
/** Suffixes of the series of a histogram. */
const OF_HISTOGRAM = /_(?:bucket|sum|count)$/;
/** Metrics of our services, and series that Prometheus records for the alerts. Others are of exporters. */
const OURS = /^(?:oracle[_:]|process_|nodejs_)/;
const KUBERNETES = join(HERE, 'kubernetes');
const { values: flags } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const { manifests, count, faults: manifestFaults } = await manifestsOf(KUBERNETES);

const faults = [
  ...alertFaults(Object.values(SERVICES).map(({ app }) => app)),
  ...(await differences()),
  ...(await unknownMetrics()),
  ...(await runbookFaults()),
  ...(await judgements()),
  ...(await routingFaults()),
  ...(await unitsOfSystemd()),
  ...manifestFaults,
  ...(await deployments()),
  ...(await programsOfImages()),
];
for (const fault of faults) console.error(fault);
console.log(`${ALERTS.length} alerts, ${queriesOf('1m').length} queries, ${count} manifests, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function differences() {
  const components = Object.entries(prometheusRules()).map(([name, rules]) => [
    join(KUBERNETES, 'components', 'alerts', name, 'rules.yaml'),
    GENERATED + stringify(rules, { lineWidth: LINE_WIDTH }),
  ]);
  const files = {
    ...Object.fromEntries(components),
    [RULES]: GENERATED + stringify(alertRules(), { lineWidth: LINE_WIDTH }),
    [join(HERE, 'prometheus', 'alertmanager.yml')]: GENERATED + stringify(alertmanagerConfig(), { lineWidth: LINE_WIDTH }),
    ...Object.fromEntries(Object.entries(dashboardFiles()).map(([name, text]) => [join(HERE, 'grafana', 'dashboards', name), text])),
  };
  const found = [];
  for (const [path, text] of Object.entries(files)) {
    if (flags.write) await writeFile(path, text);
    else if ((await readFile(path, 'utf8').catch(() => '')) !== text)
      found.push(`${path}: differs from its source; run node deploy/check.mjs --write`);
  }
  return found;
}

/** Every metric that a rule or a query names is one that a service has. */
async function unknownMetrics() {
  const { gatewayMetrics, workerMetrics, nodeMetrics, keeperMetrics, processMetrics } = await loadDocumented(ROOT);
  const none = () => 0;
  const values = new Proxy({}, { get: () => none });
  const registries = [
    ...[gatewayMetrics(values), workerMetrics(), nodeMetrics(values), keeperMetrics()].map(({ registry }) => registry),
    processMetrics(),
  ];
  const recorded = RECORDS.map(({ record }) => record);
  const known = new Set([...recorded, ...registries.flatMap((registry) => registry.getMetricsAsArray().map(({ name }) => name))]);
  const asked = [...ALERTS, ...RECORDS, ...queriesOf('1m'), ...Object.values(scalingQueries(manifests)).map((expr) => ({ expr }))].flatMap(
    ({ expr }) => metricsIn(expr),
  );
  return [...new Set(asked)]
    .filter((name) => OURS.test(name) && !known.has(name) && !known.has(name.replace(OF_HISTOGRAM, '')))
    .map((name) => `${name}: no service has this metric`);
}

async function runbookFaults() {
  const runbook = await readFile(join(ROOT, 'docs', 'runbook.md'), 'utf8');
  const described = [...runbook.matchAll(/^## (Oracle\w+)$/gm)].map(([, name]) => name);
  const alerts = ALERTS.map(({ alert }) => alert);
  return [
    ...alerts.filter((name) => !described.includes(name)).map((name) => `docs/runbook.md: has no section ${name}`),
    ...described.filter((name) => !alerts.includes(name)).map((name) => `docs/runbook.md: ${name} is no alert`),
    ...drillFaults(runbookPages(runbook).keys()),
  ];
}

/** Compose file, Kustomize and what they start. */
async function deployments() {
  const path = join(HERE, 'compose.yaml');
  const stale = await staleTags(TAGGED_FILES, flags);
  const files = [path, PROMETHEUS, ALERTMANAGER, join(ROOT, 'docs', 'deploy.md')];
  const [text, prometheus, alertmanager, documentation] = await Promise.all(files.map((name) => readFile(name, 'utf8')));
  const rendered = await rendersOf(KUBERNETES, documentation);
  console.log(
    'missing' in rendered
      ? `left out: what Kustomize renders (${rendered.missing})`
      : `${rendered.count} sets of bases and components rendered`,
  );
  const watched = { prometheus: parse(prometheus), alertmanager: parse(alertmanager), expressions: ALERTS.map(({ expr }) => expr) };
  return [
    ...stale,
    ...dockerfileFaults(await readFile(join(HERE, 'Dockerfile'), 'utf8')),
    ...composeFaults(text, HERE),
    ...joinedFaults({ text, beside: await readFile(join(HERE, 'compose.signer.yaml'), 'utf8') }, HERE),
    ...(await configurationFaults()),
    ...(await disagreements({ compose: parse(text, { merge: true }), manifests, ...watched })),
    ...(rendered.faults ?? []),
  ];
}

/** Builds the content of the images, with its dependencies. */
async function programsOfImages() {
  const outcomes = await Promise.allSettled(Object.values(SERVICES).map(programOf));
  return outcomes.flatMap(({ reason }) => (reason === undefined ? [] : [`deploy/image: ${reason.message}`]));
}

async function unitsOfSystemd() {
  const page = await readFile(join(ROOT, 'docs', 'deploy.md'), 'utf8');
  const rules = [...(await unitRuleFaults(page)), ...(await settingsErrors(page))];
  const found = await unitFaults();
  if (found === null) console.log('left out: units of systemd (needs systemd-analyze)');
  return [...rules, ...(found ?? [])];
}

async function routingFaults() {
  const amtool = await findDebianTool('amtool');
  if (!('missing' in amtool)) return alertmanagerFaults(amtool.command, await readFile(ALERTMANAGER, 'utf8'));
  console.log(`left out: routing judged by amtool (${amtool.missing})`);
  return [];
}

async function judgements() {
  const promtool = await findDebianTool('promtool');
  if ('missing' in promtool) {
    console.log(`left out: rules and queries judged by promtool (${promtool.missing})`);
    return [];
  }
  const { command } = promtool;
  const folder = await mkdtemp(join(tmpdir(), 'oracle-gateway-rules-'));
  try {
    const recorded = JSON.parse(await readFile(join(HERE, 'grafana', 'recorded-run.json'), 'utf8'));
    const tests = [...alertTests(RULES), queryTests(recorded), scalingTest(manifests)].map((test, index) => ({
      test,
      path: join(folder, `${index}.test.yml`),
    }));
    for (const { test, path } of tests) await writeFile(path, stringify(test));
    const found = await Promise.all([
      complaintsOf(command, ['check', 'rules', RULES]),
      complaintsOf(command, ['check', 'config', PROMETHEUS]),
      complaintsOf(command, ['test', 'rules', ...tests.map(({ path }) => path)]),
    ]);
    return found.filter((complaint) => complaint !== '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

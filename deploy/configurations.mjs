import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { parse as parseToml } from 'smol-toml';
import { exampleKeys, inFolder } from '../scripts/package-commands.mjs';
import { HEALTH_CHECK, SERVICES, USER } from './image/services.mjs';
import { scrapeFaults } from './scrapes.mjs';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');
const LIMIT_MS = 300_000;
const MS = 1_000;
/** The folder of secrets in a container. */
const SECRETS = '/run/secrets/';

/** The configurations of containers, by the service that reads each. */
const FILES = {
  gateway: 'config/gateway/gateway.toml',
  worker: 'config/gateway/worker.toml',
  node: 'config/node/node.toml',
  keeper: 'config/keeper/keeper.toml',
};
/** The same services with Sentinels: the configurations differ from the ones above in their Redis alone. */
const WITH_SENTINELS = { gateway: 'kubernetes/components/sentinel/gateway.toml', worker: 'kubernetes/components/sentinel/worker.toml' };
/** Files of the command that pulls the books. */
const BOOKS = ['config/gateway/books.toml', 'kubernetes/components/sentinel/books.toml'];
/** Stand-in for an operator's environment. */
const ENVIRONMENT = {
  ORACLE_GATEWAY_RPC_URL: 'https://rpc.example',
  ORACLE_NODE_RPC_URL: 'https://rpc.example',
  ORACLE_GATEWAY_REDIS_PASSWORD: 'a password',
  ORACLE_GATEWAY_SENTINEL_PASSWORD: 'another',
};

/** Errors that the programs themselves report about the configurations. Needs a build. */
export async function configurationFaults() {
  const files = [...Object.entries(FILES), ...Object.entries(WITH_SENTINELS)];
  const faults = await Promise.all([
    ...files.map(([name, path]) => checkConfig(SERVICES[name].app, { path, words: ['check-config'] })),
    ...BOOKS.map((path) => checkConfig(SERVICES.worker.app, { path, words: ['check-config', 'books'] })),
  ]);
  return faults.flat();
}

async function checkConfig(app, { path, words }) {
  const program = join(ROOT, 'apps', app, 'dist', 'standalone', 'main.js');
  const env = { ...process.env, ...exampleKeys(), ...ENVIRONMENT };
  const work = await mkdtemp(join(tmpdir(), 'oracle-gateway-config-'));
  try {
    const config = join(work, basename(path));
    await writeFile(config, inFolder(await readFile(join(import.meta.dirname, path), 'utf8'), work));
    await run(process.execPath, [program, ...words, '--config', config], { env, timeout: LIMIT_MS });
    return [];
  } catch (error) {
    return [`deploy/${path}: ${(error.stderr || error.message).trim()}`];
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Where configurations, images, compose file, manifests and Prometheus disagree: on ports, paths, secrets, users, commands, on the time to stop,
 * on what is scraped.
 *
 * @param {object} input parsed files
 * @param {any} input.compose
 * @param {readonly any[]} input.manifests
 * @param {any} input.prometheus
 * @param {any} input.alertmanager
 * @param {readonly string[]} input.expressions of alerts
 * @returns {Promise<string[]>}
 */
export async function disagreements({ manifests, ...watched }) {
  const { compose } = watched;
  const configurations = await readAll(FILES);
  const ports = Object.fromEntries(configurations.map(({ service, settings }) => [service.app, settings.metrics.port]));
  return [
    ...configurations.flatMap((configuration) => [
      ...portFaults(configuration),
      ...composeDisagreements(configuration, compose.services[configuration.service.app]),
      ...podDisagreements(configuration, manifests),
    ]),
    ...variantFaults(configurations, await readAll(WITH_SENTINELS)),
    ...scalingFaults(configurations, manifests),
    ...scrapeFaults({ ...watched, ports }),
  ];
}

function readAll(files) {
  const read = async ([name, path]) => ({
    service: SERVICES[name],
    path,
    settings: parseToml(await readFile(join(import.meta.dirname, path), 'utf8')),
  });
  return Promise.all(Object.entries(files).map(read));
}

/** Two configurations of one service that differ in more than their Redis. */
function variantFaults(configurations, variants) {
  return variants.flatMap(({ service, path, settings }) => {
    const base = configurations.find((configuration) => configuration.service === service);
    const isSame = isDeepStrictEqual(withoutRedis(settings), withoutRedis(base.settings));
    return isSame ? [] : [`deploy/${path}: differs from ${base.path} in more than Redis`];
  });
}

function withoutRedis({ settlement, ...settings }) {
  return { ...settings, redis: undefined, settlement: { ...settlement, db_path: undefined } };
}

/** A further gateway starts while the others still have room. */
function scalingFaults(configurations, manifests) {
  const { settings } = configurations.find(({ service }) => service === SERVICES.gateway);
  const { spec } = manifests.find(({ kind, metadata }) => kind === 'ScaledObject' && metadata.name === SERVICES.gateway.app);
  const most = settings.rounds.max_concurrent;
  const threshold = Number(spec.triggers[0].metadata.threshold);
  return threshold <= most / 2 ? [] : [`scaling.yaml: starts a gateway at ${threshold} rounds each; must be at most half of ${most}`];
}

function portFaults({ service, path, settings }) {
  const ports = [settings.server?.port, settings.metrics.port, settings.board?.port].filter((port) => port !== undefined);
  const healthPort = Number(new URL(service.healthUrl).port);
  return [
    ...(ports.join() === service.ports.join()
      ? []
      : [`deploy/${path}: listens on ${ports.join(', ')}, its image on ${service.ports.join(', ')}`]),
    ...(healthPort === (settings.server?.port ?? settings.metrics.port)
      ? []
      : [`deploy/${path}: does not listen on the port of its health check`]),
  ];
}

function composeDisagreements({ service, settings, path }, own) {
  const targets = own.configs.map(({ target }) => target);
  const grace = Number.parseInt(own.stop_grace_period, 10);
  const ports = (own.ports ?? []).map((port) => Number(port.split(':').at(-1)));
  const secrets = own.secrets.map(({ target }) => SECRETS + target);
  const volumes = (own.volumes ?? []).map((volume) => volume.split(':')[1]);
  const needed = stopSeconds(service, settings);
  return [
    ...filesOf(settings).flatMap((file) =>
      secrets.includes(file) || liesIn(volumes, file) ? [] : [`compose.yaml: ${service.app} has no ${file}, which ${path} names`],
    ),
    ...(own.healthcheck.test.join() === ['CMD', ...HEALTH_CHECK].join()
      ? []
      : [`compose.yaml: ${service.app} has another health check than its image`]),
    ...(['user', 'entrypoint', 'command'].every((key) => own[key] === undefined)
      ? []
      : [`compose.yaml: ${service.app} has another user or command than its image`]),
    ...ports
      .filter((port) => !service.ports.includes(port))
      .map((port) => `compose.yaml: ${service.app} opens ${port}, and its image does not`),
    ...(targets.includes(service.configPath) ? [] : [`compose.yaml: ${service.app} reads ${service.configPath}, which is not mounted`]),
    ...(grace >= needed ? [] : [`compose.yaml: ${service.app} has ${grace} s to stop, and ${path} needs ${needed}`]),
  ];
}

function podDisagreements({ service, settings, path }, manifests) {
  const image = `oracle-gateway/${service.app}`;
  const pods = manifests.flatMap(({ spec }) => spec?.template?.spec ?? []);
  const pod = pods.find(({ containers }) => containers.some((container) => container.image === image));
  const [container] = pod.containers;
  const { terminationGracePeriodSeconds: grace } = pod;
  const ports = container.ports.map(({ containerPort }) => containerPort);
  const user = `${pod.securityContext.runAsUser}:${pod.securityContext.runAsGroup}`;
  const delayMs = settings.server?.shutdown_delay_ms ?? 0;
  const periodMs = (container.readinessProbe.periodSeconds ?? 10) * MS;
  const folder = container.volumeMounts.find(({ name }) => name === 'config').mountPath;
  const sources = pod.volumes.flatMap(({ projected }) => projected?.sources ?? []);
  const secrets = sources.flatMap(({ secret }) => secret.items.map((item) => SECRETS + item.path));
  const writable = container.volumeMounts.filter(({ readOnly }) => readOnly !== true).map(({ mountPath }) => mountPath);
  const needed = stopSeconds(service, settings);
  return [
    ...filesOf(settings).flatMap((file) =>
      secrets.includes(file) || liesIn(writable, file) ? [] : [`${image}: its manifest has no ${file}, which ${path} names`],
    ),
    ...(grace >= needed ? [] : [`${image}: has ${grace} s to stop, and ${path} needs ${needed}`]),
    ...(ports.join() === service.ports.join() ? [] : [`${image}: its manifest has ports ${ports.join(', ')}`]),
    ...(user === USER && container.command === undefined && container.args === undefined
      ? []
      : [`${image}: its manifest has another user or command`]),
    ...(service.configPath.startsWith(`${folder}/`)
      ? []
      : [`${image}: reads ${service.configPath}, and its configuration is in ${folder}`]),
    ...(delayMs === 0 || delayMs >= 2 * periodMs
      ? []
      : [`${image}: is asked for /ready each ${periodMs} ms, and stops after ${delayMs} ms`]),
  ];
}

/** Paths of files among the settings, at any depth. */
function filesOf(settings) {
  return Object.values(settings).flatMap((value) => {
    if (typeof value === 'object') return filesOf(value);
    return typeof value === 'string' && value.startsWith('/') ? [value] : [];
  });
}

function liesIn(folders, file) {
  return folders.some((folder) => file.startsWith(`${folder}/`));
}

function stopSeconds(service, settings) {
  return (settings.server?.shutdown_delay_ms ?? 0) / MS + service.stopSeconds;
}
